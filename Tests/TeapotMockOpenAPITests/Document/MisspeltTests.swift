import Foundation
import TeapotMockDrift
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of mistakes in documents that have no effect.
@Suite(.inTurn) struct `A misspelt document` {
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
                A: {type: object, requird: [a], properties: {a: {type: int}, requird: {minLenght: 1}, x: {x-y: 1}}}
            """
        let problems = try OpenAPIDocument(data: Data(text.utf8)).problems.map(\.reason)
        #expect(
            problems.sorted() == [
                "there is no type \"int\"; did you mean “integer”?",
                "“banana” isn't a status such as 200, 4XX or default", "“contnt” is ignored; did you mean “content”?",
                "“gett” is ignored; did you mean “get”?", "“minLenght” is ignored; did you mean “minLength”?",
                "“paramters” is ignored; did you mean “parameters”?",
                "“requestBdy” is ignored; did you mean “requestBody”?",
                "“requird” is ignored; did you mean “required”?",
            ])
    }

    @Test(arguments: [("3.0.3", ["the operation has no “responses”"]), ("3.1.0", [])])
    func `has responses where its version requires them`(version: String, problems: [String]) throws {
        let text = "openapi: \(version)\npaths: {/a: {get: {summary: A}}}"
        #expect(try OpenAPIDocument(data: Data(text.utf8)).problems.map(\.reason) == problems)
    }
}
