import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockDrift

@Suite(.inTurn) struct `A report of what breaks the shipped app` {
    private static let shop = """
        {"products": [
            {"id": 1, "name": "Tea", "kind": "black", "price": 3.5, "tags": ["new"], "since": "2026-03-01T00:00:00Z"},
            {"id": 2, "name": "Mate", "kind": "herbal", "price": 4, "tags": [], "since": "2026-03-02T00:00:00Z"}
        ], "next": null, "secret": {"a": [1, 2]}}
        """

    private func examine<Value: Decodable>(_ type: Value.Type, _ json: String = shop) throws -> Fragility {
        try JSON(parsing: Data(json.utf8)).fragility(of: type)
    }

    private func loss(_ report: Fragility, _ pointer: String, _ change: Fragility.Change) -> Fragility.Loss? {
        report.findings.first { $0.pointer == pointer && $0.change == change }?.loss
    }

    @Test func `a strict type loses everything, with the reason and the cure`() throws {
        let report = try examine(StrictShop.self)
        #expect(!report.isEmpty)
        let missing = try #require(report.findings.first { $0.pointer == "/products/*/name" && $0.change == .missing })
        #expect(missing.loss == .everything)
        #expect(missing.count == 2)
        #expect(missing.reason == "/products/0: expected a member “name”, found none")
        #expect(missing.remedy == "make “name” optional, or give it a default in `init(from:)`")
        #expect(loss(report, "/products/*/kind", .unknownText) == .everything)
        #expect(loss(report, "/products/*/price", .text) == .everything)
        #expect(loss(report, "/products", .badElement) == .everything)
        #expect(loss(report, "/products/*", .null) == .everything)
        // A `Double` may be huge or negative, and a list may be empty.
        for change in [Fragility.Change.hugeNumber, .negative, .emptyList, .newMember, .otherOrder] {
            #expect(loss(report, "/products/*/price", change) == nil)
            #expect(loss(report, "/products", change) == nil)
            #expect(loss(report, "/products/*", change) == nil)
        }
    }

    @Test func `a list that leaves bad elements out loses the element`() throws {
        let report = try examine(LossyShop.self)
        #expect(loss(report, "/products/*/name", .missing) == .element)
        #expect(loss(report, "/products/*/tags", .null) == .element)
        #expect(loss(report, "/products", .badElement) == nil)
        #expect(loss(report, "/products/*", .null) == nil)
        #expect(loss(report, "/products", .null) == .everything)
        #expect(report.findings.allSatisfy { ($0.loss == .everything) == ($0.reason != "") })
    }

    @Test func `a member that is left out is no more than its own loss`() throws {
        struct Lenient: Decodable {
            let count: Int?
            private enum CodingKeys: CodingKey { case count }
            init(from decoder: any Decoder) throws {
                count = try? decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)
            }
        }
        let report = try examine(Lenient.self, #"{"count": 3}"#)
        #expect(report.isEmpty)
        #expect(loss(report, "/count", .text) == .member)
        #expect(loss(report, "/count", .missing) == nil)
        #expect(loss(report, "/count", .null) == nil)
        #expect(report.baseline == "")
        #expect("\(report)".contains("loses only the member:\n  /count – a string in place of a number"))
    }

    @Test func `a resilient type has a clean report`() throws {
        let report = try examine(ResilientShop.self)
        #expect(report.isEmpty, "\(report)")
        #expect(report.changeCount > 60)
        #expect("\(report)".hasSuffix("\(report.changeCount) changes tried: nothing is fragile"))
    }

    @Test func `the worst comes first, in the order of the places`() throws {
        let report = try examine(LossyShop.self)
        #expect(report.findings.map(\.loss) == report.findings.map(\.loss).sorted(by: >))
        let text = "\(report)"
        let titles = ["loses everything:", "loses the element:", "read by nobody:"].map {
            text.range(of: $0)?.lowerBound
        }
        #expect(!titles.contains(nil))
        #expect(titles.compactMap(\.self) == titles.compactMap(\.self).sorted())
    }

    @Test func `members that no type reads are named, the outermost of them`() throws {
        #expect(try examine(StrictShop.self).unread == ["/secret"])
        #expect(try examine(StrictShop.self, #"{"products": [{"id": 1, "name": "a"}]}"#).unread == [])
        struct Names: Decodable {
            struct Product: Decodable { let name: String }
            let products: [Product]
        }
        let unread = try examine(Names.self).unread.sorted()
        #expect(
            unread == [
                "/products/*/id", "/products/*/kind", "/products/*/price", "/products/*/since", "/products/*/tags",
                "/secret",
            ])
    }

    @Test func `members of classes, sets, dictionaries and inherited ones are read`() throws {
        class Base: Decodable {
            var id: Int?
            private enum CodingKeys: CodingKey { case id }
            required init(from decoder: any Decoder) throws {
                id = try? decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
            }
        }
        final class Derived: Base {
            let tags: Set<String>
            let counts: [String: Double]
            private enum CodingKeys: CodingKey { case tags, counts }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                tags = try container.decode(Set<String>.self, forKey: .tags)
                counts = try container.decode([String: Double].self, forKey: .counts)
                try super.init(from: decoder)
            }
        }
        let json = #"{"id": 3, "tags": ["b c"], "counts": {"x": 1}, "other": 4}"#
        let report = try examine(Derived.self, json)
        #expect(report.unread == ["/other"])
        #expect(loss(report, "/id", .text) == .member)
        #expect(loss(report, "/counts/x", .missing) == nil)
        #expect(loss(report, "/tags", .emptyList) == nil)
    }

    @Test func `a member with a default is read`() throws {
        struct Counter: Decodable {
            let count: Int
            private enum CodingKeys: CodingKey { case count }
            init(from decoder: any Decoder) throws {
                count = (try? decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .count)) ?? 0
            }
        }
        let report = try examine(Counter.self, #"{"count": 3, "other": 4}"#)
        #expect(report.unread == ["/other"])
        #expect(report.findings == [])
    }

    @Test(
        arguments: [
            ("2026-03-01", ["1772323200", #""2026-03-01T00:00:00Z""#]),
            ("2026-03-01T01:02:03Z", ["1772323200", #""2026-03-01T01:02:03.123Z""#, #""2026-03-01""#]),
            ("2026-03-01 01:02:03.5+01:00", ["1772323200", #""2026-03-01T01:02:03Z""#, #""2026-03-01""#]),
            ("2026-03-01T01:02", nil), ("2026-03-1", nil), ("", nil), ("2026-03-01T01:02:03", nil), ("26-03-2001", nil),
            ("2026-03-01x01:02:03Z", nil),
        ] as [(String, [String]?)]) func `a date has other formats`(text: String, others: [String]?)
    {
        #expect(DateText.others(for: text) == others)
    }

    @Test func `it is the same each time`() throws {
        let first = try examine(StrictShop.self)
        let second = try examine(StrictShop.self)
        #expect("\(first)" == "\(second)")
        #expect(first.findings == second.findings)
    }

    @Test func `only what is new counts beyond a baseline`() throws {
        struct Old: Decodable { let id: Int }
        struct New: Decodable { let id: Int, name: String }
        let json = #"{"id": 1, "name": "a"}"#
        let baseline = try examine(Old.self, json).baseline
        #expect(
            baseline == """
                (all): an empty object loses everything
                /id: a fraction loses everything
                /id: a huge number loses everything
                /id: a string in place of a number loses everything
                /id: missing loses everything
                /id: null loses everything

                """)
        #expect(try examine(Old.self, json).beyond(baseline).isEmpty)
        let report = try examine(New.self, json).beyond("# known\n\n" + baseline)
        #expect(Set(report.findings.map(\.pointer)) == ["/name"])
        #expect(!report.isEmpty)
        let cured = try examine(Old.self, json).beyond(baseline + "/gone: null loses everything\n")
        #expect(cured.isEmpty)
        #expect(cured.cured == ["/gone: null loses everything"])
        #expect("\(cured)".contains("remove from the baseline:\n  /gone: null loses everything"))
    }

    @Test func `a baseline is read from its file`() throws {
        let folder = try TemporaryFolder([:])
        let url = folder.url.appendingPathComponent("fragility.txt")
        let report = try examine(StrictShop.self)
        #expect(try report.beyond(baseline: url).findings == report.findings)
        try Data(report.baseline.utf8).write(to: url)
        #expect(try report.beyond(baseline: url).isEmpty)
        #expect(throws: CocoaError.self) { try report.beyond(baseline: folder.url) }
    }

    @Test func `what cannot be examined is said, and is not clean`() {
        let types: [(Fragility, String)] = [
            (Response.data(Data("{".utf8)).fragility(of: Int.self), "it is no JSON"),
            (Response.file("x").fragility(of: Int.self), "its body is not in memory"),
            (Fixture.json(["a": 1]).fragility(of: [Int].self), "can't be decoded as Array<Int> even unchanged"),
        ]
        for (report, words) in types {
            #expect(!report.isEmpty)
            #expect("\(report)".contains(words), "\(report)")
        }
    }

    @Test func `a fixture and a response are examined like their JSON`() throws {
        let json = try JSON(parsing: Data(Self.shop.utf8))
        let expected = json.fragility(of: StrictShop.self).findings
        #expect(Fixture.json(json).fragility(of: StrictShop.self).findings == expected)
        #expect(Response.json(json).fragility(of: StrictShop.self).findings == expected)
    }

    @Test func `of a long list some elements are changed, spread over all of it`() throws {
        let element = #"{"id": 1, "text": "\#(String(repeating: "x y ", count: 20))"}"#
        let list = "[\(Array(repeating: element, count: 300).joined(separator: ","))]"
        /// The second half of a list.
        struct Half: Decodable {
            struct Item: Decodable { let id: Int }
            struct Skipped: Decodable {}

            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                while !list.isAtEnd {
                    if list.currentIndex < 150 {
                        _ = try list.decode(Skipped.self)
                    } else {
                        _ = try list.decode(Item.self)
                    }
                }
            }
        }
        let report = Fragility(of: Half.self, in: Data(list.utf8), JSONDecoder(), limit: 1_000_000)
        #expect(report.changeCount < 400)
        #expect(report.notes.first?.contains("which is long") == true)
        #expect(loss(report, "/*/id", .text) == .everything)
        #expect(loss(report, "", .badElement) == .everything)
        #expect(report.unread == ["/*/text"])
    }
}

private enum Kind: String, Decodable { case black, herbal }

private struct StrictShop: Decodable {
    struct Product: Decodable {
        let id: Int
        let name: String
        let kind: Kind?
        let price: Double?
        let tags: [String]?
        let since: String?
    }
    let products: [Product]
    let next: String?
}

private struct Lossy<Element: Decodable>: Decodable {
    let elements: [Element]

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        while !container.isAtEnd {
            if let element = try container.decode(Attempt<Element>.self).value { elements.append(element) }
        }
        self.elements = elements
    }
}

private struct Attempt<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

private struct LossyShop: Decodable {
    struct Product: Decodable {
        let name: String
        let tags: [String]
    }
    let products: Lossy<Product>
}

private struct ResilientShop: Decodable {
    struct Product: Decodable {
        let id: Int?
        let name: String?
        let kind: Kind?
        let price: Double?
        let tags: [String]

        private enum CodingKeys: CodingKey { case id, name, kind, price, tags }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try? container.decode(Int.self, forKey: .id)
            name = try? container.decode(String.self, forKey: .name)
            kind = try? container.decode(Kind.self, forKey: .kind)
            price = try? container.decode(Double.self, forKey: .price)
            tags = (try? container.decode(Lossy<String>.self, forKey: .tags).elements) ?? []
        }
    }
    let products: [Product]

    private enum CodingKeys: CodingKey { case products }

    init(from decoder: any Decoder) throws {
        let container = try? decoder.container(keyedBy: CodingKeys.self)
        products = (try? container?.decode(Lossy<Product>.self, forKey: .products).elements) ?? []
    }
}
