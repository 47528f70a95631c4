import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of one documented response, and one mock.
@Suite(.inTurn) struct `Drift from documented responses` {
    /// Returns the report about `a/NAME` for a document with these responses to `GET /a`.
    private func report(
        _ responses: String, _ files: [String: String], components: String = "{}", other: String = ""
    ) throws -> [String] {
        let text = """
            {"openapi": "3.1.0", "components": \(components), "paths": {"/a": {"get": {"responses": \(responses)}\(other)}}}
            """
        let document = try OpenAPIDocument(data: Data(text.utf8))
        let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files.map { ("a/" + $0.key, $0.value) }))
        return MockFolder(folder.url).validate(against: document).lines
    }

    private func content(_ type: String, _ schema: String) -> String {
        #"{"content": {"\#(type)": {"schema": \#(schema)}}}"#
    }

    @Test(arguments: [
        (["application/vnd.api+json"], [:], []),
        (["application/vnd.api+json", "text/html"], [:], []),
        (["application/vnd.api+json", "application/problem+json"], [:], []),
        (
            ["application/vnd.api+json"], ["success_x.headers.json": #"{"Content-Type": "application/json"}"#],
            ["a/success_x.json: expected application/vnd.api+json, found application/json"]
        ), (["text/html"], [:], ["a/success_x.json: expected text/html, found application/json"]),
    ])
    func `the extension json matches every JSON media type`(
        types: [String], others: [String: String], drifts: [String]
    ) throws {
        let content = types.map { #""\#($0)": {"schema": {"type": "object"}}"# }.joined(separator: ", ")
        let files = ["success_x.json": "{}"].merging(others) { $1 }
        let lines = try report(#"{"200": {"content": {\#(content)}}}"#, files)
        #expect(lines.filter { $0.hasPrefix("a/") } == drifts)
    }

    @Test func `the closest status counts`() throws {
        let responses = """
            {"200": \(content("application/json", #"{"const": 200}"#)), "2xx": \(content("application/json", #"{"const": 2}"#)),
            "default": \(content("application/json", #"{"const": 0}"#)), "x-a": {}}
            """
        let lines = try report(
            responses,
            ["success_a.json": "200", "success_202_b.json": "2", "error_c.json": "0", "error_500_d.json": "1"])
        #expect(lines == ["a/error_500_d.json: expected 0, found the number 1", "1 difference in 4 mocks"])
    }

    @Test func `an undocumented status drifts`() throws {
        let lines = try report(#"{"200": {}, "404": {}}"#, ["error_a.json": "{}"])
        let found = "a/error_a.json: expected the status 200 or 404 of GET /a, found 400"
        #expect(lines == [found, "1 difference in 1 mock"])
        let none = try report(#"{}"#, ["success_a.json": "{}"])
        #expect(none == ["a/success_a.json: expected the status none of GET /a, found 200", "1 difference in 1 mock"])
    }

    @Test(arguments: [
        ("application/json; charset=utf-8", "a.json", true), ("application/*", "a.json", true), ("*/*", "a.json", true),
        ("APPLICATION/JSON", "a.json", true), ("text/*", "a.json", false), ("text/csv", "a.csv", true),
        ("image/png", "a.svg", false),
    ])
    func `media types are compared`(documented: String, file: String, fits: Bool) throws {
        let lines = try report(#"{"200": {"content": {"\#(documented)": {"schema": true}}}}"#, [file: "1"])
        #expect(lines.count == (fits ? 1 : 2))
        if !fits { #expect(lines[0].hasPrefix("a/\(file): expected \(documented), found ")) }
    }

    @Test func `the closest media type counts`() throws {
        let responses = #"""
            {"200": {"content": {"*/*": {"schema": {"const": 1}}, "application/*": {"schema": {"const": 2}},
            "Application/JSON": {"schema": {"const": 3}}}}}
            """#
        #expect(try report(responses, ["a.json": "3"]) == ["0 differences in 1 mock"])
    }

    @Test func `JSON with another media type is compared anyway`() throws {
        let lines = try report(
            #"{"200": \#(content("application/problem+json", #"{"type": "object"}"#))}"#,
            ["a.json": "1", "a.headers.json": #"{"Content-Type": "application/json"}"#])
        #expect(
            lines == [
                "a/a.json: expected application/problem+json, found application/json",
                "a/a.json: expected an object, found the number 1",
                "2 differences in 1 mock",
            ])
    }

    @Test func `an undocumented body isn't checked`() throws {
        let lines = try report(
            #"{"200": {"description": "OK"}, "201": {"content": {"*/*": {}}}}"#, ["a.json": "1", "201_b.json": "1"])
        #expect(
            lines == [
                "not checked: a/201_b.json: the document has no schema for the body of this response",
                "not checked: a/a.json: the document does not describe the body of this response",
                "0 differences in 1 mock",
            ])
    }

    @Test func `the most detailed of a path's operations counts`() throws {
        // DELETE documents no body, so a wrong body doesn't show that DELETE is meant.
        let other = #", "delete": {"responses": {"200": {}}}"#
        let lines = try report(
            #"{"200": \#(content("application/json", #"{"type": "object"}"#))}"#,
            ["a.json": "1", "DELETE_b.json": "1"],
            other: other)
        #expect(
            lines == [
                "a/a.json: expected an object, found the number 1",
                "not checked: a/DELETE_b.json: the document does not describe the body of this response",
                "1 difference in 1 mock",
            ])
    }

    @Test func `headers are compared as their types`() throws {
        let responses = #"""
            {"200": {"headers": {
              "X-Int": {"schema": {"type": "integer"}}, "X-List": {"schema": {"type": "array", "items": {"type": "integer"}}},
              "X-Text": {"schema": {"type": "string", "pattern": "^1$"}}, "X-Object": {"schema": {"type": "object"}},
              "X-Content": {"content": {}}, "X-Ref": {"$ref": "#/components/headers/X"}, "X-Lost": {"$ref": "#/no"},
              "Content-Type": {"required": true, "schema": {"const": "x"}}, "X-Flag": {"schema": {"type": "boolean"}}}}}
            """#
        let components = #"{"headers": {"X": {"required": true, "schema": {"enum": ["a"]}}}}"#
        func lines(_ headers: String) throws -> [String] {
            try report(responses, ["a.txt": "", "a.headers.json": headers], components: components)
        }
        let fine = #"{"x-int": "1", "X-List": "1, 2", "X-Text": "1", "X-Ref": "a", "X-Flag": "true"}"#
        let lost = "not checked: #/paths/~1a/get/responses/200/headers/X-Lost: “#/no” doesn't exist"
        #expect(try lines(fine) == [lost, "0 differences in 1 mock"])
        let wrong =
            #"{"X-Int": "1.5", "X-List": "1, b", "X-Text": "2", "X-Ref": "b", "X-Object": "a", "X-Content": "a", "X-Flag": "yes"}"#
        #expect(
            try lines(wrong) == [
                #"a/a.txt header X-Flag: expected a boolean, found a string "yes""#,
                "a/a.txt header X-Int: expected an integer, found the number 1.5",
                #"a/a.txt header X-List: expected an integer, found a string "b""#,
                #"a/a.txt header X-Ref: expected "a", found a string "b""#,
                #"a/a.txt header X-Text: expected a string that matches ^1$, found a string "2""#,
                """
                not checked: #/paths/~1a/get/responses/200/headers/X-Content: “content” of a header is not supported
                """,
                lost,
                """
                not checked: #/paths/~1a/get/responses/200/headers/X-Object/schema: a header that is an object, \
                or a list of lists, is not supported
                """,
                "5 differences in 1 mock",
            ])
    }

    @Test func `a header that is a list of itself isn't supported`() throws {
        let lines = try report(
            ##"{"200": {"headers": {"X": {"schema": {"$ref": "#/components/list"}}}}}"##,
            ["a.txt": "", "a.headers.json": #"{"X": "a, b"}"#],
            components: ##"{"list": {"type": "array", "items": {"$ref": "#/components/list"}}}"##)
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix(": a header that is an object, or a list of lists, is not supported"))
    }

    @Test func `each unsupported feature of a document is listed once`() throws {
        let lines = try report(
            #"{"200": \#(content("application/json", #"{"items": {"frobnicate": 1, "type": "integer"}}"#))}"#,
            ["a.json": "[1, 2, 3]", "b.json": "[4]"])
        #expect(
            lines == [
                """
                not checked: #/paths/~1a/get/responses/200/content/application~1json/schema/items: “frobnicate” is not \
                supported
                """,
                "0 differences in 2 mocks",
            ])
    }

    @Test func `an answer to HEAD has no body`() throws {
        let other = #", "head": {"responses": {"200": \#(content("application/json", "true"))}}"#
        #expect(try report(#"{}"#, ["HEAD_a.txt": ""], other: other) == ["0 differences in 1 mock"])
    }
}
