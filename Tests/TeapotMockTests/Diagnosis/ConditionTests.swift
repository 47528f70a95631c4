import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `A condition` {
    private func lines(_ rules: Rule..., of request: Request) -> [String] {
        let examination = Examination(of: request, path: Request.segments(of: request.path)[...], Teapot.Options())
        return examination.examine(rules).conditions.map(\.description)
    }

    @Test(arguments: [
        ("/a/:b", "/a/1", "✓ path /a/:b"),
        ("/a/:b", "/a", "✗ path /a/:b – expected 2 segments, received 1"),
        ("/a", "/a/b/c", "✗ path /a – expected 1 segment, received 3"),
        ("/a/b/**", "/a", "✗ path /a/b/** – expected at least 2 segments, received 1"),
        ("/**/a/b", "/b", "✗ path /**/a/b – expected at least 2 segments, received 1"),
        (
            "/items*", "/items/1",
            "✗ path /items* – expected 1 segment, received 2; a segment is a text, “:name” or “*”, and “**” stands for the rest of a path"
        ),
        (
            #"/items/\d+"#, "/items/1",
            #"✗ path /items/\d+ – expected “\d+”, received “1”; a segment is a text, “:name” or “*”, and “**” stands for the rest of a path"#
        ),
        ("/**/a/b", "/x/y/c/b", "✗ path /**/a/b – expected “a”, received “c”"),
        ("/a/b/**", "/a/c/d", "✗ path /a/b/** – expected “b”, received “c”"),
        ("/a/*/c", "/a/b/%20", "✗ path /a/*/c – expected “c”, received “ ”"),
        ("/%C3%A9", "/e%CC%81", #"✗ path /é – expected “\u{00E9}”, received “e\u{0301}”"#),
    ])
    func `a path condition names the segment that differs`(pattern: String, path: String, line: String) {
        #expect(lines(.path(pattern), of: Request(method: "GET", path: path)) == [line])
    }

    @Test func `a path's query is a separate condition`() {
        let request = Request(
            method: "GET", path: "/a",
            query: [.init(name: "p", value: "1"), .init(name: "p", value: nil), .init(name: "r", value: "")])
        #expect(
            lines(.path("/a?p=2&q&p=1"), .query(["r": ""]), of: request) == [
                "✓ path /a", "✗ query p=2 – received “1” and no value", "✗ query q – received none", "✓ query p=1",
                "✓ query r=",
            ])
    }

    @Test func `lookalike characters are distinguished`() {
        let request = Request(method: "GET", path: "/", query: [.init(name: "a", value: "e\u{301}")])
        let lines = lines(.query(["a": "\u{E9}"]), of: request)
        #expect(lines == [#"✗ query a=é – received “e\u{0301}”"#])
        let json = bodyLines(.json(equals: ["\u{E9}": 1]), body: "{\"e\u{301}\": 1}")
        #expect(json == ["✗ JSON body that equals {\"é\":1} – the difference can't be shown"])
        let when = bodyLines(.json(equals: ["a": Date(timeIntervalSince1970: 0)]), body: "{\"a\": 1}")
        #expect(when.allSatisfy { $0.hasPrefix("✗") })
    }

    private func bodyLines(_ rule: Rule, body: String) -> [String] {
        lines(rule, of: Request(method: "PUT", path: "/", body: Data(body.utf8)))
    }

    @Test func `a header condition shortens credentials`() {
        let request = Request(
            method: "GET", path: "/", headers: ["authorization": "Bearer 9876543210xy", "X-A": "b", "Cookie": "a"])
        let rule = Rule.headers([
            "Authorization": "Bearer 0123456789xy", "X-A": "a", "X-B": "c", "Cookie": "a",
        ])
        #expect(
            lines(rule, of: request) == [
                "✗ header Authorization: Bearer …xy – received a different value", "✓ header Cookie: …",
                "✗ header X-A: a – received “b”",
                "✗ header X-B: c – received none",
            ])
    }

    @Test(arguments: [
        ("application/json", #"{"tea":"a"}"#, "✗ form tea is “a” – the body is application/json"),
        ("application/x-www-form-urlencoded", "cup=a", "✗ form tea is “a” – received none"),
        ("application/x-www-form-urlencoded", "tea=b", "✗ form tea is “a” – received “b”"),
        ("text/plain", "tea=a", "✓ form tea is “a”"),
    ])
    func `a form condition names a body that isn't a form`(type: String, body: String, line: String) {
        let request = Request(method: "POST", path: "/", headers: ["Content-Type": type], body: Data(body.utf8))
        #expect(lines(.form(["tea": "a"]), of: request) == [line])
    }

    @Test(arguments: [
        ("abc", "✓ body of 3 bytes"), ("", "✗ body of 3 bytes – received none"),
        ("ab", "✗ body of 3 bytes – received only the first 2 bytes"),
        ("abcd", "✗ body of 3 bytes – received 4 bytes, 1 too many"),
        ("a", "✗ body of 3 bytes – received only the first 1 byte"),
        ("aXc", "✗ body of 3 bytes – received 3 bytes, and byte 2 is the first that differs"),
    ])
    func `a body condition names the place of the first difference`(body: String, line: String) {
        let request = Request(method: "PUT", path: "/", body: Data(body.utf8))
        #expect(lines(.body(equals: Data("abc".utf8)), of: request) == [line])
    }

    @Test(arguments: [
        (#"{"a": 1.0}"#, nil), ("", "received no body"),
        (
            #"{"a":"#,
            "the body is not JSON: line 1, column 6: expected a value but found the end of the text"
        ),
        ("a=1&b=2", "the body is a form: a=1&b=2"), ("[1]", #"expected {"a":1}, received [1]"#),
        ("{}", "/a: expected 1, received none"),
        (#"{"a": "1"}"#, #"/a: expected 1, received "1""#), (#"{"a": 1, "b": 2}"#, "/b: not expected"),
    ])
    func `a condition on equal JSON names the member that differs`(body: String, explanation: String?) {
        let line =
            explanation.map { "✗ JSON body that equals {\"a\":1} – " + $0 } ?? "✓ JSON body that equals {\"a\":1}"
        let type = body.hasPrefix("a=") ? "application/x-www-form-urlencoded; charset=utf-8" : "application/json"
        let request = Request(method: "PUT", path: "/", headers: ["Content-Type": type], body: Data(body.utf8))
        #expect(lines(.json(equals: ["a": 1]), of: request) == [line])
    }

    @Test(arguments: [
        (#"{"l": [1, 2]}"#, #"{"l": [1, 3]}"#, "/l/1: expected 2, received 3"),
        (#"{"l": [1, 2]}"#, #"{"l": [1]}"#, "/l: expected 2 elements, received 1"),
        (#"[1, 2, 3]"#, #"[1, 3]"#, "expected 3 elements, received 2; /1: expected 2, received 3"),
        (#"{"a/b": {"c~d": null}}"#, #"{"a/b": {"c~d": 0}}"#, "/a~1b/c~0d: expected null, received 0"),
        (
            #"{"a": 1, "b": 2, "c": 3, "d": 4}"#, "{}",
            "/a: expected 1, received none; /b: expected 2, received none; /c: expected 3, received none"
        ),
    ])
    func `places are JSON pointers`(expected: String, body: String, explanation: String) throws {
        let json = try JSON(parsing: Data(expected.utf8))
        let request = Request(method: "PUT", path: "/", body: Data(body.utf8))
        #expect(lines(.json(equals: json), of: request) == ["✗ JSON body that equals \(json) – \(explanation)"])
    }

    @Test(arguments: [
        (#"{"l": [{"id": 1}, {"id": 2}]}"#, #"{"l": [{"id": 2}, {"id": 3}]}"#, #"/l/0/id: expected 1, received 2"#),
        (#"{"l": [1, 3]}"#, #"{"l": [1, 2, 4]}"#, "/l: expected an element 3 after element 0, received none"),
        (#"{"l": [3]}"#, #"{"l": [1, 2], "m": 0}"#, "/l: expected an element 3, received none"),
        (#"{"l": [2, 1]}"#, #"{"l": [1, 2, 3]}"#, "/l: expected an element 1 after element 1, received none"),
        (#"{"a": {"b": 1}}"#, #"{"a": {"b": 2, "c": 3}, "d": 4}"#, "/a/b: expected 1, received 2"),
    ])
    func `a condition on contained JSON ignores additional members`(
        expected: String, body: String, explanation: String
    ) throws {
        let json = try JSON(parsing: Data(expected.utf8))
        let request = Request(method: "PUT", path: "/", body: Data(body.utf8))
        #expect(lines(.json(contains: json), of: request) == ["✗ JSON body that contains \(json) – \(explanation)"])
    }

    @Test(arguments: [
        (#"{}"#, #"{"a": 1}"#), (#"[]"#, "[1]"), (#"[1, 3]"#, "[1, 2, 3]"), (#"[[1], [1]]"#, "[[1], [1, 2]]"),
        (#"[1, 1]"#, "[1, 2]"), (#"[{"a": [2]}]"#, #"[{"a": [1]}, {"a": [1, 2]}]"#), (#"{"a": []}"#, "{}"),
        (#"{"a": null}"#, #"{"a": {}}"#), (#"[2, 1]"#, "[1, 2]"), (#"{"a": {}}"#, #"{"a": []}"#), ("[]", "{}"),
    ])
    func `only unmatched parts are explained`(expected: String, body: String) throws {
        let json = try JSON(parsing: Data(expected.utf8))
        let request = Request(method: "PUT", path: "/", body: Data(body.utf8))
        for rule in [Rule.json(contains: json), .json(equals: json)] {
            #expect(
                lines(rule, of: request).allSatisfy { $0.hasPrefix("✓") } == rule.matcher.matches(request, path: []))
        }
    }

    @Test func `conditions on methods and closures are described`() {
        let request = Request(method: "GET", path: "/")
        #expect(
            lines(
                .method(.get), .method(.put), .matching { _ in true }, .matching { _ in false },
                .matching("is signed") { _ in false }, of: request) == [
                    "✓ method GET", "✗ method PUT – received GET", "✓ custom rule", "✗ custom rule",
                    "✗ is signed",
                ])
    }

    @Test func `a path outside the base URL doesn't match`() {
        let examination = Examination(of: Request(method: "GET", path: "/a"), path: nil, Teapot.Options())
        let conditions = examination.examine([Rule.path("**")]).conditions
        #expect(conditions.map(\.description) == ["✗ path /** – the request is not below the base URL"])
    }
}
