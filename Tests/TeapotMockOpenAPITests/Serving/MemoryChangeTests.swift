import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of requests that change items, and of those that don't.
@Suite(.inTurn) struct `A change of a document's items` {
    private let client: MockTeapot

    init() throws {
        let router = Router("https://api.test")
        router.answer(from: try OpenAPIDocument(data: Data(Self.bookings.utf8)))
        client = MockTeapot(router: router)
    }

    private static let bookings = """
        openapi: 3.1.0
        paths:
          /users:
            get:
              parameters: [{name: tags, in: query, explode: false, schema: {type: array, items: {type: string}}}]
              responses:
                200: {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/User"}}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
          /users/{user_id}:
            get:
              responses:
                200: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}
                404: {content: {application/json: {example: {code: no_user}}}}
            patch:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
            put:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses:
                200: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}
                201: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}
          /users/{user_id}/bookings:
            get:
              responses:
                200:
                  content:
                    application/json:
                      schema: {type: object, properties: {result: {$ref: "#/components/schemas/Bookings"}}}
                404: {content: {application/json: {example: {code: no_such_user}}}}
            post:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses:
                201:
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Booking"}
                      example: {id: 41, user_id: 1, status: pending}
          /bookings/{bookingId}:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Booking"}}}}}}
          /bookings/{bookingId}/cancel:
            post:
              responses:
                200: {content: {application/json: {schema: {$ref: "#/components/schemas/Booking"}}}}
                404: {content: {application/json: {example: {code: no_booking}}}}
          /bookings/{bookingId}/finish:
            post:
              responses:
                200:
                  content:
                    application/json:
                      schema: {$ref: "#/components/schemas/Booking"}
                      example: {id: 1, user_id: other, status: done}
        components:
          schemas:
            User:
              type: object
              required: [id, name]
              properties: {id: {type: string}, name: {type: string}, tags: {type: array, items: {type: string}}}
            Bookings: {type: object, properties: {items: {type: array, items: {$ref: "#/components/schemas/Booking"}}}}
            Booking:
              type: object
              required: [id, user_id, status]
              properties:
                id: {type: integer}
                user_id: {type: string}
                status: {enum: [pending, done, cancelled]}
        """

    private func failure(_ body: () async throws -> Void) async -> Teapot.Response? {
        do { try await body() } catch { return (error as? TeapotError)?.response }
        return nil
    }

    @Test func `isn't made for a client that doesn't accept the response`() async throws {
        let refused = await failure {
            let user: JSON = ["id": "p4", "name": "n"]
            _ = try await client.post("users", parameters: .json(user), headerFields: ["Accept": "text/html"])
        }
        #expect(refused?.status == 406)
        let missing = await failure { _ = try await client.get("users/p4") }
        #expect(missing?.json == ["code": "no_user"])
    }

    @Test func `isn't made if the item would become invalid`() async throws {
        _ = try await client.post("users", parameters: .json(["id": "a", "name": "Ada"]))
        let refused = await failure { _ = try await client.patch("users/a", parameters: .json(["name": nil])) }
        #expect(refused?.status == 422)
        #expect(try await client.get("users/a").json == ["id": "a", "name": "Ada"])
        #expect(try await client.patch("users/a").json == ["id": "a", "name": "Ada"])
        let changed = try await client.patch("users/a", parameters: .json(["name": "Eve", "extra": 1]))
        #expect(changed.json == ["id": "a", "name": "Eve", "extra": 1])
    }

    @Test func `can create an item with PUT, if the document says so`() async throws {
        let made = try await client.put("users/new", parameters: .json(["name": "Ada"]))
        #expect(made.status == 201)
        #expect(try await client.get("users/new").json == ["id": "new", "name": "Ada"])
        #expect(try await client.put("users/new", parameters: .json(["name": "Eve"])).status == 200)
    }

    @Test func `begins with the example of the response, and is in its list`() async throws {
        _ = try await client.put("users/new", parameters: .json(["name": "Ada"]))
        #expect(try await client.get("users/new/bookings").json == ["result": ["items": []]])
        let made = try await client.post("users/new/bookings")
        #expect(made.json?["status"] as? String == "pending")
        #expect(made.json?["user_id"] as? String == "new")
        let items = try await client.get("users/new/bookings").json?["result", "items"] as? [any Sendable]
        #expect(items?.count == 1)
        let missing = await failure { _ = try await client.get("users/none/bookings") }
        #expect(missing?.json == ["code": "no_such_user"])
    }

    @Test func `below an item answers with that item, or that there's none`() async throws {
        _ = try await client.put("users/new", parameters: .json(["name": "Ada"]))
        let made = try await client.post("users/new/bookings").json
        let id = try #require(made?["id"] as? Int)
        #expect(try await client.post("bookings/\(id)/cancel").json == made)
        let missing = await failure { _ = try await client.post("bookings/99999/cancel") }
        #expect(missing?.json == ["code": "no_booking"])
    }

    @Test func `is changed by an action as its example shows`() async throws {
        _ = try await client.put("users/new", parameters: .json(["name": "Ada"]))
        let id = try #require(try await client.post("users/new/bookings").json?["id"] as? Int)
        let done: JSON = ["id": .init(id), "user_id": "new", "status": "done"]
        #expect(try await client.post("bookings/\(id)/finish").json == done)
        #expect(try await client.get("bookings/\(id)").json == done)
    }

    @Test func `keeps its identifier in an action, even if that has an enum`() async throws {
        let order = """
            {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}, example: EXAMPLE}}}}
            """
        let text = """
            openapi: 3.1.0
            paths:
              /orders/{id}: {get: {responses: \(order.replacingOccurrences(of: "EXAMPLE", with: "{id: b, status: open}"))}}
              /orders: {post: {responses: \(order.replacingOccurrences(of: "EXAMPLE", with: "{id: b, status: open}"))}}
              /orders/{id}/cancel:
                post: {responses: \(order.replacingOccurrences(of: "EXAMPLE", with: "{id: a, status: cancelled}"))}
            components:
              schemas:
                Order: {required: [id], properties: {id: {enum: [a, b]}, status: {enum: [open, cancelled]}}}
            """
        let router = Router("https://api.test")
        router.answer(from: try OpenAPIDocument(data: Data(text.utf8)))
        let client = MockTeapot(router: router)
        #expect(try await client.get("orders/b").json == ["id": "b", "status": "open"])
        #expect(try await client.post("orders/b/cancel").json == ["id": "b", "status": "cancelled"])
        #expect(try await client.get("orders/b").json == ["id": "b", "status": "cancelled"])
    }

    @Test func `is found by one of several values`() async throws {
        for tags in [["a"], ["b", "c"], ["d"]] {
            _ = try await client.post("users", parameters: .json(["name": "n", "tags": tags]))
        }
        #expect(try await client.get("users?tags=a,c").json?.array?.count == 2)
    }
}
