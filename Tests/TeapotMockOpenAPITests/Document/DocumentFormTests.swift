import Foundation
import TeapotMockDrift
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of members and values that a document can't have.
@Suite(.inTurn) struct `A document with a member of the wrong form` {
    /// An operation that has nothing wrong, with places for others.
    private func reasons(
        version: String = "3.1.0", root: String = "", components: String = "", operation: String = "",
        responses: String = "'204': {}"
    ) throws -> [String] {
        let text = """
            openapi: \(version)
            \(root)
            paths:
              /teas:
                get:
                  responses: {\(responses)}
                  \(operation)
            components:
              x-note: [1]
              \(components)

            """
        return try OpenAPIDocument(data: Data(text.utf8)).problems.map { "\($0.line ?? 0): \($0.reason)" }
    }

    @Test(arguments: [
        ("security: {bearer: []}", "2: “security” must be a list, not an object, so it's ignored"),
        ("security: [{none: []}]", "2: there is no security scheme “none”"),
        ("security: [none]", "2: an element of “security” must be an object, not a string \"none\", so it's ignored"),
        ("info: {licence: {}}", "2: “licence” is ignored; did you mean “license”?"),
        ("info: Teas", "2: “info” must be an object, not a string \"Teas\", so it's ignored"),
        ("component: {}", "2: “component” is ignored; did you mean “components”?"),
        ("servers: [{url: /v1, variabels: {}}]", "2: “variabels” is ignored; did you mean “variables”?"),
        ("tags: {}", "2: “tags” must be a list, not an empty object, so it's ignored"),
        ("webhooks: {made: {psot: {}}}", "2: “psot” is ignored; did you mean “post”?"),
    ]) func `has a finding in the document itself`(root: String, reason: String) throws {
        #expect(try reasons(root: root) == [reason])
    }

    @Test(arguments: [
        ("schema: {}", "10: “schema” is ignored; did you mean “schemas”?"),
        (
            "securitySchemes: {b: {type: htpp, scheme: bearer}}",
            "10: “type” must be apiKey, http, mutualTLS, oauth2 or openIdConnect, not a string \"htpp\";"
                + " did you mean “http”?"
        ),
        (
            "securitySchemes: {k: {type: apiKey, name: K, in: heder}}",
            "10: “in” must be query, header or cookie, not a string \"heder\"; did you mean “header”?"
        ),
        (
            "schemas: {A: {properties: {q: string}}}",
            "10: “q” must be a schema such as {type: string}, not a string \"string\", so it's ignored"
        ),
        ("schemas: {A: {properties: [q]}}", "10: “properties” must be an object, not a list, so it's ignored"),
        (
            "schemas: {A: {items: [{}]}}",
            "10: “items” must be a schema such as {type: string}, not a list, so it's ignored"
        ),
        (
            "schemas: {A: {readOnly: 'yes'}}",
            "10: “readOnly” must be true or false, not a string \"yes\", so it's ignored"
        ),
        ("schemas: {A: {format: emial}}", "10: there is no format “emial”; did you mean “email”?"),
        (
            "schemas: {A: {exclusiveMinimum: true}}",
            "10: “exclusiveMinimum” must be a number, not true, so it's ignored"
        ),
        (
            "schemas: {A: {required: [nam], properties: {name: {}}}}",
            "10: “nam” is required, but it's not in “properties”; did you mean “name”?"
        ),
        (
            "schemas: {A: {type: string, nullable: true}}",
            "10: “nullable” has no effect in OpenAPI 3.1; write type: [string, \"null\"]"
        ),
        (
            "schemas: {A: {nullable: true, $ref: '#/components/schemas/B'}, B: {}}",
            "10: “nullable” has no effect in OpenAPI 3.1; write anyOf: [{…}, {type: \"null\"}]"
        ),
        ("requestBodies: {a: {schema: {}}}", "10: “schema” belongs in “content”; here it's ignored"),
        ("links: {a: {operationIdd: a}}", "10: “operationIdd” is ignored; did you mean “operationId”?"),
        ("callbacks: {a: {'{$url}': {psot: {}}}}", "10: “psot” is ignored; did you mean “post”?"),
    ]) func `has a finding in its components`(components: String, reason: String) throws {
        #expect(try reasons(components: components) == [reason])
    }

    @Test(arguments: [
        ("parameters: [{name: q, in: query, type: integer}]", "7: “type” belongs in “schema”; here it's ignored"),
        (
            "parameters: [{name: q, in: query}]",
            "7: the parameter has no “schema”; add one such as schema: {type: string}"
        ),
        ("parameters: {q: {in: query}}", "7: “parameters” must be a list, not an object, so it's ignored"),
        ("tags: teas", "7: “tags” must be a list, not a string \"teas\", so it's ignored"),
        ("deprecated: 'no'", "7: “deprecated” must be true or false, not a string \"no\", so it's ignored"),
        (
            "parameters: [{name: q, in: query, schema: {}, style: from}]",
            "7: “style” must be form, simple, matrix, label, spaceDelimited, pipeDelimited, deepObject or cookie, not"
                + " a string \"from\"; did you mean “form”?"
        ),
    ]) func `has a finding in an operation`(operation: String, reason: String) throws {
        #expect(try reasons(operation: operation) == [reason])
    }

    @Test(arguments: [
        ("'422': [bad]", "6: “422” must be an object, not a list, so it's ignored"),
        ("'200': {headers: [X]}", "6: “headers” must be an object, not a list, so it's ignored"),
        ("'200': {headers: {X: {type: string}}}", "6: “type” belongs in “schema”; here it's ignored"),
        ("'200': {schema: {type: string}}", "6: “schema” belongs in “content”; here it's ignored"),
        ("'200': {content: {textplain: {}}}", "6: “textplain” isn't a media type; did you mean “text/plain”?"),
        ("'200': {content: {a/b: {type: string}}}", "6: “type” belongs in “schema”; here it's ignored"),
        (
            "'200': {content: {a/b: {examples: {error: gone}}}}",
            "6: “error” must be an object with “value”, not a string \"gone\", so it's ignored"
        ),
        (
            "'200': {content: {a/b: {examples: {gone: {vaule: 1}}}}}",
            "6: “vaule” is ignored; did you mean “value”?"
        ),
    ]) func `has a finding in a response`(responses: String, reason: String) throws {
        #expect(try reasons(responses: responses) == [reason])
    }

    @Test(arguments: [
        (
            "/search?q=1: {get: {responses: {'200': {}}}}",
            "a path can't have a query, so no request matches; describe the query as parameters with in: query"
        ),
        ("", "the document has no operations; add a path such as /teas: {get: …}"),
    ]) func `has a finding for its paths`(paths: String, reason: String) throws {
        let text = "openapi: 3.1.0\npaths: {\(paths)}"
        let problems = try OpenAPIDocument(data: Data(text.utf8)).problems
        #expect(problems.map(\.reason) == [reason])
        #expect(problems.map(\.line) == [2])
    }

    @Test(arguments: [
        // Extensions, numbers as texts, formats of one's own, and names that another part has.
        "x-a: 1\n  schemas: {A: {x-b: [], title: 1, description: , format: ulid, default: [], example: {vaule: 1}}}",
        "schemas: {A: {format: uint32}, B: {format: iri}, C: {format: cuid}, D: {format: hal-json}}",
        "schemas: {A: {required: [nam], properties: {name: {}}}, B: {properties: {nam: {}}}}",
        "schemas: {A: {additionalProperties: true, items: false, properties: {$ref: {type: string}}}}",
        "schemas: {A: {type: [string, 'null'], exclusiveMinimum: 1, nullable: false, examples: [a]}}",
        "headers: {X-A: {schema: {type: string}}, X-B: {}}\n  examples: {a: {value: {requird: a}}, x-a: none}",
        "responses: {a: {content: {'*/*': {}}}}\n  securitySchemes: {a: {type: oauth2, flows: {password: {scopes: {}}}}}",
        "callbacks: {a: {$ref: '#/components/callbacks/b'}, b: {'{$url}': {post: {}}}}",
        "parameters: {a: {name: a, in: query, content: {application/json: {schema: {type: object}}}}}",
        "parameters: {a: {x-id: a, name: a, in: query, schema: {id: a}}}",
        "pathItems: {a: {query: {}, additionalOperations: {COPY: {}}}}\n  mediaTypes: {a: {itemSchema: {}}}",
    ]) func `has no finding if it's legal`(components: String) throws {
        #expect(try reasons(components: components) == [])
    }

    @Test func `has a finding where a reference leads, once`() throws {
        let found = try reasons(
            root: "x-shared: {b: {name: b, in: query}, r: {contnt: {}}}",
            components: "parameters: {A: {name: a, in: query, type: integer}}",
            operation: "parameters: [{$ref: '#/components/parameters/A'}, {$ref: '#/x-shared/b'}]",
            responses: "'200': {$ref: '#/x-shared/r'}")
        #expect(
            found == [
                "2: the parameter has no “schema”; add one such as schema: {type: string}",
                "2: “contnt” is ignored; did you mean “content”?",
                "10: “type” belongs in “schema”; here it's ignored",
            ])
    }

    @Test func `has a finding at a broken reference, and at the response that leads there`() throws {
        let found = try reasons(
            components: "responses: {Ok: {$ref: '#/components/responses/Missing'}}",
            responses: "'200': {$ref: '#/components/responses/Ok'}")
        #expect(found == ["6", "10"].map { "\($0): “#/components/responses/Missing” doesn't exist" })
    }

    @Test(arguments: ["unevaluatedProperties", "unevaluatedItems", "contentSchema"])
    func `has a finding for a reference in a rare keyword`(keyword: String) throws {
        let found = try reasons(components: "schemas: {A: {\(keyword): {$ref: '#/no'}}}")
        #expect(found == ["10: “#/no” doesn't exist"])
    }

    @Test func `may have extensions of any form beside paths and responses`() throws {
        let text = """
            openapi: 3.1.0
            paths:
              x-shared: {parameter: [a]}
              /teas: {get: {responses: {x-note: {contnt: {}}, '204': {}}}}
            """
        #expect(try OpenAPIDocument(data: Data(text.utf8)).problems.map(\.reason) == [])
    }

    @Test func `uses Booleans for exclusive limits in OpenAPI 3.0`() throws {
        let schemas = "schemas: {A: {exclusiveMinimum: true, nullable: true, type: integer}, B: {exclusiveMaximum: 1}}"
        let reason = "10: “exclusiveMaximum” must be true or false, not the number 1, so it's ignored"
        #expect(try reasons(version: "3.0.3", components: schemas) == [reason])
    }
}
