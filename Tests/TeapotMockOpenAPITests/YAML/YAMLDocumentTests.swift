import Foundation
import Teapot
import TeapotMockDocuments
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

@Suite(.inTurn, .timeLimit(.minutes(2))) struct `A YAML document` {
    /// A text with the JSON that it means, or `nil` if it must be refused, from `TestResources/OpenAPI`.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let yaml: String
        let json: String?
        let hasMore: Bool
        let isUnsupported: Bool

        static let all: [Case] = {
            let url = Fixtures.openAPIDirectory.appendingPathComponent("YAMLCases.json")
            let tree = (try? Data(contentsOf: url)).flatMap { try? JSONTree(parsing: $0) }
            return (tree?.elements ?? []).map { entry in
                Case(
                    testDescription: entry["name"]?.text ?? "", yaml: entry["yaml"]?.text ?? "",
                    json: entry["json"]?.text, hasMore: entry["more"]?.truth == true,
                    isUnsupported: entry["unsupported"]?.truth == true)
            }
        }()
    }

    private func read(_ text: String) throws(YAMLDocument.ParsingError) -> YAMLDocument {
        try YAMLDocument(parsing: Data(text.utf8))
    }

    private func error(_ text: String) -> String? {
        do throws(YAMLDocument.ParsingError) { _ = try read(text) } catch { return error.description }
        return nil
    }

    @Test func `each case has its JSON, or is refused`() throws {
        #expect(Case.all.count == 759)
        for sample in Case.all {
            do throws(YAMLDocument.ParsingError) {
                let document = try onDeepStack {
                    Result { () throws(YAMLDocument.ParsingError) in try YAMLDocument(parsing: Data(sample.yaml.utf8)) }
                }.get()
                let json = try? sample.json.map { try JSONTree(parsing: Data($0.utf8)) }
                #expect(document.tree == json, "\(sample)")
                #expect(document.hasMoreDocuments == sample.hasMore, "\(sample)")
            } catch {
                #expect(sample.json == nil, "\(sample): \(error)")
                if sample.isUnsupported {
                    #expect(
                        error.reason.contains("support") || error.reason.contains("JSON can't hold"),
                        "\(sample): \(error)")
                }
            }
        }
    }

    @Test(arguments: [
        ("a: [1, 2", "line 1, column 9: "),
        ("a:\n\tb: 1", "line 2, column 2: tabs can't be used for indentation; use spaces"),
        ("get: 1\nput: 2\nget: 3", "line 3, column 1: "),
        ("a: *b", "line 1, column 4: "),
        ("a: b: c", "line 1, column 4: "),
        ("a: .inf", "line 1, column 4: "),
        ("a: !money 3", "line 1, column 4: "),
        ("é: 'a\n", "line 1, column 4: "),
    ])
    func `an error has the line and the column`(text: String, place: String) {
        #expect(error(text)?.hasPrefix(place) == true, "\(error(text) ?? "no error")")
    }

    @Test func `a repeated key is named with both lines`() {
        #expect(error("get: 1\nput: 2\nget: 3")?.contains("“get”") == true)
        #expect(error("get: 1\nput: 2\nget: 3")?.contains("1") == true)
    }

    @Test func `a value has the place where it's written`() throws {
        let document = try read("a:\n  - x\n  - b: &b {c: 1}\nd: *b\n")
        #expect(document.position(of: ["a", "1", "b"]).map { [$0.line, $0.column] } == [3, 11])
        #expect(document.position(of: ["d", "c"]).map { [$0.line, $0.column] } == [3, 15])
        #expect(document.position(of: ["a", "2"]) == nil)
    }

    @Test func `aliases that would expand to billions of values are refused`() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
        for level in 1...9 {
            let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
            text += "a\(level): &a\(level) [\(aliases)]\n"
        }
        #expect(error(text)?.contains("alias") == true)
        #expect(error("a: &a [*a]") != nil)
    }

    @Test func `many anchors on one line don't take forever`() throws {
        let count = 100_000
        let document = try read("[" + (0..<count).map { "&a\($0) 1" }.joined(separator: ", ") + "]")
        #expect(document.tree.elements?.count == count)
    }

    @Test func `nothing traps when any byte is missing, changed or the last`() {
        let text = Array(
            """
            openapi: 3.1.0 # first
            info: {title: "T\\u00e9a", 'v': [1, 2.50, ~]}
            paths:
              /teas: &teas
                get:
                  description: |-
                    one
                     two
                  summary: >+
                    folded

                  tags: [a, "b"]
              /more: {<<: *teas, ? x : y}
            ...
            """.utf8)
        for index in text.indices {
            _ = try? YAMLDocument(parsing: Data(text[..<index]))
            var shorter = text
            shorter.remove(at: index)
            _ = try? YAMLDocument(parsing: Data(shorter))
            for byte in [0x09, 0x20, 0x0A, 0x2D, 0x3A, 0x7B, 0x5D, 0x22, 0x26, 0x80] as [UInt8] {
                var changed = text
                changed[index] = byte
                _ = try? YAMLDocument(parsing: Data(changed))
            }
        }
    }
}
