import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests that what a document answers from memory, or for a client's types, is what it describes.
@Suite(.inTurn) struct `Responses that fit the document` {
    private func client(_ paths: String, _ items: JSON = [:]) throws -> MockTeapot {
        let router = Router("https://api.test")
        var options = OpenAPIDocument.AnswerOptions()
        options.items = items
        let document = """
            openapi: 3.1.0
            paths:
              /teas/{teaId}:
                get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}}}
            \(paths)
            components:
              schemas:
                Tea:
                  type: object
                  required: [id, name, kind, note]
                  properties:
                    id: {type: integer, readOnly: true}
                    name: {type: string}
                    kind: {type: string, default: green}
                    note: {type: [string, "null"]}
            """
        router.answer(from: try OpenAPIDocument(data: Data(document.utf8)), options: options)
        return MockTeapot(router: router)
    }

    @Test(arguments: [("integer", "4"), ("string", nil), ("boolean", nil)])
    func `a created item is answered by its identifier, if the response isn't an object`(
        type: String, body: String?
    ) async throws {
        let client = try client(
            """
              /teas:
                post:
                  requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}
                  responses: {201: {content: {application/json: {schema: {type: \(type)}}}}}
            """)
        let tea: [String: Any] = ["name": "Sencha", "kind": "green", "note": "x"]
        let text = try await client.post("teas", parameters: tea).text ?? ""
        #expect(body == nil ? !text.hasPrefix("{") : text == body)
        #expect(try await client.get("teas/4").text?.contains("Sencha") == true)
    }

    @Test func `the response to DELETE has the members that it requires`() async throws {
        let client = try client(
            """
                delete:
                  responses:
                    200:
                      content:
                        application/json:
                          schema:
                            type: object
                            required: [id, deleted]
                            properties: {id: {type: integer}, deleted: {const: true}}
              /teas: {get: {responses: {200: {content: {application/json: {schema: {type: array, items: {
                $ref: "#/components/schemas/Tea"}}}}}}}}
            """)
        #expect(try await client.delete("teas/2").text == #"{"deleted":true,"id":2}"#)
        await #expect(throws: TeapotError.self) { _ = try await client.get("teas/2") }
    }

    @Test func `PUT fills in defaults and null, and changes nothing without a body`() async throws {
        let client = try client(
            """
                put:
                  requestBody: {content: {application/json: {schema: {
                    type: object, properties: {
                      name: {type: string}, kind: {type: string, default: green}, note: {type: [string, "null"]}}}}}}
                  responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}}
              /teas: {get: {responses: {200: {content: {application/json: {schema: {type: array, items: {
                $ref: "#/components/schemas/Tea"}}}}}}}}
            """)
        let changed = #"{"id":1,"kind":"green","name":"Sencha","note":null}"#
        #expect(try await client.put("teas/1", parameters: ["name": "Sencha"]).text == changed)
        #expect(try await client.put("teas/1").text == changed)
        #expect(try await client.get("teas/1").text == changed)
    }

    @Test func `an item of the options stays with the one that it belongs to`() async throws {
        let review = "{type: object, properties: {id: {type: integer}, teaId: {type: integer}}}"
        let client = try client(
            """
              /teas/{teaId}/reviews:
                get: {responses: {200: {content: {application/json: {schema: {type: array, items: \(review)}}}}}}
              /teas/{teaId}/reviews/{id}:
                get: {responses: {200: {content: {application/json: {schema: \(review)}}}}}
            """, ["reviews": [["id": 7, "teaId": 1], ["id": 8, "teaId": 2], ["id": 9]]])
        #expect(try await client.get("teas/1/reviews").text == #"[{"id":7,"teaId":1},{"id":9,"teaId":1}]"#)
        #expect(try await client.get("teas/2/reviews").text == #"[{"id":8,"teaId":2},{"id":9,"teaId":2}]"#)
    }

    @Test(arguments: [
        ("text/html,application/xml;q=0.9,*/*;q=0.8", "application/json"), ("text/plain", "text/plain"),
        ("application/xml, application/json;q=0.1", "application/json"),
    ])
    func `a media type that can be generated is preferred`(accept: String, type: String) async throws {
        let schema = ##"{schema: {$ref: "#/components/schemas/Tea"}}"##
        let client = try client(
            """
              /tea:
                get:
                  responses:
                    200: {content: {application/xml: \(schema), text/plain: \(schema), application/json: \(schema)}}
            """)
        let response = try await client.get("tea", headerFields: ["Accept": accept])
        #expect(response.headers["Content-Type"] == type)
        #expect(response.text?.hasPrefix(#"{"id":"#) == true)
    }

    @Test func `a media type without a schema is sent to a client that prefers it`() async throws {
        let client = try client(
            """
              /photo:
                get: {responses: {200: {content: {image/png: {}, application/json: {schema: {type: object}}}}}}
            """)
        let response = try await client.get("photo", headerFields: ["Accept": "image/png, */*;q=0.5"])
        #expect(response.headers["Content-Type"] == "image/png")
    }

    @Test func `only an object that describes a page has its number`() async throws {
        let client = try client(
            """
              /teas:
                get:
                  parameters: [{name: page, in: query, schema: {type: integer}}]
                  responses:
                    200:
                      content:
                        application/json:
                          example:
                            teas: [{id: 1, name: A, kind: green, note: x}]
                            shop: {number: 42, first: true, last: true}
                            page: {number: 1, totalItems: 9, first: false, last: false}
                          schema:
                            type: object
                            properties:
                              teas: {type: array, items: {$ref: "#/components/schemas/Tea"}}
                              shop: {type: object}
                              page: {type: object}
            """)
        let text = try await client.get("teas", query: ["page": 1]).text ?? ""
        #expect(text.contains(#""shop":{"first":true,"last":true,"number":42}"#))
        #expect(text.contains(#""page":{"first":true,"last":true,"number":1,"totalItems":1}"#))
        let other = try await client.get("teas", query: ["page": 2]).text ?? ""
        #expect(other.contains(#""number":2"#) && other.contains(#""number":42"#))
    }

    @Test func `alternatives that lead back to themselves take little time`() async throws {
        let names = ["add", "sub", "mul"]
        let branches = names.map { name in
            """
            {type: object, required: [op, args], properties: {
                    op: {const: \(name)}, args: {type: array, items: {$ref: "#/components/schemas/E"}}}}
            """
        }
        let document = """
            openapi: 3.1.0
            paths:
              /e:
                post:
                  requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/E"}}}}
                  responses: {204: {description: done}}
            components:
              schemas:
                E: {oneOf: [\(branches.joined(separator: ", ")), {type: number}]}
            """
        let router = Router("https://api.test")
        router.answer(from: try OpenAPIDocument(data: Data(document.utf8)))
        let client = MockTeapot(router: router)
        for (innermost, status) in [("1", 204), (#""x""#, 422)] {
            let text = (0..<20).reduce(innermost) { inner, _ in #"{"op":"mul","args":[\#(inner)]}"# }
            let body = Teapot.Payload.data(Data(text.utf8), contentType: "application/json")
            let answered: Int?
            do { answered = try await client.post("e", parameters: body).statusCode } catch {
                answered = error.responseStatus
            }
            #expect(answered == status)
        }
    }
}
