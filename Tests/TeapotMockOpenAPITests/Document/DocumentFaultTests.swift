import Foundation
import TeapotMockDrift
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of what `teapot check` finds in a document by itself.
@Suite(.inTurn) struct `A document that contradicts itself` {
    @Test(arguments: [
        ("{type: string, pattern: '(a'}", "the pattern \"(a\" isn't a regular expression: a “(” isn't closed"),
        (
            "{type: string, pattern: '(?<=a+)b'}",
            "the pattern \"(?<=a+)b\" has syntax that isn't supported, so nothing is checked with it; simplify it"
        ),
        ("{multipleOf: 0}", "“multipleOf” must be a number above 0, not the number 0"),
        ("{minimum: 5, maximum: 1.5}", "“minimum” 5 is above “maximum” 1.5, so no number fits"),
        ("{minItems: 2, maxItems: 1}", "“minItems” 2 is above “maxItems” 1, so no value fits"),
        ("{maxLength: -1}", "“maxLength” must be a nonnegative whole number, not the number -1, so it's ignored"),
        ("{enum: []}", "“enum” must be a list with at least one value, not an empty list"),
        ("{type: string, enum: [a, 1]}", "“type” allows a string, but “enum” has the number 1"),
        (
            "{type: object, required: [naem], additionalProperties: false, properties: {name: {}}}",
            "“naem” is required, but it's not in “properties” and “additionalProperties” is false;"
                + " did you mean “name”?"
        ),
        (
            "{type: integer, default: x}",
            "the default doesn't match its schema: expected an integer, found a string \"x\""
                + " (#/components/schemas/A/type); correct one of them"
        ),
        (
            "{type: object, properties: {a: {type: string}}, example: {a: 1}}",
            "the example doesn't match its schema: at “/a”, expected a string, found the number 1"
                + " (#/components/schemas/A/properties/a/type); correct one of them"
        ),
        (
            "{type: string, format: date-time, example: yesterday}",
            "the example doesn't match its schema: expected a date and time such as 2024-01-31T09:30:00Z,"
                + " found a string \"yesterday\" (#/components/schemas/A/format); correct one of them"
        ),
        ("{$ref: '#/components/schemas/A'}", "“#/components/schemas/A” refers to itself endlessly"),
        (
            "{type: object, required: [a], properties: {a: {$ref: '#/components/schemas/A'}}}",
            "each value must contain another, without end; make one of its members optional"
        ),
        (
            "{$ref: '#/components/schemas/B', minLength: 1}",
            "“minLength” next to “$ref” is ignored in OpenAPI 3.0; put both in “allOf”"
        ),
        (
            "{oneOf: [{$ref: '#/components/schemas/B'}], discriminator: {propertyName: t, mapping: {b: BB}}}",
            "there is no schema “BB”; did you mean “B”?"
        ),
    ]) func `has a finding for each wrong schema`(schema: String, reason: String) throws {
        #expect(try reasons("components: {schemas: {B: {type: string}, A: \(schema)}}") == [reason])
    }

    @Test(arguments: [
        "{type: string, nullable: true, enum: [a, null], default: null}",
        "{type: string, pattern: '^[^)]+[(]$', example: a(}",
        "{type: object, required: [a], additionalProperties: false, properties: {a: {type: string}}, default: {}}",
        "{type: object, required: [a], properties: {a: {type: array, items: {$ref: '#/components/schemas/A'}}}}",
        "{type: object, required: [a], properties: {a: {nullable: true, allOf: [{$ref: '#/components/schemas/A'}]}}}",
        "{type: object, required: [a, b], additionalProperties: false, example: {b: 1}, "
            + "properties: {a: {readOnly: true, type: string}, b: {type: integer, writeOnly: true}}}",
        "{minimum: 1, maximum: 1, minLength: 0, maxLength: 0, multipleOf: 0.01}",
        "{oneOf: [{$ref: '#/components/schemas/B'}], discriminator: {propertyName: t, mapping: {b: B, c: c.json}}}",
    ]) func `has no finding for a legal schema`(schema: String) throws {
        #expect(try reasons("components: {schemas: {B: {type: string}, A: \(schema)}}") == [])
    }

    @Test func `has a finding for each wrong operation`() throws {
        let found = try reasons(
            """
              /a/{id}:
                parameters:
                - {name: id, in: path, schema: {type: integer}, example: x}
                - {name: b, in: path, required: true, schema: {type: string}}
                get:
                  operationId: one
                  parameters:
                  - {name: q, in: query, schema: {type: integer}, example: "5"}
                  - {name: q, in: query, schema: {type: array, items: {type: string}}, example: "a,b"}
                  responses:
                    "200":
                      links: {l: {operationId: onee}}
                      content: {application/json: {schema: {type: string}, examples: {e: {value: 1}}}}
              /a/{key}:
                get:
                  operationId: one
                  parameters: [{name: key, in: path, required: true, schema: {type: string}}]
                  responses: {"200": {content: {application/xml: {schema: {type: object}, example: <a/>}}}}
            """)
        #expect(
            found == [
                "#/paths/~1a~1{id}/get/operationId has the operationId “one”, too; rename one",
                "no operation has the operationId “onee”; did you mean “one”?",
                "the example doesn't match its schema: expected a string, found the number 1 "
                    + "(#/paths/~1a~1{id}/get/responses/200/content/application~1json/schema/type); "
                    + "correct one of them",
                "the example doesn't match its schema: expected an integer, found a string \"x\" "
                    + "(#/paths/~1a~1{id}/parameters/0/schema/type); correct one of them",
                "the path /a/{id} has no “{b}”; add it, or remove this parameter",
                "the path /a/{key} is the same as /a/{id}, whose variables have other names; merge them",
                "the path parameter “id” must have “required: true”",
                "the query parameter “q” is already in this list; remove one",
            ])
    }

    @Test func `has a line if it's JSON, also if it can't be read`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("{\n  \"openapi\": \"3.1.0\",\n  \"paths\": []\n}".utf8).write(to: file)
        let error = #expect(throws: OpenAPIDocument.ReadingError.self) { try OpenAPIDocument(contentsOf: file) }
        let finding = Finding.all([try #require(error)], at: file.path)[0]
        #expect(finding.line == 3)
        #expect(finding.column == 12)
    }

    private func reasons(_ rest: String) throws -> [String] {
        let text = "openapi: 3.0.3\npaths:\(rest.hasPrefix("components") ? " {}" : "")\n\(rest)\n"
        return try OpenAPIDocument(data: Data(text.utf8)).problems.map(\.reason).sorted()
    }
}
