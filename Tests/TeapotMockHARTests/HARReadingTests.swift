import Foundation
import Teapot
import TeapotTestResources
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockHAR

@Suite(.inTurn) struct `Reading a HAR file` {
    private func har(_ name: String) throws -> HAR {
        try HAR(contentsOf: Fixtures.harDirectory.appendingPathComponent(name))
    }

    private func entry(_ text: String) throws -> HAR {
        try HAR(parsing: Data(#"{"log": {"entries": [\#(text)]}}"#.utf8), name: "a.har")
    }

    @Test func `accepts Chrome's`() throws {
        let har = try har("chrome.har")
        #expect(har.entries.count == 3)
        let first = try #require(har.entries.first)
        #expect(first.request.method == "GET")
        #expect(first.request.origin == "https://shop.test")
        #expect(first.request.path == "/v1/products")
        #expect(first.request.query == [.init(name: "page", value: "2"), .init(name: "sort", value: "name")])
        #expect(first.request.headers.map(\.name) == ["accept", "accept-encoding"])
        #expect(
            first.response.headers == [
                "content-type": "application/json; charset=utf-8", "etag": "W/\"7\"", "set-cookie": "a=1; Path=/",
                "set-cookie": "b=2; Secure",
            ])
        #expect(try JSON(parsing: first.response.body) == ["page": 2, "products": [["id": 1]]])
        #expect(first.started == Date(timeIntervalSince1970: 1_772_600_767.3))
        #expect(first.duration == 0.0815)
        #expect(har.entries[1].response.body == Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
        #expect(har.entries[2].request.json == ["product": 1])
        #expect(har.entries[2].response.status == 303)
        #expect(har.entries[2].response.headers == ["location": "https://shop.test/v1/carts/9"])
        #expect(
            har.problems.map(\.description) == [
                "chrome.har: /log/entries/3/response/status: GET /pixel?id=1 was blocked or failed: "
                    + "net::ERR_BLOCKED_BY_CLIENT; it is skipped.",
                "chrome.har: /log/entries/4/request/url: A WebSocket can't be replayed; it is skipped.",
                "chrome.har: /log/entries/5/request/url: “data:image/png;base64,iVBORw0KGgo=” has its own data and "
                    + "needs no server; it is skipped.",
            ])
        #expect(har.problems.map(\.isNote) == [false, false, true])
        #expect(har.recorded.map(\.request.path) == ["/v1/logo.png", "/v1/products", "/v1/carts"])
    }

    @Test func `accepts Firefox's`() throws {
        let har = try har("firefox.har")
        #expect(har.entries.count == 2)
        let first = try #require(har.entries.first)
        #expect(first.started == Date(timeIntervalSince1970: 1_772_600_767.89))
        #expect(
            first.request.form == [
                .init(name: "user", value: "ada lovelace"), .init(name: "remember", value: "yes&no"),
            ])
        #expect(first.response.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
        #expect(first.response.headers["Transfer-Encoding"] == nil)
        #expect(first.response.headers["Content-Type"] == "text/plain; charset=utf-8")
        #expect(first.response.body == Data("Grüß dich".utf8))
        #expect(har.entries[1].response.status == 304)
        #expect(har.entries[1].duration == nil)
        #expect(
            har.problems.map(\.description) == [
                "firefox.har: /log/entries/1/response/content/text: The body of GET /v1/video, 4096 bytes, was not "
                    + "exported (Response bodies are not included); the entry is skipped.",
                "firefox.har: /log/entries/2/response/status: GET /v1/blocked was blocked or failed; it is skipped.",
            ])
    }

    @Test func `accepts Safari's`() throws {
        let har = try har("safari.har")
        let first = try #require(har.entries.first)
        #expect(first.duration == nil)
        #expect(try JSON(parsing: first.response.body) == ["id": 1, "name": "Ada"])
        #expect(first.response.headers == ["Content-Type": "application/json"])
        #expect(har.entries[1].response.headers == ["Location": "/v1/new", "Content-Type": "text/html"])
        #expect(
            har.problems.map(\.description) == [
                "safari.har: /log/entries/0/response/headers/1: “Bad Name” isn't a valid header name; "
                    + "it is skipped."
            ])
    }

    @Test(arguments: [
        ("{\n  \"log\": {,}\n}", "a.har:2:11: expected a member's name or \"}\" but found \",\""),
        ("", "a.har:1:1: expected a value but found the end of the text"),
        ("[]", "a.har: It isn't a HAR file: it has no “log” object."),
        ("{}", "a.har: It isn't a HAR file: it has no “log” object."),
        (#"{"log": 1}"#, "a.har: /log: It must be an object."),
        (#"{"log": {}}"#, "a.har: /log/entries: It is missing; it must be a list."),
        (#"{"log": {"entries": {}}}"#, "a.har: /log/entries: It must be a list."),
    ])
    func `fails if it's malformed`(text: String, message: String) {
        let error = #expect(throws: HAR.Problem.self) { try HAR(parsing: Data(text.utf8), name: "a.har") }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        ("1", "", "An entry must be an object; it is skipped."),
        ("{}", "/request", "It is missing; it must be an object."),
        (#"{"request": {"method": 1}}"#, "/request/method", "It must be a string."),
        (#"{"request": {"method": "G T"}}"#, "/request/method", "“G T” is not a valid method; the entry is skipped."),
        (#"{"request": {"method": "GET"}}"#, "/request/url", "It is missing; it must be a string."),
        (
            #"{"request": {"method": "GET", "url": "/a"}}"#, "/request/url", "“/a” is not a URL; the entry is skipped."
        ),
        (
            #"{"request": {"method": "GET", "url": "http://a"}}"#, "/response",
            "It is missing; it must be an object."
        ),
        (
            #"{"request": {"method": "GET", "url": "http://a"}, "response": {"status": "x"}}"#, "/response/status",
            "There is no status code from 0 to 999; the entry is skipped."
        ),
        (
            #"{"request": {"method": "GET", "url": "http://a"}, "response": {"status": 100}}"#, "/response/status",
            "Status 100 is not a final status; the entry is skipped."
        ),
        (
            #"{"request": {"method": "GET", "url": "http://a"}, "response": {"status": 200, "content": {"text": "é", "encoding": "gzip"}}}"#,
            "/response/content/encoding", "It is “gzip”, but only “base64” is supported; the entry is skipped."
        ),
        (
            #"{"request": {"method": "GET", "url": "http://a"}, "response": {"status": 200, "content": {"text": "a", "encoding": "base64"}}}"#,
            "/response/content/text", "It is not base64, although “encoding” says so; the entry is skipped."
        ),
        (
            #"{"request": {"method": "GET", "url": "http://a", "headers": 1}, "response": {"status": 200}}"#,
            "/request/headers", "It must be a list."
        ),
    ])
    func `skips invalid entries and keeps the rest`(text: String, pointer: String, reason: String) throws {
        let good = #"{"request": {"method": "get", "url": "http://a/b"}, "response": {"status": "204"}}"#
        let har = try entry("\(good), \(text), \(good)")
        #expect(har.entries.count == 2)
        #expect(har.entries.allSatisfy { $0.request.method == "GET" && $0.response.status == 204 })
        #expect(har.problems.map(\.pointer) == ["/log/entries/1" + pointer])
        #expect(har.problems.map(\.reason) == [reason])
    }

    @Test(arguments: [
        ("http://a/b%2Fc?d=%2F|e", "/b%2Fc", "%2F|e".removingPercentEncoding),
        ("http://a/b%2Fc[1]{x}?d=[%5B]", "/b%2Fc%5B1%5D%7Bx%7D", "[[]"),
        ("http://a/%zz é?d=%zz", "/%25zz%20%C3%A9", "%zz"),
        ("http://[::1]:80/b%2F|?d=a+b#%2F[", "/b%2F%7C", "a+b"), ("http://a?d=%2B|", "/", "+|"),
    ])
    func `keeps the escapes in URLs, whichever characters surround them`(
        url: String, path: String, value: String?
    ) throws {
        let har = try entry(#"{"request": {"method": "get", "url": "\#(url)"}, "response": {"status": 204}}"#)
        let request = try #require(har.entries.first).request
        #expect(request.path == path)
        #expect(request.query.first?.value == value)
        let copy = try HAR(parsing: har.data()).entries.first?.request
        #expect(copy?.path == path)
        #expect(copy?.query == request.query)
    }

    /// Returns an entry whose response has one header; its value is a JSON string.
    private func entry(with name: String, _ value: String) throws -> HAR {
        let response = #"{"status": 204, "headers": [{"name": "\#(name)", "value": \#(value)}]}"#
        return try entry(#"{"request": {"method": "GET", "url": "http://a/b"}, "response": \#(response)}"#)
    }

    @Test(arguments: [
        (#""a=1\nb=2\nc=3""#, ["a=1", "b=2", "c=3"]), (#"" a=1; Path=/ \n\n b=2\n""#, ["a=1; Path=/", "b=2"]),
        (#""a=x\u2028y\nb=\u0085\nc=\u2029""#, ["a=x\u{2028}y", "b=\u{85}", "c=\u{2029}"]), (#""a=1""#, ["a=1"]),
        (#""a=1\r\nb=2\r\n""#, ["a=1", "b=2"]),
        (#""a=1; Path=/\r\n\r\nb=\u00e9\nc=3""#, ["a=1; Path=/", "b=é", "c=3"]),
    ])
    func `finds a cookie in each line of Set-Cookie`(value: String, cookies: [String]) throws {
        for name in ["Set-Cookie", "set-cookie"] {
            let har = try entry(with: name, value)
            #expect(har.entries.first?.response.headers.values(for: "Set-Cookie") == cookies)
            #expect(har.problems == [])
        }
    }

    @Test(arguments: [
        (#""a=1\nb=\u0000\nc=3\nd=4""#, ["a=1", "c=3", "d=4"], 1), (#""\u0001\na=1""#, ["a=1"], 1),
        (#""a=\u000b1\nb=\u007f2\nc=3""#, ["c=3"], 2), (#""a=1\rb=2\nc=3""#, ["c=3"], 1),
    ])
    func `keeps the cookies around an invalid one`(value: String, cookies: [String], count: Int) throws {
        let har = try entry(with: "Set-Cookie", value)
        #expect(har.entries.first?.response.headers.values(for: "Set-Cookie") == cookies)
        #expect(har.problems.map(\.pointer) == Array(repeating: "/log/entries/0/response/headers/0", count: count))
        let reason = "The value of “Set-Cookie” has control characters; it is skipped."
        #expect(har.problems.map(\.reason) == Array(repeating: reason, count: count))
    }

    @Test(arguments: ["a\u{85}b", "a\u{2028}b", "a\u{2029}b", "\u{2028}", ""])
    func `keeps Unicode line breaks in the value of a header`(value: String) throws {
        let har = try entry(with: "X-Note", "\"\(value)\"")
        #expect(har.entries.first?.response.headers.values(for: "X-Note") == [value])
        #expect(har.problems == [])
    }

    @Test(arguments: [#""a\nb""#, #""a\u000bb""#, #""a\u000cb""#, #""a\r\nb""#])
    func `omits a header with a control character, except Set-Cookie`(value: String) throws {
        let har = try entry(with: "X-Note", value)
        #expect(har.entries.map(\.response.headers) == [[:]])
        #expect(har.problems.map(\.reason) == ["The value of “X-Note” has control characters; it is skipped."])
    }

    @Test(arguments: [("1", "1 byte"), ("1e300", "1e+300 bytes"), ("\"inf\"", "inf bytes")])
    func `gives the length of a missing body`(size: String, length: String) throws {
        let har = try entry(
            #"{"request": {"method": "GET", "url": "http://a/b"}, "response": {"status": 200, "content": {"size": \#(size)}}}"#
        )
        #expect(
            har.problems.map(\.reason) == ["The body of GET /b, \(length), was not exported; the entry is skipped."])
    }

    @Test func `accepts or refuses any content`() throws {
        var generator = SeededGenerator(seed: 11)
        let good = try Data(contentsOf: Fixtures.harDirectory.appendingPathComponent("chrome.har"))
        let tokens = ["null", "-1", "1e400", "[]", "{}", "true", "\"\"", "\"\\u0000\"", ","].map { Array($0.utf8) }
        for _ in 0..<Size.of(full: 300, usual: 100) {
            var bytes = Array(good)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                // Values are replaced, so most of the texts are still valid JSON.
                let starts = bytes.indices.filter { bytes[$0] == UInt8(ascii: ":") }
                guard let start = starts.randomElement(using: &generator),
                    let token = tokens.randomElement(using: &generator)
                else { continue }
                let rest = bytes[(start + 1)...]
                let end = rest.firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? bytes.endIndex
                bytes.replaceSubrange((start + 1)..<end, with: token)
            }
            guard let har = try? HAR(parsing: Data(bytes)) else { continue }
            let copy = try HAR(parsing: har.data())
            #expect(copy.entries.map(\.response) == har.entries.map(\.response))
        }
    }

    @Test func `accepts a byte order mark`() throws {
        let har = try HAR(parsing: Data("\u{FEFF}{\"log\": {\"entries\": []}}".utf8))
        #expect(har == HAR())
    }

    @Test func `reports a missing file`() {
        let file = URL(fileURLWithPath: "/nowhere/a.har")
        let error = #expect(throws: HAR.Problem.self) { try HAR(contentsOf: file) }
        #expect(error?.description.hasPrefix("a.har: “/nowhere/a.har” can't be read: ") == true)
    }

    @Test(
        arguments: [
            ("2026-03-04T05:06:07Z", 1_772_600_767), ("2026-03-04T05:06:07.5Z", 1_772_600_767.5),
            ("2026-03-04T05:06:07.123456789Z", 1_772_600_767.123456789), ("2026-03-04t05:06:07", 1_772_600_767),
            ("2026-03-04T05:06:07-05:30", 1_772_620_567), ("2026-03-04T05:06:07+0100", 1_772_597_167),
            ("2000-02-29T00:00:00Z", 951_782_400), ("1969-12-31T23:59:59Z", -1), ("yesterday", nil),
            ("2026-13-04T05:06:07Z", nil), ("2026-03-04T05:06:07X", nil), ("2026-03-04T05:06:07+1", nil), ("", nil),
        ] as [(String, Double?)])
    func `reads dates`(text: String, seconds: Double?) {
        #expect(HARDate.date(text)?.timeIntervalSince1970 == seconds)
    }
}
