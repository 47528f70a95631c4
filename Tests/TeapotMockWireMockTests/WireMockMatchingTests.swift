import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

/// A stub's `request`, with requests that match it and requests that do not.
struct MatchingCase: Sendable, CustomTestStringConvertible {
    let request: String
    let yes: [String]
    let no: [String]

    var testDescription: String { request }

    init(_ request: String, yes: [String], no: [String]) {
        (self.request, self.yes, self.no) = (request, yes, no)
    }

    /// Returns a stub with one pattern for a `POST` body.
    static func body(_ pattern: String, yes: [String], no: [String]) -> MatchingCase {
        MatchingCase(
            #"{"bodyPatterns": [\#(pattern)]}"#, yes: yes.map { "POST /\n\n" + $0 }, no: no.map { "POST /\n\n" + $0 })
    }

    /// Checks the stub against all requests.
    func check() async throws {
        let root = try WireMockRoot(request: request)
        #expect(root.problems == [])
        for text in yes { #expect(await root.answer(text).status == 299, "\(text) does not match") }
        for text in no { #expect(await root.answer(text).status != 299, "\(text) matches") }
    }
}

@Suite(.inTurn) struct `A stub of WireMock matches by` {
    @Test(arguments: [
        MatchingCase("{}", yes: ["GET /", "POST /a/b?c"], no: []),
        MatchingCase(#"{"method": "GET"}"#, yes: ["GET /", "GET /a"], no: ["POST /", "HEAD /"]),
        MatchingCase(#"{"method": "ANY", "urlPath": "/a"}"#, yes: ["GET /a", "PURGE /a"], no: ["GET /b"]),
        MatchingCase(
            #"{"url": "/a/b?x=1&y=2"}"#, yes: ["GET /a/b?x=1&y=2", "GET /a/b?x=%31&y=2"],
            no: ["GET /a/b?y=2&x=1", "GET /a/b?x=1", "GET /a/b", "GET /a/b?x=1&y=2&z=3"]),
        MatchingCase(#"{"url": "/a"}"#, yes: ["GET /a"], no: ["GET /a?b", "GET /a/b", "GET /"]),
        MatchingCase(#"{"urlPath": "/a b"}"#, yes: ["GET /a%20b", "GET /a%20b?c=d"], no: ["GET /a", "GET /a+b"]),
        MatchingCase(
            #"{"urlPattern": "/a/[0-9]+\\?b=.*"}"#, yes: ["GET /a/12?b=c"],
            no: ["GET /a/12", "GET /a/?b=c", "GET /x/a/1?b=c"]),
        MatchingCase(
            #"{"urlPathPattern": "/a/(b|c)"}"#, yes: ["GET /a/b", "GET /a/c?d=e"],
            no: ["GET /a/d", "GET /a/b/c", "GET /x/a/b"]),
        MatchingCase(#"{"urlPathPattern": "/a|/b"}"#, yes: ["GET /a", "GET /b"], no: ["GET /ab", "GET /a/b"]),
        MatchingCase(
            #"{"urlPathTemplate": "/a/{id}/b", "pathParameters": {"id": {"matches": "[0-9]+"}}}"#,
            yes: ["GET /a/1/b", "GET /a/%31/b?c"], no: ["GET /a/x/b", "GET /a/1", "GET /a/1/c"]),
    ])
    func `URL and method`(_ example: MatchingCase) async throws { try await example.check() }

    @Test(arguments: [
        MatchingCase(
            #"{"headers": {"Accept": {"equalTo": "a/b"}}}"#,
            yes: ["GET /\naccept: a/b", "GET /\nAccept: x\nAccept: a/b"],
            no: ["GET /", "GET /\nAccept: A/B", "GET /\nAccept: a/b, x"]),
        MatchingCase(
            #"{"headers": {"X": {"equalTo": "É", "caseInsensitive": true}}}"#, yes: ["GET /\nX: é"], no: ["GET /\nX: e"]
        ),
        MatchingCase(#"{"headers": {"X": {"contains": "b"}}}"#, yes: ["GET /\nX: abc"], no: ["GET /\nX: a", "GET /"]),
        MatchingCase(
            #"{"headers": {"X": {"doesNotContain": "b"}}}"#, yes: ["GET /\nX: a", "GET /"], no: ["GET /\nX: abc"]),
        MatchingCase(
            #"{"headers": {"X": {"matches": "a.c"}}}"#, yes: ["GET /\nX: abc"], no: ["GET /\nX: abcd", "GET /"]),
        MatchingCase(
            #"{"headers": {"X": {"doesNotMatch": "a.c"}}}"#, yes: ["GET /\nX: abcd", "GET /"], no: ["GET /\nX: abc"]),
        MatchingCase(#"{"headers": {"X": {"absent": true}}}"#, yes: ["GET /"], no: ["GET /\nX: a"]),
        MatchingCase(#"{"headers": {"X": {"absent": "(absent)"}}}"#, yes: ["GET /"], no: ["GET /\nX: a"]),
        MatchingCase(
            #"{"headers": {"X": {"and": [{"contains": "a"}, {"contains": "b"}]}}}"#, yes: ["GET /\nX: ab"],
            no: ["GET /\nX: a", "GET /"]),
        MatchingCase(
            #"{"headers": {"X": {"or": [{"equalTo": "a"}, {"absent": true}]}}}"#, yes: ["GET /\nX: a", "GET /"],
            no: ["GET /\nX: b"]),
        MatchingCase(
            #"{"headers": {"X": {"not": {"equalTo": "a"}}}}"#, yes: ["GET /\nX: b", "GET /"], no: ["GET /\nX: a"]),
        MatchingCase(
            #"{"queryParameters": {"q": {"equalTo": "a b"}}}"#, yes: ["GET /?q=a%20b", "GET /?q=x&q=a%20b&r=1"],
            no: ["GET /?q=a", "GET /", "GET /?Q=a%20b"]),
        MatchingCase(#"{"queryParameters": {"q": {"equalTo": ""}}}"#, yes: ["GET /?q=", "GET /?q"], no: ["GET /?q=a"]),
        MatchingCase(
            #"{"queryParameters": {"q": {"absent": true}}}"#, yes: ["GET /?r=1"], no: ["GET /?q=1", "GET /?q"]),
        MatchingCase(
            #"{"queryParameters": {"q": {"hasExactly": [{"equalTo": "1"}, {"contains": "2"}]}}}"#,
            yes: ["GET /?q=22&q=1"], no: ["GET /?q=1&q=2&q=3", "GET /?q=1", "GET /?q=1&q=3"]),
        MatchingCase(
            #"{"queryParameters": {"q": {"includes": [{"equalTo": "1"}]}}}"#, yes: ["GET /?q=3&q=1"], no: ["GET /?q=3"]),
        MatchingCase(
            #"{"cookies": {"a": {"equalTo": "1"}}}"#, yes: ["GET /\nCookie: b=2; a=1", "GET /\nCookie: a=1"],
            no: ["GET /", "GET /\nCookie: a=2", "GET /\nCookie: ba=1"]),
        MatchingCase(
            #"{"basicAuthCredentials": {"username": "ada", "password": "a:b"}}"#,
            yes: ["GET /\nAuthorization: Basic YWRhOmE6Yg==", "GET /\nAuthorization: basic YWRhOmE6Yg=="],
            no: ["GET /", "GET /\nAuthorization: Basic YWRhOmE=", "GET /\nAuthorization: Bearer YWRhOmE6Yg=="]),
    ])
    func `headers, query items, cookies and credentials`(_ example: MatchingCase) async throws {
        try await example.check()
    }

    @Test(arguments: [
        MatchingCase.body(#"{"equalTo": "a\nb"}"#, yes: ["a\nb"], no: ["a", ""]),
        .body(#"{"contains": "\n"}"#, yes: ["a\r\nb"], no: ["ab"]),
        .body(#"{"matches": "a.*z"}"#, yes: ["a\n\nz", "az"], no: ["xaz", "az\n"]),
        .body(#"{"absent": true}"#, yes: [""], no: ["a"]),
        .body(#"{"binaryEqualTo": "AGE="}"#, yes: ["\u{0}a"], no: ["a", ""]),
        .body(#"{"equalTo": "a"}, {"doesNotContain": "b"}"#, yes: ["a"], no: ["ab"]),
        .body(
            #"{"equalToJson": {"a": [1, 2], "b": null}}"#, yes: [#"{"b":null,"a":[1.0,2]}"#],
            no: [#"{"a":[2,1],"b":null}"#, #"{"a":[1,2],"b":null,"c":1}"#, #"{"a":[1,2]}"#, "", "{"]),
        .body(#"{"equalToJson": "[\"a\"]"}"#, yes: [#" [ "a" ] "#], no: [#"["a","a"]"#]),
        .body(#"{"equalToJson": "5"}"#, yes: ["5", "5.0"], no: ["6", "\"5\""]),
        .body(
            #"{"equalToJson": [12345678901234567890123, 2.3]}"#, yes: ["[12345678901234567890123.0,2.3000]"],
            no: ["[12345678901234567890124,2.3]"]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "equalTo": "1.0"}}"#, yes: [#"{"a":1.0}"#, #"{"a":"1.0"}"#],
            no: [#"{"a":1}"#]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "equalTo": "12345678901234567890123"}}"#,
            yes: [#"{"a":12345678901234567890123}"#], no: [#"{"a":12345678901234567890124}"#]),
        .body(
            #"{"equalToJson": [1, 2, 2], "ignoreArrayOrder": true}"#, yes: ["[2,1,2]"],
            no: ["[2,1,1]", "[1,2]", "[1,2,2,3]"]),
        .body(
            #"{"equalToJson": {"a": [1, {"b": 2}]}, "ignoreExtraElements": true}"#,
            yes: [#"{"a":[1,{"b":2,"c":3},4],"d":5}"#], no: [#"{"a":[{"b":2},1]}"#, #"{"a":[1]}"#]),
        .body(
            #"{"equalToJson": [{}, {"a": 1}], "ignoreExtraElements": true, "ignoreArrayOrder": true}"#,
            yes: [#"[{"a":1},{"b":2}]"#], no: [#"[{"c":1},{"b":2}]"#]),
        .body(
            #"{"equalToJson": [{"a": 1}, {}], "ignoreExtraElements": true, "ignoreArrayOrder": true}"#,
            yes: [#"[{"a":1},{"b":2}]"#, #"[{"a":1},{"a":1,"b":2}]"#, #"[{"b":2},{"a":1}]"#],
            no: [#"[{"a":1}]"#, #"[{"b":1},{"c":2}]"#]),
        .body(
            #"""
            {"equalToJson": {"a": "${json-unit.any-string}", "b": "${json-unit.any-number}", \#
            "c": "${json-unit.any-boolean}", "d": "${json-unit.ignore}", "e": "${json-unit.regex}[a-z]+"}}
            """#, yes: [#"{"a":"x","b":1.5,"c":false,"d":[null],"e":"abc"}"#],
            no: [
                #"{"a":1,"b":1.5,"c":false,"d":1,"e":"abc"}"#, #"{"a":"x","b":1.5,"c":false,"e":"abc"}"#,
                #"{"a":"x","b":1.5,"c":false,"d":1,"e":"ABC"}"#, #"{"a":"x","b":1.5,"c":0,"d":1,"e":"abc"}"#,
            ]),
        .body(
            #"{"matchesJsonPath": "$.a.b"}"#, yes: [#"{"a":{"b":0}}"#], no: [#"{"a":{"b":null}}"#, #"{"a":1}"#, "x"]),
        .body(
            #"{"matchesJsonPath": "$.a"}"#, yes: [#"{"a":[0]}"#, #"{"a":[]}"#, #"{"a":{}}"#, #"{"a":""}"#],
            no: [#"{"a":null}"#, #"{"b":[]}"#, "[]"]),
        .body(#"{"matchesJsonPath": "$.a[*]"}"#, yes: [#"{"a":[null]}"#], no: [#"{"a":[]}"#, #"{"a":{}}"#]),
        .body(
            #"{"matchesJsonPath": {"expression": "$..id", "equalTo": "5"}}"#,
            yes: [#"{"a":[{"id":4},{"id":5}]}"#, #"{"id":"5"}"#], no: [#"{"id":55}"#, "{}"]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "contains": "x"}}"#,
            yes: [#"{"a":["y","zx"]}"#, #"{"a":{"b":"x"}}"#], no: [#"{"a":["y"]}"#]),
        // A null isn't a value. In a list it's the text “null”, as in WireMock.
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "doesNotContain": "x"}}"#,
            yes: [#"{"a":"y"}"#, #"{"a":[null]}"#], no: [#"{"a":null}"#, "{}", #"{"a":[]}"#, #"{"a":"x"}"#]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "not": {"equalTo": "x"}}}"#, yes: [#"{"a":"y"}"#],
            no: [#"{"a":null}"#, "{}"]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a.*", "equalTo": "null"}}"#, yes: [#"{"a":{"b":1,"c":null}}"#],
            no: [#"{"a":{"b":1}}"#, "{}"]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a[*]", "absent": true}}"#, yes: [#"{"a":[]}"#, "{}"],
            no: [#"{"a":[null]}"#]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "or": [{"absent": true}, {"equalTo": "x"}]}}"#,
            yes: [#"{"a":null}"#, "{}", #"{"a":"x"}"#], no: [#"{"a":"y"}"#]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "absent": true}}"#, yes: ["{}", #"{"a":null}"#, #"{"a":[]}"#],
            no: [#"{"a":1}"#, "no JSON"]),
        .body(
            #"{"matchesJsonPath": {"expression": "$.a", "equalToJson": {"b": 1}, "ignoreExtraElements": true}}"#,
            yes: [#"{"a":{"b":1,"c":2}}"#], no: [#"{"a":{"b":2}}"#, "{}"]),
        .body(
            #"{"matchesJsonPath": {"expression": "$[*].a", "equalToJson": [1, 2]}}"#, yes: [#"[{"a":1},{"a":2}]"#],
            no: [#"[{"a":1}]"#]),
    ])
    func `bodies`(_ example: MatchingCase) async throws { try await example.check() }

    @Test func `basicAuth, the other name of its credentials`() async throws {
        try await MatchingCase(
            #"{"basicAuth": {"username": "ada", "password": "a:b"}}"#,
            yes: ["GET /\nAuthorization: Basic YWRhOmE6Yg=="], no: ["GET /", "GET /\nAuthorization: Basic YWRhOmE="]
        ).check()
    }

    /// The time for these patterns doubles with each letter of a body that doesn't match.
    @Test(
        .timeLimit(.minutes(2)),
        arguments: [
            #"{"matches": "(a+)+b"}"#, #"{"doesNotMatch": "(a+)+b"}"#, #"{"not": {"matches": "(a+)+b"}}"#,
            #"{"matchesJsonPath": "$[?(@ =~ /(a+)+b/)]"}"#, #"{"matchesJsonPath": "$[?(!(@ =~ /(a+)+b/))]"}"#,
            #"{"equalToJson": ["${json-unit.regex}(a+)+b"]}"#,
        ])
    func `a pattern, but not if matching takes too long`(pattern: String) async throws {
        let long = String(repeating: "a", count: 60) + "c"
        let isJSON = pattern.contains("[")
        try await MatchingCase.body(pattern, yes: [], no: [isJSON ? "[\"\(long)\"]" : long]).check()
    }

    @Test func `URLs are below the router's base URL`() async throws {
        let patterns = [
            #"{"url": "/a?b=1"}"#, #"{"urlPathPattern": "/a"}"#, #"{"urlPattern": "/a\\?b=1"}"#,
            #"{"urlPathTemplate": "/{x}", "pathParameters": {"x": {"equalTo": "a"}}}"#,
        ]
        for pattern in patterns {
            let root = try WireMockRoot(request: pattern, below: "/v1/x")
            #expect(await root.answer("GET /v1/x/a?b=1").status == 299, "\(pattern)")
            #expect(await root.answer("GET /a?b=1").status != 299, "\(pattern)")
        }
    }
}
