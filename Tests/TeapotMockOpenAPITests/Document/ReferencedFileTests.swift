import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockOpenAPI
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of documents that refer to other files.
@Suite(.inTurn) struct `References to files` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write(
            "openapi.yaml",
            """
            openapi: 3.1.0
            paths:
              /pets:
                $ref: paths/pets.yaml
              /owners:
                get:
                  responses:
                    200: {content: {application/json: {schema: {$ref: "./schemas/all%20of%20them.json#/Owner"}}}}
            components:
              schemas:
                Id: {type: integer, const: 7}
            """)
        try write(
            "paths/pets.yaml",
            """
            get:
              responses:
                200:
                  content:
                    application/json:
                      schema: {$ref: "../schemas/pet.yaml"}
            """)
        try write(
            "schemas/pet.yaml",
            """
            type: object
            required: [id, name, owner]
            properties:
              id: {$ref: "../openapi.yaml#/components/schemas/Id"}
              name: {$ref: "#/$defs/name"}
              owner: {$ref: "all of them.json#/Owner"}
            $defs:
              name: {const: Rex}
            """)
        try write(
            "schemas/all of them.json",
            #"{"Owner": {"type": "object", "required": ["a"], "properties": {"a": {"const": 1}}}}"#)
    }

    private func write(_ path: String, _ text: String) throws {
        let url = folder.url.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func document() throws -> OpenAPIDocument {
        try OpenAPIDocument(contentsOf: folder.url.appendingPathComponent("openapi.yaml"))
    }

    @Test func `are followed from each file`() async throws {
        let document = try document()
        #expect(document.problems.isEmpty)
        let router = Router("https://api.test")
        router.answer(from: document)
        let client = MockTeapot(router: router)
        #expect(try await client.get("pets").json == ["id": 7, "name": "Rex", "owner": ["a": 1]])
        #expect(try await client.get("owners").json == ["a": 1])
    }

    @Test func `that lead nowhere are named with their file`() throws {
        try write(
            "schemas/pet.yaml",
            """
            properties:
              id: {$ref: "../openapi.yaml#/components/schemas/Ib"}
              name: {$ref: "none.yaml"}
              owner: {$ref: "https://example.com/owner.json"}
              broken: {$ref: "broken.yaml"}
              example: {$ref: "#/no"}
            """)
        try write("schemas/broken.yaml", "a: [1")
        #expect(
            try document().problems.map(\.description) == [
                "“schemas/pet.yaml”, line 2, column 7, #/properties/id: "
                    + "“../openapi.yaml#/components/schemas/Ib” doesn't exist; did you mean “Id”?",
                "“schemas/pet.yaml”, line 3, column 9, #/properties/name: “schemas/none.yaml”: can't be read: "
                    + "The file doesn’t exist.",
                "“schemas/pet.yaml”, line 4, column 10, #/properties/owner: “https://example.com/owner.json” is on the "
                    + "web; only places in this document and in files are followed",
                "“schemas/pet.yaml”, line 5, column 11, #/properties/broken: “schemas/broken.yaml”, line 1, column 6: "
                    + "expected “]” for the “[” in line 1 but found the end of the document",
                "“schemas/pet.yaml”, line 6, column 12, #/properties/example: “#/no” doesn't exist",
            ])
    }

    @Test func `in a text without a place aren't followed`() throws {
        let text = "openapi: 3.1.0\ncomponents:\n  schemas: {A: {$ref: b.yaml}}"
        let document = try OpenAPIDocument(data: Data(text.utf8))
        #expect(
            document.problems.map(\.description) == [
                "“the document”, line 3, column 16, #/components/schemas/A: “b.yaml” is in a file; "
                    + "read the document with “init(contentsOf:)”"
            ])
    }
}
