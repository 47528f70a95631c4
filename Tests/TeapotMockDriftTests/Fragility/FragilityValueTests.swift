import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockDrift

@Suite(.inTurn) struct `The values that a fragility report tries` {
    private func examine<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Fragility {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try JSON(parsing: Data(json.utf8)).fragility(of: type, decoder: decoder)
    }

    private func finding(_ report: Fragility, _ pointer: String, _ change: Fragility.Change) -> Fragility.Finding? {
        report.findings.first { $0.pointer == pointer && $0.change == change }
    }

    @Test func `an empty string is tried instead of any other string`() throws {
        struct User: Decodable {
            let avatar: URL?
            let name: String
            let id: UUID
            let since: Date
        }
        let json = """
            {"avatar": "https://a.test/a b.png", "name": "Ada", "id": "7B0B0A30-6E5B-4B0E-9E1A-3D6F5C2B1A00",
            "since": "2026-03-01T00:00:00Z"}
            """.replacing("a b", with: "b")
        let report = try examine(User.self, json)
        for place in ["/avatar", "/id", "/since"] {
            #expect(finding(report, place, .emptyText)?.loss == .everything, "\(place)")
        }
        #expect(finding(report, "/avatar", .emptyText)?.remedy == "decode “avatar” with `try?` as an optional")
        #expect(finding(report, "/name", .emptyText) == nil)
        #expect(report.baseline.contains("/avatar: an empty string loses everything\n"))
    }

    @Test func `an empty string alone makes a report fail`() throws {
        struct User: Decodable {
            let avatar: URL?
            private enum CodingKeys: CodingKey { case avatar }
            init(from decoder: any Decoder) throws {
                let container = try? decoder.container(keyedBy: CodingKeys.self)
                let text = (try? container?.decodeIfPresent(String.self, forKey: .avatar)) ?? nil
                avatar = text.flatMap { URL(string: $0) }
                if text != nil, avatar == nil {
                    throw DecodingError.dataCorrupted(.init(codingPath: [CodingKeys.avatar], debugDescription: "bad"))
                }
            }
        }
        let report = try examine(User.self, #"{"avatar": "https://a.test/b.png"}"#)
        #expect(report.worst.map(\.change) == [.emptyText])
    }

    @Test func `text is tried instead of a UUID, a date and a number`() throws {
        struct Price: Decodable {
            let cents: Int
            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let number = try? container.decode(Int.self)
                guard let number = try number ?? Int(container.decode(String.self)) else {
                    throw DecodingError.dataCorrupted(
                        .init(codingPath: container.codingPath, debugDescription: "no number"))
                }
                cents = number
            }
        }
        struct Item: Decodable {
            let id: UUID
            let since: Date
            let price: Price
            let code: String
        }
        let json = """
            {"id": "7B0B0A30-6E5B-4B0E-9E1A-3D6F5C2B1A00", "since": "2026-03-01T00:00:00Z", "price": "350",
            "code": "7B0B0A30-6E5B-4B0E-9E1A-3D6F5C2B1A00"}
            """
        let report = try examine(Item.self, json)
        for place in ["/id", "/since", "/price"] {
            #expect(finding(report, place, .otherText)?.loss == .everything, "\(place)")
            #expect(finding(report, place, .unknownText) == nil)
        }
        #expect(finding(report, "/id", .otherText)?.remedy == "decode “id” with `try?` as an optional")
        #expect(finding(report, "/code", .otherText) == nil)
    }

    @Test func `an unknown integer is tried, and an enum of integers gets a remedy`() throws {
        struct Order: Decodable {
            enum State: Int, Decodable { case placed = 1, shipped }
            let state: State
            let count: Int8
        }
        let report = try examine([Order].self, #"[{"state": 1, "count": 3}, {"state": 2, "count": 4}]"#)
        #expect(finding(report, "/*/state", .unknownNumber)?.loss == .everything)
        #expect(finding(report, "/*/state", .unknownNumber)?.count == 2)
        let remedy =
            "give the type of “state” a case for unknown values: "
            + "`self = (try? container.decode(Int.self)).flatMap(Self.init(rawValue:)) ?? .unknown`"
        for change in [Fragility.Change.unknownNumber, .fraction, .hugeNumber, .negative] {
            #expect(finding(report, "/*/state", change)?.remedy == remedy)
        }
        // A number that any integer type can represent isn't a finding.
        #expect(finding(report, "/*/count", .unknownNumber) == nil)
        #expect(finding(report, "/*/count", .fraction)?.remedy?.contains("`Decimal`") == true)
    }

    @Test func `an enum of numbers with the remedy survives`() throws {
        struct Order: Decodable {
            enum State: Int, Decodable {
                case unknown, placed

                init(from decoder: any Decoder) throws {
                    let container = try decoder.singleValueContainer()
                    self = (try? container.decode(Int.self)).flatMap(Self.init(rawValue:)) ?? .unknown
                }
            }
            let state: State?
        }
        #expect(try examine(Order.self, #"{"state": 1}"#).worst.map(\.line) == [])
    }

    @Test func `null, an empty list or an empty object that hides values is named`() throws {
        struct Page: Decodable {
            struct Item: Decodable { let tags: [String]? }
            let items: [Item]
            let next: String?
            let more: [Int]
            let extra: [String: Int]
        }
        let json = #"{"items": [{"tags": []}, {"tags": null}], "next": null, "more": [], "extra": {}}"#
        let report = try examine(Page.self, json)
        #expect(
            report.notes == [
                "the values at /extra, /items/*/tags, /more, /next, because the sample has only nulls or nothing "
                    + "there"
            ])
        #expect("\(report)".contains("\nnot examined: the values at /extra, "))
        let full = #"{"items": [{"tags": []}, {"tags": ["a"]}], "next": "b c", "more": [1], "extra": {"a": 1}}"#
        #expect(try examine(Page.self, full).notes == [])
    }

    @Test func `values that another mock of a folder shows aren't hidden`() throws {
        struct Page: Decodable {
            let next: String?
            let last: String?
        }
        let folder = try TemporaryFolder([
            "pages/success_p1.json": #"{"next": null, "last": null}"#,
            "pages/success_p2.json": #"{"next": "a b", "last": null}"#,
        ])
        let report = MockFolder(folder.url).fragility(of: Page.self, for: "/pages")
        #expect(report.notes == ["the values at /last, because the samples have only nulls or nothing there"])
    }

    @Test func `all values of a dictionary count as one place`() throws {
        struct Team: Decodable {
            struct User: Decodable { let name: String }
            let users: [String: User]
            let lead: User
        }
        let json = """
            {"users": {"u1": {"name": "A b"}, "u2": {"name": "C d"}, "u/3": {"name": "E"}}, "lead": {"name": "F"}}
            """
        let report = try examine(Team.self, json)
        let missing = try #require(finding(report, "/users/*/name", .missing))
        #expect(missing.count == 3)
        #expect(!report.baseline.contains("u1"))
        #expect(finding(report, "/lead/name", .missing)?.loss == .everything)
        #expect(
            finding(report, "/users/*", .null)?.remedy
                == "decode the elements one by one, and skip those that fail")
        #expect(finding(report, "/users/*", .missing) == nil)
        struct Counts: Decodable { let byYear: [Int: Int] }
        let counts = try examine(Counts.self, #"{"byYear": {"2025": 7, "2026": 8}}"#)
        #expect(finding(counts, "/byYear/*", .fraction)?.count == 2)
    }

    @Test func `each change has its reason, and each remedy is given once`() throws {
        struct Item: Decodable {
            enum Kind: String, Decodable { case black }
            let kind: Kind
            let name: String
            let site: String
        }
        let report = try examine([Item].self, #"[{"kind": "black", "name": "Tea a", "site": "b c"}]"#)
        let text = "\(report)"
        #expect(
            text.hasPrefix(
                """
                loses everything:
                  the whole body – one bad element
                    one bad element: /1: expected a member “kind”, found none
                  /* – null, an empty object
                    null: /0: expected an object, found null
                    an empty object: /0: expected a member “kind”, found none
                  /*/kind – missing, null, an unknown string, the string in a different case, an empty string
                    missing: /0: expected a member “kind”, found none
                    null: /0/kind: expected a string, found null
                """), "\(text)")
        let remedies = text.split(separator: "\n").filter { $0.contains("→") }
        #expect(
            remedies == [
                "  → decode the elements one by one, and skip those that fail",
                "  → make “kind” optional, or give it a default in `init(from:)`; likewise “name”, “site”",
                "  → give the type of “kind” a case for unknown values: `self = Self(rawValue: text) ?? .unknown`",
            ])
    }
}
