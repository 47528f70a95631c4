import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestSupport
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An OpenAPI document` {
    @Test(arguments: [
        ("", "“shop.json”, line 1, column 1: expected a value but found the end of the text"),
        ("{\n  \"openapi\": 3.0.0\n}", "“shop.json”, line 2, column 17: expected \",\" or \"}\" but found \".\""),
        (
            "# The shop\nopenapi: 3.0.0\npaths:\n  /tea: 1\n",
            "“shop.json”, line 4, column 9, #/paths/~1tea: expected an object, found the number 1"
        ),
        ("openapi: 2.9", "“shop.json”, line 1, column 10, #/openapi: this is OpenAPI 2.9; only 3.0 to 3.2 can be read"),
        (
            "openapi: [3.0",
            "“shop.json”, line 1, column 14: expected “]” for the “[” in line 1 but found the end of the document"
        ),
        ("[]", "“shop.json”, #: expected an object, found an empty list"),
        ("null", "“shop.json”, line 1, column 1, #: expected an object, found nothing"),
        ("{}", "“shop.json”, #: this isn't an OpenAPI document, because it has no “openapi” with a version"),
        (
            #"{"openapi": true}"#,
            "“shop.json”, #: this isn't an OpenAPI document, because it has no “openapi” with a version"
        ),
        (#"{"openapi": "3.3.0"}"#, "“shop.json”, #/openapi: this is OpenAPI 3.3.0; only 3.0 to 3.2 can be read"),
        (
            #"{"swagger": "2.0"}"#,
            """
            “shop.json”, #/swagger: this is Swagger 2.0, and only OpenAPI 3.0 to 3.2 can be read. Convert it first, for \
            example with `npx swagger2openapi swagger.json -o openapi.json`.
            """
        ),
        (#"{"openapi": "3.0.0", "paths": []}"#, "“shop.json”, #/paths: expected an object, found an empty list"),
        (
            #"{"openapi": "3.0.0", "paths": {"/a": 1}}"#,
            "“shop.json”, #/paths/~1a: expected an object, found the number 1"
        ),
        (
            #"{"openapi": "3.0.0", "paths": {"/a": {"get": []}}}"#,
            "“shop.json”, #/paths/~1a/get: expected an object, found an empty list"
        ),
        (
            #"{"openapi": "3.0.0", "paths": {"/a": {"get": {"responses": 1}}}}"#,
            "“shop.json”, #/paths/~1a/get/responses: expected an object, found the number 1"
        ),
        (
            ##"{"openapi": "3.0.0", "paths": {"/a": {"$ref": "#/b"}}}"##,
            "“shop.json”, #/paths/~1a: “#/b” doesn't exist"
        ),
        (
            #"{"openapi": "3.0.0", "servers": {}, "paths": {"/a": {"get": {}}}}"#,
            "“shop.json”, #/servers: expected a list, found an empty object"
        ),
        (
            #"{"openapi": "3.0.0", "servers": [{}], "paths": {"/a": {"get": {}}}}"#,
            "“shop.json”, #/servers/0: a server must have a “url”"
        ),
    ])
    func `an unreadable document is reported with the place`(text: String, message: String) {
        let error = #expect(throws: OpenAPIDocument.ReadingError.self) {
            try OpenAPIDocument(data: Data(text.utf8), named: "shop.json")
        }
        #expect(error?.description == message)
        #expect(error?.localizedDescription == message)
    }

    @Test func `a path without a leading slash is read as if it had one`() throws {
        let text = #"{"openapi": "3.0.0", "paths": {"teas/{id}": {"get": {"responses": {"200": {}}}}, "x-a": 1}}"#
        let document = try OpenAPIDocument(data: Data(text.utf8), named: "shop.json")
        #expect(document.operations.map(\.path) == ["/teas/{id}"])
    }

    @Test func `a file is named`() throws {
        let folder = try TemporaryFolder([
            "shop.yaml": "a: [", "shop.json": #"{"openapi": "3.1.1", "info": {"title": "T"}}"#,
        ])
        let file = folder.url.appendingPathComponent("shop.yaml")
        let error = #expect(throws: OpenAPIDocument.ReadingError.self) { try OpenAPIDocument(contentsOf: file) }
        #expect(error?.description.hasPrefix("“shop.yaml”, line 1, column 5: ") == true)
        let missing = folder.url.appendingPathComponent("no.json")
        let other = #expect(throws: OpenAPIDocument.ReadingError.self) { try OpenAPIDocument(contentsOf: missing) }
        #expect(other?.description.hasPrefix("“no.json”: can't be read: ") == true)
        let document = try OpenAPIDocument(contentsOf: folder.url.appendingPathComponent("shop.json"))
        #expect(document.title == "T")
        #expect(document.operations.isEmpty)
    }

    @Test func `a hostile document is refused or read`() {
        let deep = String(repeating: #"{"allOf":["#, count: 10_000) + String(repeating: "]}", count: 10_000)
        #expect(throws: OpenAPIDocument.ReadingError.self) {
            try OpenAPIDocument(data: Data(#"{"openapi":"3.1.0","components":\#(deep)}"#.utf8))
        }
        let cyclic = ##"{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/paths/~1b"},"/b":{"$ref":"#/paths/~1a"}}}"##
        let error = #expect(throws: OpenAPIDocument.ReadingError.self) {
            try OpenAPIDocument(data: Data(cyclic.utf8))
        }
        #expect(error?.reason == "“#/paths/~1a” refers to itself endlessly")
    }
}
