import Foundation
import TeapotMockDrift
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of mistakes in documents that have no effect.
@Suite(.inTurn) struct `A misspelled document` {
    @Test func `is named with what was meant`() throws {
        let text = """
            openapi: 3.1.0
            paths:
              /a:
                gett: {}
                post:
                  requestBdy: {content: {application/json: {schema: {$ref: "#/components/schemas/A"}}}}
                  responses:
                    200: {contnt: {}}
                    banana: {description: b}
                    4XX: {description: e}
                get:
                  paramters: []
            components:
              schemas:
                B: {type: object, required: a}
                A: {type: object, requird: [a], properties: {a: {type: int}, requird: {minLenght: 1}, x: {x-y: 1}}}
            """
        let all = try OpenAPIDocument(data: Data(text.utf8)).problems
        let misspelt = try #require(all.first { $0.reason.hasPrefix("“requestBdy”") })
        #expect("\(misspelt)".contains("line 6, column 19"), "\(misspelt)")
        #expect(
            all.map(\.reason).sorted() == [
                "“banana” isn't a status such as 200, 4XX or default", "“contnt” is ignored; did you mean “content”?",
                "“gett” is ignored; did you mean “get”?", "“minLenght” is ignored; did you mean “minLength”?",
                "“paramters” is ignored; did you mean “parameters”?",
                "“requestBdy” is ignored; did you mean “requestBody”?",
                "“requird” is ignored; did you mean “required”?",
                "“required” must be a list, not a string \"a\", so it's ignored",
                "“type” must be array, boolean, integer, null, number, object or string, not a string \"int\"; "
                    + "did you mean “integer”?",
            ])
    }

    @Test func `is named also if nothing similar was meant`() throws {
        let text = """
            openapi: 3.0.3
            paths:
              /a:
                remove: {}
                put:
                  requestBody: {required: true}
                  content: {application/json: {schema: {type: string, optional: true}}}
                  responses: {200: {description: A, content: {text/plain: {x-a: 1}}}}
            """
        #expect(
            try OpenAPIDocument(data: Data(text.utf8)).problems.map { "\($0.line ?? 0): \($0.reason)" } == [
                "4: “remove” is ignored; it isn't part of OpenAPI here",
                "6: the request body has no “content”, so any body is accepted",
                "7: “content” is ignored; it isn't part of OpenAPI here",
            ])
        let schemas = "openapi: %@\npaths: {}\ncomponents: {schemas: {A: {type: string, optional: true}}}"
        for (version, count) in [("3.0.3", 1), ("3.1.0", 0)] {
            let text = schemas.replacingOccurrences(of: "%@", with: version)
            #expect(try OpenAPIDocument(data: Data(text.utf8)).problems.count == count)
        }
    }

    @Test(arguments: [("3.0.3", ["the operation has no “responses”"]), ("3.1.0", [])])
    func `has responses where its version requires them`(version: String, problems: [String]) throws {
        let text = "openapi: \(version)\npaths: {/a: {get: {summary: A}}}"
        #expect(try OpenAPIDocument(data: Data(text.utf8)).problems.map(\.reason) == problems)
    }
}
