import Foundation
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockOpenAPI

@Suite(.inTurn) struct `Failures of examples` {
    @Test(arguments: [
        (##"{"type": "object", "properties": {"next": {"$ref": "#"}}}"##, #"{}"#),
        (
            ##"{"type": "object", "required": ["all"], "properties": {"all": {"type": "array", "items": {"$ref": "#"}}}}"##,
            #"{"all":[]}"#
        ),
        (
            ##"{"type": "object", "required": ["next"], "properties": {"next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}}"##,
            #"{"next":null}"#
        ),
        (
            ##"{"$ref": "#/$defs/e", "$defs": {"e": {"oneOf": [{"type": "object", "required": ["l"], "properties": {"l": {"$ref": "#/$defs/e"}}}, {"const": 1}]}}}"##,
            #"1"#
        ),
        (
            ##"{"type": "object", "required": ["next"], "properties": {"next": {"$ref": "#"}}}"##,
            #"#: refers to itself endlessly, through required members or elements"#
        ),
        (
            ##"{"type": "array", "minItems": 1, "items": {"$ref": "#"}}"##,
            #"#: refers to itself endlessly, through required members or elements"#
        ),
    ])
    func `recursion ends where it can`(schema: String, value: String) throws {
        #expect(try example(schema) == value)
    }

    @Test(arguments: [
        (#"false"#, #"#: allows no value"#),
        (#"{"type": "text"}"#, #"#: there is no type “text”"#),
        (#"{"allOf": [{"type": "string"}, {"type": "integer"}]}"#, #"#: its parts have no common type"#),
        (#"{"enum": [1], "const": 2}"#, #"#: its parts allow no common value"#),
        (#"{"type": "integer", "minimum": 2, "maximum": 1}"#, #"#: no number that matches was found"#),
        (#"{"type": "string", "minLength": 2, "maxLength": 1}"#, #"#: no string that matches was found"#),
        (#"{"type": "string", "minLength": 1000000000}"#, #"#: a string of 1000000000 characters is too long"#),
        (#"{"type": "array", "minItems": 1000000000}"#, #"#: a list of 1000000000 elements is too long"#),
        (
            #"{"type": "object", "minProperties": 1000000000, "additionalProperties": false}"#,
            #"#: no 1000000000 different members were found"#
        ),
        (
            #"{"type": "array", "items": {"type": "boolean"}, "minItems": 3, "uniqueItems": true}"#,
            #"#/items: no 3 different elements were found"#
        ),
        (
            #"{"properties": {"a": {"pattern": "(a)\\1"}}, "required": ["a"]}"#,
            #"#/properties/a/pattern: no string was found for the pattern (a)\1"#
        ),
        (
            #"{"type": "object", "required": ["a"], "additionalProperties": false}"#,
            #"#/additionalProperties: allows no value"#
        ),
        (#"{"type": "string", "not": {"type": "string"}}"#, #"#: no string that matches was found"#),
        (#"{"type": "array", "contains": false}"#, #"#/contains: allows no value"#),
        (##"{"$ref": "#/nowhere"}"##, #"#: “#/nowhere” can't be followed, or doesn't exist"#),
        (##"{"$ref": "other.json"}"##, #"#: “other.json” can't be followed, or doesn't exist"#),
        (#"{"pattern": "("}"#, #"{}"#),
        (#"{"minimum": "3"}"#, #"{}"#),
        (#"1"#, #"#: allows no value"#),
    ])
    func `a failure says where and why`(schema: String, message: String) throws {
        #expect(try example(schema) == message)
    }
}
