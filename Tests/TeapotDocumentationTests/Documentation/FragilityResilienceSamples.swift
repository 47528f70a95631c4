import Foundation
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The types of the article WhatBreaksTheShippedApp that survive changes.
@Suite(.inTurn) struct `The samples of types that survive changes` {
    struct Product: Decodable {
        enum Kind: String, Decodable {
            case black, green, unknown

            init(from decoder: any Decoder) throws {
                let text = try decoder.singleValueContainer().decode(String.self)
                self = Self(rawValue: text) ?? .unknown
            }
        }

        enum CodingKeys: CodingKey { case id, name, kind }

        let id: Int?
        let name: String
        let kind: Kind

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            id = try? members.decode(Int.self, forKey: .id)
            name = (try? members.decode(String.self, forKey: .name)) ?? ""
            kind = (try? members.decode(Kind.self, forKey: .kind)) ?? .unknown
        }
    }

    /// A list without the elements that can't be decoded.
    struct Lossy<Element: Decodable>: Decodable {
        struct Attempt: Decodable {
            let element: Element?
            init(from decoder: any Decoder) throws { element = try? Element(from: decoder) }
        }

        let elements: [Element]

        init(from decoder: any Decoder) throws {
            elements = try [Attempt](from: decoder).compactMap(\.element)
        }
    }

    /// The types of an app that can't use a product without an identifier.
    enum WithIdentifier {
        struct Product: Decodable {
            let id: Int
            let rest: `The samples of types that survive changes`.Product

            private enum CodingKeys: CodingKey { case id }

            init(from decoder: any Decoder) throws {
                id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
                rest = try .init(from: decoder)
            }
        }
    }

    private let folder: MockFolder
    private let files: TemporaryFolder

    init() throws {
        files = try TemporaryFolder([
            "products/success_list.json": """
            [{"id": 7, "name": "Tea", "kind": "black"}, {"id": 8, "name": "Mate", "kind": "green"}]
            """
        ])
        folder = MockFolder(files.url)
    }

    @Test func `the sample of a type whose report is clean`() {
        let report = folder.fragility(of: Lossy<Product>.self, for: "/products")
        #expect(report.isEmpty, "\(report)")
        #expect(report.findings.allSatisfy { $0.loss == .member })
    }

    @Test func `the sample of a type that may lose elements`() {
        typealias Product = WithIdentifier.Product
        let strict = folder.fragility(of: Lossy<Product>.self, for: "/products")
        #expect(!strict.isEmpty)
        let report = folder.fragility(of: Lossy<Product>.self, for: "/products").tolerating(.element)
        #expect(report.isEmpty, "\(report)")
        #expect(report.findings.contains { $0.loss == .element && $0.pointer == "/*/id" })
    }
}
