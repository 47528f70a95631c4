import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of the paths and methods that a document's operations have.
@Suite(.inTurn) struct `The operations of a document` {
    private func client(_ document: String) throws -> MockTeapot {
        let router = Router("https://api.test")
        router.answer(from: try OpenAPIDocument(data: Data(document.utf8)))
        return MockTeapot(router: router)
    }

    @Test func `may have several variables in a segment`() async throws {
        let client = try client(
            """
            openapi: 3.1.0
            paths:
              /compare/{base}...{head}:
                parameters:
                  - {name: base, in: path, required: true, schema: {type: integer}}
                  - {name: head, in: path, required: true, schema: {type: string, maxLength: 3}}
                get: {responses: {200: {content: {application/json: {example: {a: 1}}}}}}
              /reports(from={from},to={to}):
                parameters:
                  - {name: from, in: path, required: true, schema: {type: string, format: date}}
                  - {name: to, in: path, required: true, schema: {type: integer}}
                get: {responses: {200: {content: {application/json: {example: {a: 2}}}}}}
            """)
        #expect(try await client.get("compare/1...b").json == ["a": 1])
        #expect(try await client.get("reports(from=2024-01-31,to=7)").json == ["a": 2])
        let error = await #expect(throws: TeapotError.self) { _ = try await client.get("compare/x...long") }
        let faults = error?.response?.json?["errors"] as? [any Sendable]
        #expect(
            faults?.compactMap { ($0 as? [String: any Sendable])?["pointer"] as? String } == [
                "#/path/base", "#/path/head",
            ])
    }

    @Test func `may have any method in OpenAPI 3.2`() async throws {
        let client = try client(
            """
            openapi: 3.2.0
            paths:
              /teas:
                query: {responses: {200: {content: {application/json: {example: {found: 1}}}}}}
                additionalOperations:
                  PURGE: {responses: {200: {content: {application/json: {example: {purged: 1}}}}}}
            """)
        #expect(try await client.send(client.makeRequest("QUERY", "teas")).json == ["found": 1])
        #expect(try await client.send(client.makeRequest("PURGE", "teas")).json == ["purged": 1])
    }

    @Test(arguments: ["./v1", "v1", "//api.test/v1", "https://api.test/v1?a=1", "https://{region}.api.test/{version}"])
    func `are found below a server's path`(url: String) async throws {
        let client = try client(
            """
            openapi: 3.1.0
            servers: [{url: "\(url)", variables: {region: {default: eu, enum: [eu, us]}, version: {default: v2, enum: [v1, v2]}}}]
            paths:
              /teas: {get: {responses: {200: {content: {application/json: {example: {a: 1}}}}}}}
            """)
        #expect(try await client.get("v1/teas").json == ["a": 1])
        #expect(try await client.get("teas").json == ["a": 1])
    }
}
