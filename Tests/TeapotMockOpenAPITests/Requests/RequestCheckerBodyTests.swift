import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A RequestChecker reads bodies` {
    private static let json = "#/requestBody/content/application~1json/schema"

    @Test(
        arguments: [
            (#"{"name":"Assam"}"#, []),
            (#"{"name":"Assam","id":1,"secret":"x"}"#, []),
            (
                #"{"name":"A"}"#,
                ["422 #/body/name expected at least 2 characters, found 1: \"A\" \(json)/properties/name/minLength"]
            ),
            (
                #"{"cups":"2"}"#,
                [
                    "422 #/body expected a member “name”, found none \(json)/required",
                    "422 #/body/cups expected an integer, found a string \"2\" \(json)/properties/cups/type",
                ]
            ),
            (
                #"{"name":"Assam","size":1}"#,
                ["422 #/body/size expected no member of this name, found the number 1 \(json)/additionalProperties"]
            ),
            (
                #"{"name":"Assam","tags":[1,true]}"#,
                ["422 #/body/tags/1 expected an integer, found true \(json)/properties/tags/items/type"]
            ),
            ("[]", ["422 #/body expected an object, found an empty list \(json)/type"]),
            ("{\n\"name\":\n}", ["400 #/body expected JSON with a value at line 3, column 1, found \"}\" \(json)"]),
            ("", ["400 #/body is required #/requestBody/required"]),
        ] as [(String, [String])])
    func `JSON is compared with its schema`(body: String, faults: [String]) throws {
        var contract = try Contract(bodies: ["application/json", "text/plain"])
        #expect(try contract.faults(headers: ["Content-Type": "application/json"], body: Data(body.utf8)) == faults)
        // Without a type, JSON is expected if the body is JSON.
        let isText = faults.first?.hasPrefix("400") == true && !body.isEmpty
        let content = "#/requestBody/content"
        let unknown = ["415 #/header/Content-Type expected application/json or text/plain, found none \(content)"]
        #expect(try contract.faults(body: Data(body.utf8)) == (isText ? unknown : faults))
    }

    @Test(
        arguments: [
            ("application/json; charset=utf-8", ["application/json"], []),
            ("Application/JSON", ["application/json"], []),
            ("application/vnd.tea+json", ["application/*"], []),
            ("text/csv", ["application/json", "text/*"], []),
            ("image/png", ["*/*"], []),
            (
                "text/csv", ["application/json"],
                ["415 #/header/Content-Type expected application/json, found “text/csv” #/requestBody/content"]
            ),
            (
                "", ["application/json"],
                ["415 #/header/Content-Type expected application/json, found “” #/requestBody/content"]
            ),
            ("application/octet-stream", [], []),
        ] as [(String, [String], [String])])
    func `the media type is one of those that are declared`(type: String, types: [String], faults: [String]) throws {
        var contract = try Contract(bodies: types, schema: "{}")
        #expect(try contract.faults(headers: ["Content-Type": type], body: Data("{}".utf8)) == faults)
    }

    @Test func `a body is optional unless it's required`() throws {
        var contract = try Contract(bodies: ["application/json"], isRequired: false)
        #expect(try contract.faults() == [])
        #expect(try contract.faults(headers: ["Content-Type": "text/csv"]) == [])
        var other = try Contract("{}")
        #expect(try other.faults(headers: ["Content-Type": "text/csv"], body: Data("x".utf8)) == [])
    }

    @Test func `a readOnly member may be missing in any part of a schema`() throws {
        let cat =
            #"{"type":"object","required":["id","meows"],"properties":{"id":{"type":"integer","readOnly":true},"meows":{"type":"boolean"}}}"#
        let dog =
            #"{"type":"object","required":["id","key"],"properties":{"id":{"readOnly":true},"key":{"writeOnly":true}}}"#
        var contract = try Contract(bodies: ["application/json"], schema: #"{"oneOf":[\#(cat),\#(dog)]}"#)
        let headers: Teapot.HeaderFields = ["Content-Type": "application/json"]
        #expect(try contract.faults(headers: headers, body: Data(#"{"meows":true}"#.utf8)) == [])
        #expect(try contract.faults(headers: headers, body: Data(#"{"key":1}"#.utf8)) == [])
        #expect(try contract.faults(headers: headers, body: Data("{}".utf8)).count == 1)
    }
}
