import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests with large and hostile requests, most of which would take minutes if the time were quadratic.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A RequestChecker ends in time` {
    private static let headers: Teapot.HeaderFields = ["Content-Type": "application/json"]
    private let count = Size.of(full: 40_000, usual: 10_000)

    private func body(_ schema: String, _ type: String = "application/json") throws -> Contract {
        try Contract(#"{"requestBody":{"content":{"\#(type)":{"schema":\#(schema)}}}}"#)
    }

    private func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    @Test func `with many query items`() throws {
        var contract = try Contract(
            #"""
            {"parameters":[{"name":"p","in":"query","schema":{"type":"array","items":{"oneOf":[{"type":"integer"},
            {"type":"string","enum":["x"]}]}}},{"name":"limit","in":"query","required":true},
            {"name":"q","in":"query","schema":{"type":"object","additionalProperties":{"type":"integer"}}},
            {"name":"d","in":"query","style":"deepObject","schema":{"type":"object"}}]}
            """#)
        let items = (0..<count).map { "p=\($0)&a\($0)=\($0)&d[a\($0)]=x" }.joined(separator: "&")
        #expect(try contract.faults(query: items + "&p=y").map { $0.prefix(30) }.count == 2)
        #expect(try contract.faults(query: repeated("&", count) + "a" + repeated("=", count)).count == 2)
    }

    @Test func `with a large list in one item`() throws {
        var contract = try Contract(
            parameter:
                #"{"name":"p","in":"query","explode":false,"schema":{"type":"array","items":{"type":"integer"}}}"#)
        #expect(try contract.faults(query: "p=" + repeated("1,", count) + "1") == [])
        #expect(try contract.faults(query: "p=" + repeated("1%2C", count) + "1") == [])
        #expect(try contract.faults(query: "p=" + repeated("x,", count) + "1").count == count)
    }

    @Test func `with a large body`() throws {
        var contract = try body(#"{"type":"array","items":{"type":"integer"},"maxItems":5}"#)
        let size = Size.of(full: 1_500_000, usual: 200_000)
        let text = "[" + repeated("1,", size / 2) + "1]"
        #expect(try contract.faults(headers: Self.headers, body: Data(text.utf8)).count == 1)
        var form = try body(
            #"{"type":"object","properties":{"a":{"type":"string"}}}"#, "application/x-www-form-urlencoded")
        let headers: Teapot.HeaderFields = ["Content-Type": "application/x-www-form-urlencoded"]
        #expect(try form.faults(headers: headers, body: Data(("a=" + repeated("x", size)).utf8)) == [])
        #expect(try form.faults(headers: headers, body: Data(repeated("b=1&", size / 4).utf8)) == [])
        // Swift sorts successive marks for a text's own hash.
        let marks = repeated("\u{301}\u{316}", 100_000)
        #expect(try form.faults(headers: headers, body: Data("a\(marks)=1&b\(marks)=2".utf8)) == [])
    }

    @Test func `with a deep body`() throws {
        var contract = try body(
            ##"{"type":["array","integer"],"items":{"$ref":"#/paths/~1a/post/requestBody/content/application~1json/schema"}}"##
        )
        func nested(_ depth: Int, _ inner: String) -> Data {
            Data((repeated("[", depth) + inner + repeated("]", depth)).utf8)
        }
        #expect(try contract.faults(headers: Self.headers, body: nested(40, "1")) == [])
        #expect(try contract.faults(headers: Self.headers, body: nested(40, "true")).count == 1)
        #expect(try contract.faults(headers: Self.headers, body: nested(500, "true")) == [])
        #expect(contract.notes.contains { $0.hasSuffix("more than 128 nested schemas are not followed") })
        let fault = try contract.faults(headers: Self.headers, body: nested(600, "1"))
        #expect(fault.count == 1)
        #expect(fault.first?.hasPrefix("400 #/body expected JSON with ") == true)
        #expect(try contract.faults(headers: Self.headers, body: Data(repeated("[", 100_000).utf8)).count == 1)
    }

    @Test func `with schemas that refer to themselves`() throws {
        let schema = ##"{"allOf":[{"$ref":"#/components/schemas/a"},{"$ref":"#/components/schemas/a"}]}"##
        let operation = ##"{"parameters":[{"name":"p","in":"query","schema":{"$ref":"#/components/schemas/a"}}]}"##
        var contract = try Contract(operation, components: #"{"schemas":{"a":\#(schema)}}"#)
        #expect(try contract.faults(query: "p=1") == [])
        let branches = (0..<30).map { _ in #"{"oneOf":[{"type":"integer"},{"type":"string","enum":["a"]}]}"# }
        var many = try Contract(
            parameter: #"{"name":"p","in":"query","schema":{"allOf":[\#(branches.joined(separator: ","))]}}"#)
        #expect(try many.faults(query: "p=1") == [])
        #expect(try many.faults(query: "p=b").isEmpty == false)
    }

    @Test func `with a pattern that's slow for one request`() throws {
        var contract = try body(#"{"type":"string","pattern":"^(a+)+$"}"#)
        let slow = try contract.faults(headers: Self.headers, body: Data("\"\(repeated("a", 40))b\"".utf8))
        #expect(slow == [])
        #expect(try contract.faults(headers: Self.headers, body: Data(#""b""#.utf8)).count == 1)
    }

    @Test(arguments: Size.spread(0..<2000 as Range<UInt64>, usual: 400))
    func `with any bytes`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let words = [
            "=", "&", "%", "%2", "%FF", ",", "p", "p[", "]", "|", "+", ";", ".", "\u{301}", "{", "\"", "1", "é", " ",
        ]
        func text() -> String {
            (0..<Int.random(in: 0..<12, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }.joined()
        }
        let style =
            ["form", "spaceDelimited", "pipeDelimited", "deepObject", "simple", "label", "matrix", "cookie"]
            .randomElement(using: &random) ?? ""
        let schema =
            ##"{"type":["object","array","integer"],"items":{"type":"integer"},"properties":{"p":{"$ref":"#"}}}"##
        let explode = Bool.random(using: &random)
        let parameters = ["query", "path", "header", "cookie"].map {
            #"{"name":"p","in":"\#($0)","style":"\#(style)","explode":\#(explode),"schema":\#(schema)}"#
        }
        let types = ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"]
        let content = types.map { #""\#($0)":{"schema":\#(schema)}"# }.joined(separator: ",")
        var contract = try Contract(
            #"{"parameters":[\#(parameters.joined(separator: ","))],"requestBody":{"content":{\#(content)}}}"#)
        for type in types + ["multipart/form-data; boundary=p"] {
            let items = Request.items(of: text())
            let headers: Teapot.HeaderFields = ["Content-Type": type, "p": text(), "Cookie": text()]
            let request = Request(
                method: "POST", path: "/a", query: items, headers: headers, body: Data(text().utf8))
            let first = contract.checker.faults(of: request, for: contract.details, pathValues: ["p": text()])
            #expect(first.allSatisfy { $0.pointer.hasPrefix("#/") && $0.source.hasPrefix("#") })
        }
    }
}
