import Foundation
import TeapotTestTraits
import Testing

/// Tests that an invalid case is an error, and not silently accepted.
@Suite(.inTurn) struct `A wire case` {
    static let good = #"""
        {
          "title": "A title",
          "rfc": "9112 §3",
          "bytes": ["GET /a?b HTTP/1.1\r\n", "Host: a\r\n", "Content-Length: 1\r\n\r\n", { "hex": "FF" }],
          "expect": [
            {
              "request": "GET /a", "query": [["b"]], "fields": [["Host", "a"], ["Content-Length", "1"]],
              "body": { "hex": "FF" }
            }
          ]
        }
        """#

    @Test func `that passes reports no failure`() throws {
        let wireCase = try WireCase(Data(Self.good.utf8), file: "good.json")
        #expect(wireCase.complaints() == [])
    }

    static let differences = [
        (#""GET /a", "query""#, #""PUT /a", "query""#), (#""GET /a", "query""#, #""GET /A", "query""#),
        (#"[["b"]]"#, #"[["b", ""]]"#), (#"["Host", "a"], "#, ""), (#"["Content-Length", "1"]"#, #"["X", "1"]"#),
        (#""body": { "hex": "FF" }"#, #""body": { "hex": "FE" }"#),
        (#""body": { "hex": "FF" }"#, #""minor": 0, "body": { "hex": "FF" }"#),
        (#""body": { "hex": "FF" }"#, #""closes": true, "body": { "hex": "FF" }"#),
        (#"{ "hex": "FF" }]"#, #"{ "hex": "FF 47" }]"#), (#", { "hex": "FF" }]"#, "]"),
        (#""expect": ["#, #""expect": [{ "interim": 100 }, "#),
        (#""expect": ["#, #""expect": [{ "refused": 400, "reason": "Why" }, "#),
    ]

    @Test(arguments: differences.indices)
    func `that doesn't pass reports a failure`(index: Int) throws {
        let (right, wrong) = Self.differences[index]
        let text = Self.good.replacingOccurrences(of: right, with: wrong)
        try #require(text != Self.good)
        #expect(try !WireCase(Data(text.utf8), file: "other.json").complaints().isEmpty)
    }

    static let mistakes = [
        (#""rfc""#, #""rcf""#, "bad.json has rcf, but may have only title, rfc, bytes"),
        (#""rfc": "9112 §3","#, "", "bad.json lacks title, rfc, bytes or expect"),
        (#""title": "A title""#, #""title": """#, "bad.json.title is no text"),
        (#"{ "hex": "FF" }]"#, #"{ "hex": "F" }]"#, "bad.json.bytes[3].hex is not bytes of two hexadecimal digits"),
        (#"{ "hex": "FF" }]"#, #"{ "repeat": "a" }]"#, "bad.json.bytes[3] is neither hex, nor repeat with times"),
        (#"["Host", "a"]"#, #"["Host"]"#, "bad.json.expect[0].fields[0] is no pair"),
        (#""body": { "hex": "FF" }"#, #""closes": false"#, "bad.json.expect[0].closes is not true; leave it out"),
        (#""request": "GET /a", "#, "", "bad.json.expect[0] is neither a request, nor refused with a reason"),
        (#""GET /a", "query""#, #""GET", "query""#, "bad.json.expect[0].request is no method and path"),
    ]

    @Test(arguments: mistakes.indices)
    func `with a mistake is an error that says where`(index: Int) throws {
        let (right, wrong, message) = Self.mistakes[index]
        let text = Self.good.replacingOccurrences(of: right, with: wrong)
        try #require(text != Self.good)
        let error = #expect(throws: WireCaseError.self) { try WireCase(Data(text.utf8), file: "bad.json") }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
}
