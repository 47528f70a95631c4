import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockWireMock

/// Returns mappings, or parts of them, and their problems: a paragraph for each, with the mapping on its first line.
private func cases(_ text: String) -> [(String, String)] {
    text.components(separatedBy: "\n\n").map { paragraph in
        let lines = paragraph.split(separator: "\n")
        return (String(lines[0]), lines.dropFirst().joined(separator: " "))
    }
}

@Suite(.inTurn) struct `A problem of a WireMock import` {
    /// Returns the problems of a mapping with a `request` and a response of status 299, without the file's name.
    private func problems(request: String, response: String = #"{"status": 299}"#) throws -> [String] {
        try WireMockRoot(request: request, response: response).problems.map { line in
            #expect(line.hasPrefix("mappings/a.json "))
            return String(line.dropFirst("mappings/a.json ".count))
        }
    }

    @Test(
        arguments: cases(
            #"""
            {"urlPth": "/a"}
            /request/urlPth: “urlPth” is not a supported condition on a request; “urlPath” is.

            {"host": {"equalTo": "a"}}
            /request/host: “host” is not a supported condition on a request.

            {"multipartPatterns": []}
            /request/multipartPatterns: “multipartPatterns” is not a supported condition on a request.

            {"method": 5}
            /request/method: it is a number and must be a string.

            {"method": "G T"}
            /request/method: the method “G T” is not supported.

            {"url": "/a", "urlPath": "/a"}
            /request: it has “url” and “urlPath”; use only one.

            {"url": "http://a.b/c"}
            /request/url: “http://a.b/c” must begin with a slash.

            {"urlPath": "/a?b=c"}
            /request/urlPath: “/a?b=c” has a query, which is not allowed in a path; write it as “url”.

            {"urlPathPattern": "/(a"}
            /request/urlPathPattern: “/(a” is not a regular expression.

            {"urlPattern": "/a)(b"}
            /request/urlPattern: “/a)(b” is not a regular expression.

            {"urlPathTemplate": "/a/x-{id}"}
            /request/urlPathTemplate: the segment “x-{id}” is not supported: a variable is a whole segment such as
            {id}.

            {"urlPathTemplate": "/{a}", "pathParameters": {"b": {"equalTo": "1"}}}
            /request/pathParameters/b: the template has no variable {b}.

            {"pathParameters": {"b": {"equalTo": "1"}}}
            /request/pathParameters: it needs a “urlPathTemplate”, which is missing.

            {"headers": ["Accept"]}
            /request/headers: it is a list and must be an object.

            {"headers": {"A/~": "x"}}
            /request/headers/A~1~0: it is a string and must be an object.

            {"headers": {"A": {}}}
            /request/headers/A: it has no matcher.

            {"headers": {"A": {"equalTo": "x", "contains": "y"}}}
            /request/headers/A: it has several matchers; use only one, or “and”.

            {"headers": {"A": {"before": "now"}}}
            /request/headers/A/before: “before” is not a supported matcher.

            {"headers": {"A": {"equalsTo": "x"}}}
            /request/headers/A/equalsTo: “equalsTo” is not a supported matcher; “equalTo” is.

            {"headers": {"A": {"contains": "x", "caseInsensitive": true}}}
            /request/headers/A/caseInsensitive: “caseInsensitive” is not a supported matcher.

            {"headers": {"A": {"equalTo": "x", "caseInsensitive": "yes"}}}
            /request/headers/A/caseInsensitive: it is a string and must be true or false.

            {"headers": {"A": {"absent": "no"}}}
            /request/headers/A/absent: it can only be true; remove it, or use another matcher for the value.

            {"headers": {"B": {"absent": false}}}
            /request/headers/B/absent: it can only be true; remove it, or use another matcher for the value.

            {"headers": {"A": {"or": [{"matches": "["}]}}}
            /request/headers/A/or/0/matches: “[” is not a regular expression.

            {"headers": {"A": {"and": []}}}
            /request/headers/A/and: it has no matcher.

            {"basicAuthCredentials": {"username": "a"}}
            /request/basicAuthCredentials: it needs a “username” and a “password”.

            {"bodyPatterns": {"equalTo": "x"}}
            /request/bodyPatterns: it is an object and must be a list.

            {"bodyPatterns": [{"equalTo": "x"}, {"equalToXml": "<a/>"}]}
            /request/bodyPatterns/1/equalToXml: “equalToXml” is not a supported matcher.

            {"bodyPatterns": [{"equalToJson": "{\"a\": }"}]}
            /request/bodyPatterns/0/equalToJson: it is not JSON: line 1, column 7: expected a value but found "}".

            {"bodyPatterns": [{"equalToJson": {"a": "${json-unit.matches:x}"}}]}
            /request/bodyPatterns/0/equalToJson: the placeholder “${json-unit.matches:x}” is not supported.

            {"bodyPatterns": [{"matchesJsonPath": "$.a.avg()"}]}
            /request/bodyPatterns/0/matchesJsonPath: “$.a.avg()” is not a supported JSON path: the function
            “avg” is not supported, at character 8.

            {"bodyPatterns": [{"matchesJsonPath": {"equalTo": "x"}}]}
            /request/bodyPatterns/0/matchesJsonPath: it needs an “expression”.

            {"bodyPatterns": [{"binaryEqualTo": "?"}]}
            /request/bodyPatterns/0/binaryEqualTo: it is not Base64.
            """#
        ))
    func `in a request omits the stub, and says where and why`(request: String, line: String) throws {
        #expect(try problems(request: request) == [line + " The stub is skipped."])
        let root = try WireMockRoot(request: request)
        #expect(root.report.stubs == 0)
        #expect(root.report.leftOut == 1)
    }

    @Test(
        arguments: cases(
            #"""
            {"statsu": 200}
            /response/statsu: “statsu” is not a supported part of a response; “status” is.

            {"status": "200"}
            /response/status: it is a string and must be a whole number.

            {"status": 99}
            /response/status: the status 99 is not from 200 to 599.

            {"headers": {"A B": "x"}}
            /response/headers/A B: “A B” can't be the name of a header.

            {"headers": {"A": ["x\r\nB: y"]}}
            /response/headers/A/0: a header's value can't contain control characters.

            {"headers": {"A": 5}}
            /response/headers/A: it is a number and must be a string.

            {"body": "a", "jsonBody": []}
            /response: it has “body” and “jsonBody”; use only one.

            {"base64Body": "?"}
            /response/base64Body: it is not Base64.

            {"bodyFileName": "a.json"}
            /response/bodyFileName: there is no file “a.json” in “__files”.

            {"fixedDelayMilliseconds": -1}
            /response/fixedDelayMilliseconds: it is negative.

            {"delayDistribution": {"type": "gamma"}}
            /response/delayDistribution: the distribution “gamma” is not supported.

            {"delayDistribution": {"type": "uniform", "lower": 2, "upper": 1}}
            /response/delayDistribution: it needs a “lower” and an “upper” that is not smaller.

            {"delayDistribution": {"type": "lognormal", "median": 2}}
            /response/delayDistribution: it needs a “median” and a “sigma”.

            {"chunkedDribbleDelay": {"numberOfChunks": 0, "totalDuration": 1}}
            /response/chunkedDribbleDelay: it needs a “numberOfChunks” above zero and a “totalDuration”.

            {"fault": "PLAGUE"}
            /response/fault: the fault “PLAGUE” is not supported.

            {"proxyBaseUrl": "ftp://a"}
            /response/proxyBaseUrl: “ftp://a” is not an http or https URL with a host.

            {"proxyBaseUrl": "http://a", "fault": "EMPTY_RESPONSE"}
            /response: it has “proxyBaseUrl” and “fault”; use only one.

            {"proxyBaseUrl": "http://a", "proxyUrlPrefixToRemove": "/b"}
            /response/proxyUrlPrefixToRemove: requests are passed on unchanged.

            {"transformers": ["response-template"], "body": "{{now}}"}
            /response/transformers: the transformer “response-template” is not supported; write a route with a
            handler.

            {"transformers": ["response-template"], "jsonBody": {"a": ["{{now}}"]}}
            /response/transformers: the transformer “response-template” is not supported; write a route with a
            handler.

            {"transformers": ["response-template"], "headers": {"A": "{{now}}"}}
            /response/transformers: the transformer “response-template” is not supported; write a route with a
            handler.

            {"transformers": ["response-template"], "bodyFileName": "{{now}}.json"}
            /response/transformers: the transformer “response-template” is not supported; write a route with a
            handler.

            {"transformers": ["response-template"], "proxyBaseUrl": "{{request.headers.X}}"}
            /response/transformers: the transformer “response-template” is not supported; write a route with a
            handler.

            {"transformers": ["my-own", "response-template"]}
            /response/transformers: the transformer “my-own” is not supported; write a route with a handler.
            """#
        ))
    func `in a response that would be wrong omits the stub`(response: String, line: String) throws {
        #expect(try problems(request: #"{"url": "/"}"#, response: response) == [line + " The stub is skipped."])
    }

    @Test(
        arguments: cases(
            #"""
            {"statusMessage": "Fine"}
            /response/statusMessage: the reason phrase is always that of the status (RFC 9112 §4).

            {"transformerParameters": {"a": 1}, "transformers": [], "additionalProxyRequestHeaders": {}}
            /response/transformerParameters: transformers are not supported.

            {"body": "{{now}}"}
            /response/body: it looks like a template, but is sent unchanged: response templating is not supported.

            {"body": "abc", "headers": {"content-length": "5"}}
            /response: its Content-Length is “5”, but the body has 3 bytes.
            """#
        ))
    func `in a response that is right without it keeps the stub`(response: String, line: String) async throws {
        let root = try WireMockRoot(request: #"{"url": "/"}"#, response: response)
        #expect(root.problems == ["mappings/a.json " + line + " The stub answers without it."])
        #expect(root.report.stubs == 1)
        #expect(await root.answer("GET /").status == 200)
    }

    @Test(
        arguments: cases(
            #"""
            {"request": {}, "requiredScenarioState": "a"}
            mappings/a.json /requiredScenarioState: it has no effect without a “scenarioName”. The stub is skipped.

            {"request": {}, "priority": "high"}
            mappings/a.json /priority: it is a string and must be a whole number. The stub is skipped.

            {"request": {}, "prioriti": 1}
            mappings/a.json /prioriti: “prioriti” is not a supported field of a stub; “priority” is. The stub is
            skipped.

            {}
            mappings/a.json: it has no “request”, so it would answer all requests; write {} if that is intended. The
            stub is skipped.

            {"request": {}, "serveEventListeners": [1], "postServeActions": {}, "id": "x", "name": "y", "metadata": {}, "persistent": true}
            mappings/a.json /serveEventListeners: actions after a response are not supported. The stub answers without it.

            {"request": {"x": 1, "y": 2}, "response": {"z": 3}}
            mappings/a.json /request/x: “x” is not a supported condition on a request. The stub is skipped.
            mappings/a.json /request/y: “y” is not a supported condition on a request. The stub is skipped.
            mappings/a.json /response/z: “z” is not a supported part of a response. The stub is skipped.

            []
            mappings/a.json: it is a list and must be a stub, or an object with a list “mappings”. The file is skipped.

            {"mappings": {}}
            mappings/a.json /mappings: it is an object and must be a list. The file is skipped.

            {"mappings": [5, {"request": {}}], "importOptions": {}, "meta": {}}
            mappings/a.json /mappings/0: it is a number and must be an object. The stub is skipped.
            mappings/a.json /importOptions: “importOptions” next to “mappings” is not supported. The stub answers without it.
            """#
        ))
    func `states its place in the file and its consequence`(mapping: String, lines: String) throws {
        let root = try WireMockRoot(["mappings/a.json": mapping])
        #expect(root.problems.joined(separator: " ") == lines)
    }

    @Test(arguments: [
        ("{\n  \"request\": {},\n}", #"3:1: expected a member's name but found "}"; remove the comma before it."#),
        ("", "1:1: expected a value but found the end of the text."),
    ])
    func `has a line and a column in invalid JSON`(mapping: String, text: String) throws {
        let root = try WireMockRoot(["mappings/a.json": mapping])
        #expect(root.problems == ["mappings/a.json:\(text) The file is skipped."])
    }

    @Test func `is thrown if there are no mappings at all`() throws {
        let folder = try TemporaryFolder(["a.json": "{}"])
        let error = #expect(throws: WireMockImport.Problem.self) { try Router().addWireMock(from: folder.url) }
        #expect(
            error?.description == """
                mappings: there is no such folder in “\(folder.url.path)”; use the WireMock root, which contains it. \
                Nothing is registered.
                """)
    }

    @Test func `reports matchers that are nested too deep`() throws {
        let pattern =
            String(repeating: #"{"not": "#, count: 120) + #"{"absent": true}"# + String(repeating: "}", count: 120)
        let root = try WireMockRoot(request: #"{"bodyPatterns": [\#(pattern)]}"#)
        #expect(root.report.problems.map(\.reason) == ["there are more than 100 levels"])
    }

    @Test func `names every unread file, and the rest still loads`() async throws {
        let root = try WireMockRoot([
            "mappings/b.json": "{", "mappings/z/c.JSON": #"{"request": {"url": "/c"}, "response": {"body": "c"}}"#,
            "mappings/notes.txt": "", "mappings/.hidden": "", "mappings/.git/x.json": "{",
        ])
        #expect(
            root.report.description == """
                1 stub registered
                mappings/b.json:1:2: expected a member's name or "}" but found the end of the text. The file is skipped.
                mappings/notes.txt: it is not a .json file. The file is skipped.
                """)
        #expect(await root.answer("GET /c").body == Data("c".utf8))
    }
}
