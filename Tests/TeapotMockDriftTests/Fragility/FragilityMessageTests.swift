import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockDrift

@Suite(.inTurn) struct `The text of a fragility report` {
    private struct Page: Decodable {
        let next: Int
        let counts: [Int]
    }

    private static let page = #"{"next": 2, "counts": [4, 5]}"#

    private func examine<Value: Decodable>(_ type: Value.Type, _ json: String = page) throws -> Fragility {
        try JSON(parsing: Data(json.utf8)).fragility(of: type)
    }

    private func finding(_ report: Fragility, _ pointer: String, _ change: Fragility.Change) -> Fragility.Finding? {
        report.findings.first { $0.pointer == pointer && $0.change == change }
    }

    @Test func `a number that doesn't fit is named with its place`() throws {
        let report = try examine(Page.self)
        #expect(
            finding(report, "/next", .fraction)?.reason
                == "/next: the number 2.5 does not fit its type, such as `Int` or `UInt`")
        #expect(
            finding(report, "/counts/*", .hugeNumber)?.reason
                == "/counts/0: the number 92233720368547758080 does not fit its type, such as `Int` or `UInt`")
        struct Small: Decodable { let a: [UInt8?] }
        #expect(
            finding(try examine(Small.self, #"{"a": [null, 7]}"#), "/a/*", .negative)?.reason
                == "/a/1: the number -7 does not fit its type, such as `Int` or `UInt`")
        #expect(!"\(report)".contains("not valid JSON"))
        // A type's own reason is kept.
        struct Day: Decodable { let temperature: Warm }
        struct Warm: Decodable {
            init(from decoder: any Decoder) throws {
                guard let number = try? decoder.singleValueContainer().decode(Int.self), number > 0 else {
                    throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "too cold"))
                }
            }
        }
        let day = try examine(Day.self, #"{"temperature": 7}"#)
        #expect(finding(day, "/temperature", .negative)?.reason.hasSuffix("(too cold)") == true)
    }

    @Test func `the remedy for a number that doesn't fit depends on the number`() throws {
        let report = try examine(Page.self)
        #expect(
            finding(report, "/next", .fraction)?.remedy
                == "if “next” can have fractions, like an amount, decode it as `Decimal` or `Double`; if it only counts "
                + "or identifies, decode it with `try?` as an optional")
        #expect(
            finding(report, "/next", .hugeNumber)?.remedy
                == "decode “next” with `try?` as an optional, or as `Decimal` if it may become that large")
    }

    @Test func `a mock that needs the app's decoder says so`() throws {
        struct Order: Decodable { let since: Date }
        let json = try JSON(parsing: Data(#"[{"since": "2026-03-01T00:00:00Z"}]"#.utf8))
        #expect(
            json.fragility(of: [Order].self).problems == [
                "the value, because it can't be decoded as Array<Order> even unchanged: /0/since: expected a number, "
                    + "found a string \"2026-03-01T00:00:00Z\"; if the app's decoder has other settings, such as a "
                    + "`dateDecodingStrategy`, pass it as `decoder:`"
            ])
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        #expect(json.fragility(of: [Order].self, decoder: decoder).problems == [])
    }

    @Test func `findings that a baseline knows are counted`() throws {
        let report = try examine(Page.self)
        let lines = report.baseline.split(separator: "\n")
        let known = report.beyond(report.baseline)
        #expect(known.isEmpty)
        #expect(
            "\(known)".hasSuffix(
                "\(report.changeCount) changes tried: nothing new is fragile; \(lines.count) findings known"))
        let rest = report.beyond(lines.dropLast().joined(separator: "\n"))
        #expect(!rest.isEmpty)
        #expect(
            "\(rest)".hasSuffix(
                "1 finding in which more than the value is lost; \(lines.count - 1) more are known"))
        let all = "\(report.beyond(""))"
        #expect(all.hasSuffix("\(lines.count) findings in which more than the value is lost"))
    }

    @Test func `a baseline without a file is mentioned`() throws {
        let folder = try TemporaryFolder([:])
        let url = folder.url.appendingPathComponent("fragility.txt")
        let report = try examine(Page.self)
        let words =
            "\nthere is no baseline “\(url.path)”, so every finding is new; write `report.baseline` to it\n"
        #expect("\(try report.beyond(baseline: url))".contains(words))
        try report.baseline.write(to: url, atomically: true, encoding: .utf8)
        #expect(!"\(try report.beyond(baseline: url))".contains("there is no baseline"))
    }

    @Test func `a finding that is no longer fragile is reported but doesn't fail`() throws {
        let report = try examine(Page.self)
        let cured = report.beyond(report.baseline + "/gone: null loses everything\n")
        #expect(cured.isEmpty)
        let title = "no longer fragile; this isn't a failure, but remove these from the baseline:"
        #expect("\(cured)".hasPrefix("\(title)\n  /gone: null loses everything"))
    }

    @Test func `a tolerated loss is listed but doesn't fail`() throws {
        let json = #"[{"id": 1, "name": "Tea"}, {"id": 2, "name": "Mate"}]"#
        let report = try examine(Few.self, json)
        #expect(!report.isEmpty)
        #expect(report.worst.allSatisfy { $0.loss == .element })
        let tolerant = report.tolerating(.element)
        #expect(tolerant.isEmpty)
        #expect(tolerant.findings == report.findings)
        #expect(tolerant.baseline == "")
        let title = "loses the element or the object around it (tolerated):"
        #expect("\(tolerant)".hasPrefix("\(title)\n  /*/id – missing"))
        #expect("\(tolerant)".hasSuffix("tried: no loss exceeds what is tolerated"))
        #expect(!"\(tolerant)".contains("→"))
        #expect(!tolerant.tolerating(.member).isEmpty)
        // Greater losses, and parts that couldn't be examined, still fail.
        let strict = try examine([Few.Item].self, json)
        #expect(!strict.tolerating(.element).isEmpty)
        #expect("\(strict.tolerating(.element))".hasSuffix("in which everything is lost"))
        #expect(strict.tolerating(.everything).isEmpty)
        #expect(try !examine(Int.self, json).tolerating(.everything).isEmpty)
        // It doesn't make a baseline of all losses outdated.
        #expect(tolerant.beyond(report.baseline).cured == [])
    }
}

/// A list without the elements that can't be decoded.
private struct Few: Decodable {
    struct Item: Decodable { let id: Int }
    struct Attempt: Decodable {
        let item: Item?
        init(from decoder: any Decoder) throws { item = try? Item(from: decoder) }
    }
    let items: [Item]
    init(from decoder: any Decoder) throws { items = try [Attempt](from: decoder).compactMap(\.item) }
}
