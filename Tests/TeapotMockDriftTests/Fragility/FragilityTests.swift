import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockDrift

@Suite(.inTurn) struct `A fragility report` {
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

    @Test func `a strict type loses everything, and the report gives the reason and the remedy`() throws {
        let report = try examine(StrictShop.self)
        #expect(!report.isEmpty)
        let missing = try #require(report.findings.first { $0.pointer == "/products/*/name" && $0.change == .missing })
        #expect(missing.loss == .everything)
        #expect(missing.count == 2)
        #expect(missing.reason == "/products/0: expected a member “name”, found none")
        #expect(missing.remedy == "make “name” optional, or give it a default in `init(from:)`")
    }

    @Test(
        arguments: [
            ("/products/*/kind", .unknownText, .everything), ("/products/*/price", .text, .everything),
            ("/products", .badElement, .everything), ("/products/*", .null, .everything),
            // A `Double` may be huge or negative, and a list may be empty.
            ("/products/*/price", .hugeNumber, nil), ("/products/*/price", .negative, nil),
            ("/products", .emptyList, nil),
            ("/products/*", .newMember, nil), ("/products/*", .otherOrder, nil),
        ] as [(String, Fragility.Change, Fragility.Loss?)])
    func `a strict type loses everything or nothing`(
        pointer: String, change: Fragility.Change, loss: Fragility.Loss?
    ) throws {
        #expect(self.loss(try examine(StrictShop.self), pointer, change) == loss)
    }

    @Test(
        arguments: [
            ("/products/*/name", .missing, .element), ("/products/*/tags", .null, .element),
            ("/products", .badElement, nil),
            ("/products/*", .null, nil), ("/products", .null, .everything),
        ] as [(String, Fragility.Change, Fragility.Loss?)])
    func `a list that leaves bad elements out loses the element`(
        pointer: String, change: Fragility.Change, loss: Fragility.Loss?
    ) throws {
        #expect(self.loss(try examine(LossyShop.self), pointer, change) == loss)
    }

    @Test func `only a total loss has a reason`() throws {
        let report = try examine(LossyShop.self)
        #expect(report.findings.allSatisfy { ($0.loss == .everything) == ($0.reason != "") })
    }

    @Test func `a skipped member loses only itself`() throws {
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
        #expect("\(report)".contains("loses only the member:\n  /count – a string instead"))
    }

    @Test func `a resilient type has a clean report`() throws {
        let report = try examine(ResilientShop.self)
        #expect(report.isEmpty, "\(report)")
        #expect(report.changeCount > 60)
        #expect("\(report)".hasSuffix("\(report.changeCount) changes tried: nothing is fragile"))
    }

    @Test func `the worst findings come first, then the order of the places counts`() throws {
        let report = try examine(LossyShop.self)
        #expect(report.findings.map(\.loss) == report.findings.map(\.loss).sorted(by: >))
        let text = "\(report)"
        let titles = ["loses everything:", "loses the element", "never read:"].map {
            text.range(of: $0)?.lowerBound
        }
        #expect(!titles.contains(nil))
        #expect(titles.compactMap(\.self) == titles.compactMap(\.self).sorted())
    }

    @Test func `members that no type reads are named at the outermost level`() throws {
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

    @Test func `losing an object because of one member is worse than losing the member`() throws {
        struct User: Decodable { let name: String, email: String }
        struct Page: Decodable {
            let user: User?
            private enum CodingKeys: CodingKey { case user }
            init(from decoder: any Decoder) throws {
                user = try? decoder.container(keyedBy: CodingKeys.self).decode(User.self, forKey: .user)
            }
        }
        let report = try examine(Page.self, #"{"user": {"name": "A, b", "email": "x@y", "age": 3}}"#)
        #expect(loss(report, "/user/name", .missing) == .element)
        #expect(loss(report, "/user", .missing) == nil)
        #expect(loss(report, "/user/age", .missing) == nil)
        #expect(!report.isEmpty)
        // Each value counts once.
        struct Level: Decodable { let level: Int, name: String }
        struct Levels: Decodable {
            let user: Level?
            private enum CodingKeys: CodingKey { case user }
            init(from decoder: any Decoder) throws {
                user = try? decoder.container(keyedBy: CodingKeys.self).decode(Level.self, forKey: .user)
            }
        }
        let levels = try examine(Levels.self, #"{"user": {"level": 3, "name": "A, b"}}"#)
        #expect(levels.findings.first { $0.pointer == "/user/level" && $0.change == .text }?.count == 1)
        #expect(loss(levels, "/user/level", .text) == .element)
        // With a single member, there's nothing else to lose.
        struct Name: Decodable { let name: String }
        let single = try JSON(parsing: Data(#"{"name": "A, b"}"#.utf8)).fragility(of: Name.self)
        #expect(single.findings.allSatisfy { $0.loss == .everything })
    }

    @Test func `an element lost because of a new member isn't the value itself`() throws {
        struct Strict: Decodable {
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                guard container.allKeys.count == 1 else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "unknown"))
                }
            }
        }
        let report = try examine(Lossy<Strict>.self, #"[{"id": 1}, {"id": 2}]"#)
        #expect(loss(report, "/*", .newMember) == .element)
    }

    @Test(arguments: ["+4915112345", ".5", "007", "5."]) func `digits that don't form a JSON number stay a string`(
        text: String
    ) throws {
        struct Contact: Decodable { let phone: String }
        let report = try examine(Contact.self, #"{"phone": "\#(text)"}"#)
        #expect(report.findings.allSatisfy { $0.change == .missing || $0.change == .null || $0.pointer.isEmpty })
    }

    @Test func `an enum is tried with each of its cases in the mock`() throws {
        struct Item: Decodable {
            enum Kind: String, Decodable { case a, b, c, d = "in d" }
            let kind: Kind
        }
        let json = #"[{"kind": "a"}, {"kind": "b"}, {"kind": "c"}, {"kind": "in d"}]"#
        let report = try examine([Item].self, json)
        #expect(report.findings.first { $0.change == .unknownText }?.count == 4)
    }

    @Test func `the reason is the one for the greatest loss`() throws {
        struct Item: Decodable {
            let value: Int?
            private enum CodingKeys: CodingKey { case kind, value }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                let isStrict = try container.decode(Bool.self, forKey: .kind)
                value =
                    isStrict
                    ? try container.decode(Int.self, forKey: .value) : try? container.decode(Int.self, forKey: .value)
            }
        }
        let report = try examine([Item].self, #"[{"kind": false, "value": 1}, {"kind": true, "value": 2}]"#)
        let finding = try #require(report.findings.first { $0.pointer == "/*/value" && $0.change == .text })
        #expect(finding.loss == .everything)
        #expect(finding.count == 2)
        #expect(finding.reason.contains("/1/value"))
        #expect(finding.remedy != nil)
    }

    @Test func `values that may be defaults don't count as unread`() throws {
        struct Flags: Decodable {
            let isOn: Bool, note: String
            private enum CodingKeys: CodingKey { case isOn, note }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                isOn = (try? container.decode(Bool.self, forKey: .isOn)) ?? false
                note = (try? container.decode(String.self, forKey: .note)) ?? ""
            }
        }
        #expect(try examine(Flags.self, #"{"isOn": false, "note": "", "other": "x y"}"#).unread == ["/other"])
        struct Random: Decodable {
            let id = UUID()
            let name: String
            private enum CodingKeys: CodingKey { case name }
        }
        let report = try examine(Random.self, #"{"name": "a", "other": 1}"#)
        #expect(report.unread == [])
        #expect(report.notes == ["which values of the value are read, because they differ each time"])
    }

    @Test func `a finding that became smaller isn't new`() throws {
        let strict = try examine(StrictShop.self).baseline
        let text = "/products/*/name: missing loses everything\n"
        #expect(strict.contains(text))
        let report = try examine(LossyShop.self).beyond(text)
        #expect(loss(report, "/products/*/name", .missing) == nil)
        #expect(report.cured == [])
    }

    @Test func `a recursive object and names with odd characters do no harm`() throws {
        final class Node: Decodable {
            var children: [String: Node]
            weak var parent: Node?
            private enum CodingKeys: CodingKey { case children }
            init(from decoder: any Decoder) throws {
                children =
                    try decoder.container(keyedBy: CodingKeys.self)
                    .decodeIfPresent([String: Node].self, forKey: .children) ?? [:]
                for child in children.values { child.parent = self }
            }
        }
        let report = try examine(Node.self, #"{"children": {"a": {"children": {}}, "b\nc": {}, "*": {}}}"#)
        #expect(!report.isEmpty)
        #expect(report.baseline.split(separator: "\n").allSatisfy { $0.hasPrefix("/") || $0.hasPrefix("(all)") })
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
        ] as [(String, [String]?)]) func `a date is tried in other formats`(text: String, others: [String]?)
    {
        #expect(DateText.others(for: text) == others)
    }

    @Test func `the report is the same each time`() throws {
        let first = try examine(StrictShop.self)
        let second = try examine(StrictShop.self)
        #expect("\(first)" == "\(second)")
        #expect(first.findings == second.findings)
    }

    @Test func `only findings that aren't in the baseline count`() throws {
        struct Old: Decodable { let id: Int }
        struct New: Decodable { let id: Int, name: String }
        let json = #"{"id": 1, "name": "a"}"#
        let baseline = try examine(Old.self, json).baseline
        #expect(
            baseline == """
                (all): an empty object loses everything
                /id: a fraction loses everything
                /id: a huge number loses everything
                /id: a string instead loses everything
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
        #expect("\(cured)".contains("remove these from the baseline:\n  /gone: null loses everything"))
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

    @Test func `parts that can't be examined are reported, and aren't clean`() {
        let types: [(Fragility, String)] = [
            (Response.data(Data("{".utf8)).fragility(of: Int.self), "it isn't JSON"),
            (Response.file("x").fragility(of: Int.self), "its body is not in memory"),
            (Response.json(["a": 1]).fragility(of: [Int].self), "can't be decoded as Array<Int> even unchanged"),
        ]
        for (report, words) in types {
            #expect(!report.isEmpty)
            #expect("\(report)".contains(words), "\(report)")
        }
    }

    @Test func `a response is examined like its JSON`() throws {
        let json = try JSON(parsing: Data(Self.shop.utf8))
        let expected = json.fragility(of: StrictShop.self).findings
        #expect(Response.json(json).fragility(of: StrictShop.self).findings == expected)
    }

    @Test func `some elements of a long list are changed, spread over the whole list`() throws {
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
        #expect(report.notes.first?.contains("because it is long") == true)
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
