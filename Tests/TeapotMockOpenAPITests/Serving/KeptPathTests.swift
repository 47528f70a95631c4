import Foundation
import Teapot
import TeapotMock
@testable import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of what is kept for paths other than pairs of a list and an item.
@Suite(.inTurn) struct `A path without an item's path` {
    private static let text = """
        openapi: 3.1.0
        paths:
          /orders:
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}
              responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
          /orders/{id}:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}}
          /orders/{id}/lines:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Lines"}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Line"}}}}
              responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/Line"}}}}}
          /orders/{id}/address:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Address"}}}}}}
            put:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Address"}}}}
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Address"}}}}}
          /visits:
            get:
              responses:
                200:
                  content:
                    application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Visit"}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Visit"}}}}
              responses: {204: {description: noted}}
          /search:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Lines"}}}}}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Line"}}}}
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Lines"}}}}}
          /me:
            get:
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Me"}, example: {name: Ada, id: 7}}}}}
            patch:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Me"}}}}}
          /settings:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Settings"}}}}}}
            put:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Theme"}}}}
              responses: {204: {description: changed}}
            delete: {responses: {204: {description: gone}}}
        components:
          schemas:
            Order: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, note: {type: string}}}
            Line:
              type: object
              required: [id, sku]
              properties: {id: {type: integer, readOnly: true}, sku: {type: string}}
            Lines:
              type: object
              properties: {lines: {type: array, items: {$ref: "#/components/schemas/Line"}}, total: {type: integer}}
            Address: {type: object, required: [city], properties: {city: {type: string}, street: {type: string}}}
            Visit: {type: object, required: [page], properties: {page: {type: string}}}
            Me:
              type: object
              required: [id, name]
              properties: {id: {type: integer, readOnly: true}, name: {type: string}, bio: {type: string}}
            Theme: {type: object, required: [theme], properties: {theme: {type: string}}}
            Settings: {type: object, required: [data], properties: {data: {$ref: "#/components/schemas/Theme"}}}
        """

    private let client: MockTeapot
    private let document: OpenAPIDocument

    init() throws {
        document = try OpenAPIDocument(data: Data(Self.text.utf8))
        let router = Router("https://api.test")
        router.answer(from: document)
        client = MockTeapot(router: router)
    }

    @Test func `keeps what is added to its list`() async throws {
        let before = try #require(try await client.get("orders/1/lines").json?["lines", 0, "id"] as? Int)
        let made = try await client.post("orders/1/lines", parameters: .json(["sku": "a"])).json
        let next = try await client.post("orders/1/lines", parameters: .json(["sku": "b"])).json
        #expect(made?["id"] as? Int != next?["id"] as? Int)
        let lines = try await client.get("orders/1/lines").json
        #expect(lines?["lines", 0, "id"] as? Int == before)
        #expect(lines?["lines", 3, "id"] as? Int == made?["id"] as? Int)
        #expect(lines?["lines", 4, "sku"] as? String == "b")
        #expect(lines?["total"] as? Int == 5)
    }

    @Test func `keeps a list of its own for each parent, which is empty for a new one`() async throws {
        let order = try #require(try await client.post("orders", parameters: .json(["note": "x"])).json?["id"] as? Int)
        #expect(try await client.get("orders/\(order)/lines").json?["total"] as? Int == 0)
        _ = try await client.post("orders/\(order)/lines", parameters: .json(["sku": "a"]))
        #expect(try await client.get("orders/\(order)/lines").json?["total"] as? Int == 1)
        #expect(try await client.get("orders/1/lines").json?["total"] as? Int == 3)
        do {
            _ = try await client.get("orders/999/lines")
            Issue.record("An order that doesn't exist has lines.")
        } catch { #expect(error.response?.status == 404) }
    }

    @Test func `keeps items without an identifier`() async throws {
        for _ in 0..<2 { _ = try await client.post("visits", parameters: .json(["page": "home"])) }
        let visits = try await client.get("visits").json?.array
        #expect(visits?.count == 5)
        #expect(try await client.get("visits").json?[4, "page"] as? String == "home")
    }

    @Test func `keeps a single item`() async throws {
        #expect(try await client.get("me").json == ["id": 7, "name": "Ada"])
        let changed = try await client.patch("me", parameters: .json(["bio": "x"])).json
        #expect(changed == ["id": 7, "name": "Ada", "bio": "x"])
        #expect(try await client.get("me").json == changed)
        _ = try await client.put("settings", parameters: .json(["theme": "dark"]))
        #expect(try await client.get("settings").json == ["data": ["theme": "dark"]])
    }

    @Test func `can be deleted and put back if it's a single item`() async throws {
        _ = try await client.delete("settings")
        do {
            _ = try await client.get("settings")
            Issue.record("The deleted settings are still there.")
        } catch { #expect(error.response?.status == 404) }
        _ = try await client.put("settings", parameters: .json(["theme": "light"]))
        #expect(try await client.get("settings").json == ["data": ["theme": "light"]])
    }

    @Test func `keeps a single item for each parent`() async throws {
        let other = try await client.get("orders/2/address").json
        _ = try await client.put("orders/1/address", parameters: .json(["city": "Oslo"]))
        #expect(try await client.get("orders/1/address").json == ["city": "Oslo"])
        #expect(try await client.get("orders/2/address").json == other)
        let order = try #require(try await client.post("orders", parameters: .json(["note": "x"])).json?["id"] as? Int)
        _ = try await client.get("orders/\(order)/address")
    }

    @Test func `is listed as kept, unless POST only searches`() {
        let notes = zip(document.operations, document.memoryNotes).filter { $1 == "in memory" }
        let kept = Set(notes.map { "\($0.0.method) \($0.0.path)" })
        #expect(
            kept == [
                "POST /orders", "GET /orders/{id}", "GET /orders/{id}/lines", "POST /orders/{id}/lines",
                "GET /orders/{id}/address", "PUT /orders/{id}/address", "GET /visits", "POST /visits", "GET /me",
                "PATCH /me", "GET /settings", "PUT /settings", "DELETE /settings",
            ])
    }
}
