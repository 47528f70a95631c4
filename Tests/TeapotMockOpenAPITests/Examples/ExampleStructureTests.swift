import Foundation
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockDocuments
@testable import TeapotMockOpenAPI

@Suite(.inTurn) struct `Examples of objects and lists` {
    @Test(arguments: [
        (
            #"{"properties": {"b": {"const": 1}, "a": {"const": 2}}, "required": ["c", "b"]}"#,
            #"{"a":2,"b":1,"c":"mint"}"#
        ),
        (#"{"properties": {"a": {"const": 1}, "b": false}, "additionalProperties": false}"#, #"{"a":1}"#),
        (#"{"type": "object", "minProperties": 2}"#, #"{"cup":"leaf","ginger":"tea"}"#),
        (
            #"{"minProperties": 2, "additionalProperties": {"type": "integer"}, "propertyNames": {"pattern": "^x-"}}"#,
            #"{"x-":699,"x-1":770}"#
        ),
        (
            #"{"minProperties": 1, "patternProperties": {"^a\\d$": {"const": 1}}, "additionalProperties": false}"#,
            #"{"a9":1}"#
        ),
        (#"{"maxProperties": 1, "required": ["b"], "properties": {"a": {}, "b": {"const": 1}}}"#, #"{"b":1}"#),
        (#"{"properties": {"a": {"const": 1}}, "dependentRequired": {"a": ["b"]}}"#, #"{"a":1,"b":"ginger"}"#),
        (
            #"{"properties": {"a": {"const": 1}}, "required": ["a"], "dependentSchemas": {"a": {"required": ["b"]}}}"#,
            #"{"a":1,"b":"ginger"}"#
        ),
        (#"{"type": "array", "items": {"enum": [1, 2, 3]}, "minItems": 3, "uniqueItems": true}"#, #"[3,1,2]"#),
        (#"{"items": {"type": "boolean"}, "uniqueItems": true}"#, #"[false,true]"#),
        (#"{"items": {"type": "string", "example": "a"}, "uniqueItems": true, "minItems": 2}"#, #"["a","leaf"]"#),
        (#"{"prefixItems": [{"const": 1}, {"const": "a"}], "items": false}"#, #"[1,"a"]"#),
        (#"{"items": {"type": "integer"}, "maxItems": 1}"#, #"[466]"#),
        (#"{"type": "array", "contains": {"const": 7}, "minContains": 2, "items": {"type": "integer"}}"#, #"[7,7]"#),
        (#"{"prefixItems": [{"type": "string"}], "contains": {"const": 7}}"#, #"["cup",7]"#),
        (#"{"properties": {"a": {"const": 1}}, "unevaluatedProperties": false, "minProperties": 1}"#, #"{"a":1}"#),
    ])
    func `members and elements match`(schema: String, value: String) throws {
        #expect(try example(schema) == value)
    }

    @Test(arguments: [
        (#"{"allOf": [{"type": "number", "minimum": 3}, {"type": "integer"}], "maximum": 3}"#, #"3"#),
        (
            #"{"allOf": [{"properties": {"a": {"const": 1}}}, {"properties": {"b": {"const": 2}}, "required": ["c"]}]}"#,
            #"{"a":1,"b":2,"c":"mint"}"#
        ),
        (#"{"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}], "type": "integer", "minimum": 6, "maximum": 9}"#, #"9"#),
        (#"{"anyOf": [{"type": "string", "maxLength": 1}, false]}"#, #""m""#),
        (#"{"type": "integer", "not": {"minimum": 1}}"#, #"0"#),
        (#"{"not": {"type": "string"}}"#, #"{}"#),
        (
            #"{"properties": {"a": {"type": "string"}, "b": {"const": 1}}, "not": {"required": ["a"]}, "minProperties": 1}"#,
            #"{"b":1}"#
        ),
        (
            #"{"properties": {"k": {"enum": ["x", "y"]}}, "if": {"properties": {"k": {"const": "x"}}}, "then": {"required": ["q"]}, "required": ["k"]}"#,
            #"{"k":"x","q":"tea"}"#
        ),
        (#"{"oneOf": [{"type": "null"}, {"type": "integer", "maximum": 1, "minimum": 1}]}"#, #"1"#),
        (##"{"$ref": "#/$defs/a", "minimum": 5, "$defs": {"a": {"type": "integer", "maximum": 5}}}"##, #"5"#),
    ])
    func `schemas that combine others are met`(schema: String, value: String) throws {
        #expect(try example(schema) == value)
    }

    @Test(arguments: [
        (#"{"type": "string", "nullable": true, "maxLength": 3}"#, #""min""#),
        (#"{"type": "string", "nullable": true, "pattern": "(a)\\1"}"#, #"null"#),
        (#"{"type": "integer", "minimum": 1, "exclusiveMinimum": true, "maximum": 2}"#, #"2"#),
        (##"{"$ref": "#/d", "maximum": 1, "d": {"type": "integer", "minimum": 5, "maximum": 5}}"##, #"5"#),
    ])
    func `OpenAPI 3_0 has keywords of its own`(schema: String, value: String) throws {
        #expect(try example(schema, dialect: .openAPI30) == value)
    }

    private static let shapes = ##"""
        {"components": {"schemas": {
          "Circle": {"required": ["kind", "r"], "properties": {"kind": {"type": "string"}, "r": {"const": 1}}},
          "Square": {"required": ["kind", "a"], "properties": {"kind": {"type": "string"}, "a": {"const": 2}}},
          "Shape": {"oneOf": [{"$ref": "#/components/schemas/Circle"}, {"$ref": "#/components/schemas/Square"}],
            "discriminator": {"propertyName": "kind", "mapping": {"box": "#/components/schemas/Square"}}},
          "Pet": {"properties": {"type": {"type": "string"}}, "discriminator": {"propertyName": "type"}},
          "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"}]},
          "Lower": {"oneOf": [{"$ref": "#/components/schemas/One"}], "discriminator": {"propertyName": "n"}},
          "One": {"properties": {"n": {"const": "one"}}}
        }}}
        """##

    @Test(arguments: [
        ("Shape", 0, #"{"a":2,"kind":"box"}"#), ("Shape", 1, #"{"a":2,"kind":"box"}"#),
        ("Shape", 2, #"{"kind":"Circle","r":1}"#), ("Shape", 3, #"{"kind":"Circle","r":1}"#),
        ("Cat", 0, #"{"type":"Cat"}"#), ("Pet", 0, #"{"type":"Pet"}"#), ("Lower", 0, #"{"n":"one"}"#),
    ])
    func `a discriminator selects the schema`(name: String, seed: UInt64, value: String) throws {
        #expect(try example(Self.shapes, at: ["components", "schemas", name], seed: seed) == value)
    }

    private static let account = ##"""
        {"required": ["id", "password"],
         "properties": {"id": {"type": "integer", "readOnly": true}, "password": {"$ref": "#/$defs/secret"}, "n": {"const": 1}},
         "$defs": {"secret": {"type": "string", "writeOnly": true}},
         "example": {"id": 1, "password": "x", "n": 1}}
        """##

    @Test func `a response has no members for requests`() throws {
        #expect(try example(Self.account) == #"{"id":1,"n":1}"#)
        let account = Self.account.replacingOccurrences(of: "\"example\"", with: "\"x-no\"")
        #expect(try example(account) == #"{"id":8865,"n":1}"#)
        let apart =
            #"{"allOf": [{"required": ["a", "b"]}, {"properties": {"a": {"writeOnly": true}, "b": {"const": 1}}}]}"#
        #expect(try example(apart) == #"{"b":1}"#)
    }
}

/// Tests of documents whose number of ways to the same schema doubles at each level.
@Suite(.inTurn) struct `A value with many ways to its schema` {
    @Test(arguments: ["", "unevaluatedProperties: false, "], [true, false])
    func `is generated in time`(keyword: String, isDirect: Bool) throws {
        let levels = (0..<16).map { level in
            let names = isDirect ? ["L\(level + 1)", "L\(level + 1)"] : ["A\(level)", "B\(level)"]
            let parts = names.map { "{$ref: \"#/components/schemas/\($0)\"}" }.joined(separator: ", ")
            let next = "{allOf: [{$ref: \"#/components/schemas/L\(level + 1)\"}]}"
            let first = "    L\(level): {\(level == 0 ? keyword : "")allOf: [\(parts)]}"
            return "\(first)\n    A\(level): \(next)\n    B\(level): \(next)"
        }
        let text = """
            openapi: 3.1.0
            paths: {}
            components:
              schemas:
            \(levels.joined(separator: "\n"))
                L16: {type: object, required: [a], properties: {a: {type: string, format: strange}}}
            """
        let document = try OpenAPIDocument(data: Data(text.utf8))
        let schema = try #require(document.schemas.schema["components"]?["schemas"]?["L0"])
        var generator = ExampleGenerator(document.schemas)
        let value = try generator.value(for: schema)
        #expect(value["a"]?.text != nil)
        // A check takes a step for each schema and reference, not for each way to it.
        var checker = SchemaChecker(document.schemas, assertsFormats: true, maximumSteps: 1000)
        #expect(checker.check(value, against: schema).differences.isEmpty)
        #expect(!checker.notes.contains { $0.reason.contains("steps") })
    }
}

/// Tests of names with a code as their short form.
@Suite(.inTurn) struct `A country or a currency` {
    @Test(arguments: [("country", 2), ("country", 3), ("countryCode", 2), ("countryCode", 3), ("currencyCode", 3)])
    func `is a code if its schema allows only a few letters`(name: String, length: Int) throws {
        let keywords: [String: JSONTree] = [
            "type": .string("string"), "maxLength": .number(JSONNumber(length)),
            "minLength": .number(JSONNumber(length)),
        ]
        let document = SchemaDocument(root: .object(keywords), dialect: .jsonSchema2020)
        let codes = ["PT", "NO", "JP", "PRT", "NOR", "JPN", "EUR", "USD", "JPY"]
        for seed in 0..<10 {
            var generator = ExampleGenerator(document, seed: UInt64(seed))
            let value = try generator.value(for: document.schema, named: name)
            #expect(codes.contains(value.text ?? ""), "\(value)")
        }
    }
}
