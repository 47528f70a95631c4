import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
@testable import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of lists that only look like a part of another one, and of large documents.
@Suite(.inTurn) struct `A list below an item` {
    private let document: OpenAPIDocument

    init() throws {
        func list(_ name: String) -> String {
            "{get: {responses: {200: {content: {application/json: {schema: "
                + "{type: array, items: {$ref: \"#/components/schemas/\(name)\"}}}}}}}}"
        }
        func item(_ name: String) -> String {
            "{get: {responses: {200: {content: {application/json: {schema: "
                + "{$ref: \"#/components/schemas/\(name)\"}}}}}}}"
        }
        let text = """
            openapi: 3.1.0
            paths:
              /users/{id}/orders: \(list("Order"))
              /shops/{id}/orders: \(list("Order"))
              /shops/{id}/orders/{orderId}: \(item("Order"))
              /users/{id}/photos: \(list("Thumb"))
              /photos/{photoId}: \(item("Photo"))
              /users/{id}/notes: \(list("Note"))
              /a/notes/{noteId}: \(item("Note"))
              /b/notes/{noteId}: \(item("Note"))
            components:
              schemas:
                Order: {type: object, required: [orderId], properties: {orderId: {type: integer}}}
                Photo: {type: object, required: [photoId], properties: {photoId: {type: integer}}}
                Thumb: {type: object, required: [small], properties: {small: {const: s}}}
                Note: {type: object, required: [noteId], properties: {noteId: {type: integer}}}
            """
        document = try OpenAPIDocument(data: Data(text.utf8))
    }

    @Test func `isn't a part of a list of other items, of another parent's, or of one of several`() async throws {
        let kept = Resource.all(in: document).kept
        #expect(kept.keys.sorted() == ["/shops/{id}/orders", "/shops/{id}/orders/{orderId}"])
        let router = Router("https://api.test")
        router.answer(from: document)
        let photos = try await MockTeapot(router: router).get("users/1/photos").json
        #expect(photos?[0, "small"] as? String == "s")
    }
}

@Suite(.inTurn) struct `A document with many equal parts` {
    /// Returns a document with a line for each number, in its schemas.
    private func text(_ lines: (Int) -> String, count: Int) -> Data {
        Data(("openapi: 3.1.0\npaths: {}\ncomponents:\n  schemas:\n" + (0..<count).map(lines).joined()).utf8)
    }

    @Test func `names each broken reference`() throws {
        let document = try OpenAPIDocument(data: text({ "    S\($0): {$ref: \"#/no\($0)\"}\n" }, count: 500))
        #expect(document.problems.count == 500)
    }

    @Test func `keeps the order of its examples`() throws {
        let examples = (0..<2_000).reversed().map { "n\($0): {value: \($0)}" }.joined(separator: ", ")
        let text = """
            openapi: 3.1.0
            paths: {/a: {get: {responses: {200: {content: {application/json: {examples: {\(examples)}}}}}}}}
            """
        let document = try OpenAPIDocument(data: Data(text.utf8))
        let media = try #require(document.details(of: document.operations[0]).answers.first?.content.first)
        #expect(document.names(in: try #require(media.place["examples"])).prefix(2) == ["n1999", "n1998"])
    }
}
