import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of the items that a document's operations share.
@Suite(.inTurn) struct `The memory of a document` {
    private static let orders = """
        openapi: 3.1.0
        paths:
          /users:
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}
              responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}
          /users/{userId}:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/User"}}}}}}
          /users/{userId}/orders:
            get:
              responses:
                200: {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Order"}}}}}
            post:
              requestBody:
                content:
                  application/json: {schema: {$ref: "#/components/schemas/Order"}}
                  application/x-www-form-urlencoded: {schema: {$ref: "#/components/schemas/Order"}}
              responses:
                201:
                  headers: {Location: {schema: {type: string}}}
                  content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}
          /orders/{orderId}:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}}
            put:
              requestBody: {content: {application/json: {schema: {type: object, properties: {count: {type: integer}}}}}}
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
            patch:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Order"}}}}}
            delete: {responses: {204: {description: gone}}}
        components:
          schemas:
            User: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
            Order:
              type: object
              required: [id, userId, placed]
              properties:
                id: {type: integer, readOnly: true}
                userId: {type: integer, readOnly: true}
                placed: {type: string, format: date-time, readOnly: true}
                note: {type: string}
                count: {type: integer}
        """

    private func client(_ document: String, _ items: JSON = [:]) throws -> MockTeapot {
        let router = Router("https://api.test/v1")
        var options = OpenAPIDocument.AnswerOptions()
        options.items = items
        router.answer(from: try OpenAPIDocument(data: Data(document.utf8)), options: options)
        return MockTeapot(router: router)
    }

    private func status(_ body: () async throws -> Void) async -> Int? {
        do { try await body() } catch { return (error as? TeapotError)?.response?.status }
        return nil
    }

    @Test func `shows an item in each list that it belongs to`() async throws {
        let client = try client(Self.orders)
        let user = try #require(try await client.post("users", parameters: .json(["name": "Ada"])).json?["id"] as? Int)
        #expect(try await client.get("users/\(user)/orders").json?.array?.isEmpty == true)
        let seeded = try #require(try await client.get("users/1/orders").json?.array)
        #expect(seeded.count == 3)
        let made = try await client.post("users/\(user)/orders", parameters: .json(["note": "hot"]))
        let id = try #require(made.json?["id"] as? Int)
        #expect(made.json?["userId"] as? Int == user)
        #expect(made.headers["Location"] == "/v1/orders/\(id)")
        #expect(try await client.get("orders/\(id)").json == made.json)
        #expect(try await client.get("users/\(user)/orders").json?.array?.count == 1)
        #expect(try await client.get("users/1/orders").json?.array?.count == 3)
        for order in seeded {
            let order = try #require(order as? [String: any Sendable])
            #expect(order["userId"] as? Int == 1)
            #expect(try await client.get("orders/\(order["id"] as? Int ?? 0)").json?["userId"] as? Int == 1)
        }
        _ = try await client.delete("orders/\(id)")
        #expect(try await client.get("users/\(user)/orders").json?.array?.isEmpty == true)
        #expect(await status { _ = try await client.get("users/99/orders") } == 404)
    }

    @Test func `begins with the items that it's given`() async throws {
        let client = try client(
            Self.orders,
            [
                "users": [["id": 7, "name": "Grace"]],
                "/orders": [["id": 70, "userId": 7, "note": "cold"], ["userId": 8], ["userId": 7]],
            ])
        #expect(try await client.get("users/7").json == ["id": 7, "name": "Grace"])
        #expect(await status { _ = try await client.get("users/1") } == 404)
        let orders = try await client.get("users/7/orders").json
        #expect(orders?[0, "note"] as? String == "cold")
        #expect(orders?[1, "id"] as? Int == 3)
        #expect(orders?.array?.count == 2)
        #expect(try await client.get("orders/70").json?["note"] as? String == "cold")
    }

    @Test func `keeps what a form contains`() async throws {
        let client = try client(Self.orders)
        let made = try await client.post("users/1/orders", parameters: .form(["note": "a b", "count": "2"]))
        #expect(made.json?["note"] as? String == "a b")
        #expect(made.json?["count"] as? Int == 2)
    }

    @Test func `keeps what a client can't send, and refuses a change that makes an item invalid`() async throws {
        let client = try client(Self.orders)
        let before = try await client.post("users/1/orders", parameters: .json(["note": "hot", "count": 1]))
        let id = try #require(before.json?["id"] as? Int)
        let after = try await client.put("orders/\(id)", parameters: .json(["count": 2])).json
        #expect(after?["note"] as? String == "hot")
        #expect(after?["placed"] as? String == before.json?["placed"] as? String)
        #expect(after?["count"] as? Int == 2)
        let refused = await status { _ = try await client.patch("orders/\(id)", parameters: .json(["count": "many"])) }
        #expect(refused == 422)
        #expect(try await client.get("orders/\(id)").json == after)
    }

    @Test func `keeps items of several kinds`() async throws {
        let client = try client(
            """
            openapi: 3.1.0
            paths:
              /pets:
                get:
                  responses:
                    200: {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Pet"}}}}}
                post:
                  requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
                  responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}
              /pets/{id}:
                get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}}
            components:
              schemas:
                Pet: {oneOf: [{$ref: "#/components/schemas/Cat"}, {$ref: "#/components/schemas/Dog"}]}
                Cat: {type: object, required: [id, purrs], properties: {id: {type: integer}, purrs: {type: boolean}}}
                Dog: {type: object, required: [id, barks], properties: {id: {type: integer}, barks: {type: boolean}}}
            """)
        let dog = try await client.post("pets", parameters: .json(["id": 9, "barks": true])).json
        #expect(dog == ["id": 9, "barks": true])
        #expect(try await client.get("pets/9").json == dog)
        #expect(try await client.get("pets").json?.array?.count == 4)
    }

    @Test(arguments: ["cursor", "offset", "page"]) func `links to the next page, and ends`(name: String) async throws {
        let client = try client(
            """
            openapi: 3.1.0
            paths:
              /pets:
                get:
                  parameters: [{name: limit, in: query, schema: {type: integer}}, {name: \(name), in: query}]
                  responses:
                    200:
                      headers: {Link: {schema: {type: string}}}
                      content:
                        application/json:
                          schema:
                            type: object
                            required: [items]
                            properties:
                              items: {type: array, items: {$ref: "#/components/schemas/Pet"}}
                              nextCursor: {type: [string, "null"]}
                              meta: {type: object, properties: {nextToken: {type: string}}}
              /pets/{id}:
                get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}}}
            components: {schemas: {Pet: {type: object, required: [id], properties: {id: {type: integer}}}}}
            """, ["pets": [["id": 1], ["id": 2], ["id": 3], ["id": 4], ["id": 5]]])
        var (ids, next) = ([Int](), "pets?limit=2" as String?)
        while let path = next, ids.count < 9 {
            let page = try await client.get(path)
            ids += (page.json?["items"] as? [[String: any Sendable]])?.compactMap { $0["id"] as? Int } ?? []
            let links = page.headers["Link"]?.components(separatedBy: ", ") ?? []
            let link = links.first { $0.hasSuffix("; rel=\"next\"") }?.dropFirst().prefix { $0 != ">" }
            next = link.map { String($0.dropFirst("https://api.test/v1/".count)) }
            #expect(links.contains { $0.hasSuffix("; rel=\"prev\"") } == (path != "pets?limit=2"))
        }
        #expect(ids == [1, 2, 3, 4, 5])
        let first = try await client.get("pets?limit=2")
        #expect(first.json?["nextCursor"] as? String == "2")
        let last = try await client.get("pets?limit=9")
        #expect(last.headers["Link"] == nil)
        #expect(last.json?.dictionary?["nextCursor"] is NSNull)
        #expect((last.json?["meta"] as? [String: any Sendable])?.isEmpty == true)
    }
}
