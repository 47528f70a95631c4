import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockOpenAPI
import TeapotTestResources
import TeapotTestTraits
import Testing

/// Tests of a router that answers from `TestResources/OpenAPI/teas.yaml`.
@Suite(.inTurn) struct `A router with a document` {
    private let router = Router("https://api.test/v1")
    private let client: MockTeapot

    init() throws {
        client = MockTeapot(router: router)
        router.answer(from: try Self.document())
    }

    static func document() throws -> OpenAPIDocument {
        try OpenAPIDocument(contentsOf: Fixtures.openAPIDirectory.appendingPathComponent("teas.yaml"))
    }

    /// Returns the status, the media type and the body of a response, also of an error.
    private func answer(
        _ method: Teapot.Method, _ path: String, _ body: JSON? = nil, _ headers: [String: String] = [:]
    ) async -> (status: Int, type: String?, json: JSON?, text: String) {
        let parameters = body.map { Teapot.Payload.json($0) } ?? .none
        let response: Teapot.Response?
        do throws(TeapotError) {
            let request = try client.makeRequest(method, path, parameters: parameters, headerFields: headers)
            response = try await client.send(request)
        } catch { response = error.response }
        let text = String(decoding: response?.body ?? Data(), as: UTF8.self)
        return (response?.status ?? 0, response?.headers["Content-Type"], response?.json, text)
    }

    private let token = ["Authorization": "Bearer x"]

    @Test func `answers with the document's example, and its headers`() async throws {
        let response = try await client.get("teas", headerFields: ["Prefer": "example=two"])
        #expect(response.json?["total"] as? Int == 2)
        #expect(response.headers["X-Total"] == "2")
        #expect(await answer(.get, "status").text == "up")
        #expect(router.violations.isEmpty)
    }

    @Test func `says that an example has no value, and answers with 204 without responses`() async throws {
        let document = """
            openapi: 3.1.0
            paths:
              /teas:
                get: {responses: {200: {content: {application/json: {examples: {gone: {summary: G}, a: {value: 1}}}}}}}
                put: {summary: P}

            """
        let router = Router()
        router.answer(from: try OpenAPIDocument(data: Data(document.utf8)))
        let client = MockTeapot(router: router)
        let error = await #expect(throws: TeapotError.self) {
            try await client.get("teas", headerFields: ["Prefer": "example=gone"])
        }
        let detail = error?.response?.json?["detail"] as? String
        let place = "#/paths/~1teas/get/responses/200/content/application~1json/examples/gone"
        #expect(detail == "The example “gone” has no “value”; add one at \(place).")
        #expect(try await client.get("teas").text == "1")
        #expect(try await client.put("teas").status == 204)
    }

    @Test func `keeps the document's security if that of an operation has the wrong form`() async throws {
        let document = """
            openapi: 3.1.0
            security: [{b: []}]
            paths: {/teas: {get: {security: {b: []}, responses: {200: {}}}}}
            components: {securitySchemes: {b: {type: http, scheme: bearer}}}

            """
        let router = Router()
        router.answer(from: try OpenAPIDocument(data: Data(document.utf8)))
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("teas") }
        #expect(error?.responseStatus == 401)
    }

    @Test func `prefers a status, an example or a media type`() async throws {
        let missing = await answer(.get, "teas/1", nil, ["Prefer": "code=404, example=gone"])
        #expect(missing.status == 404)
        #expect(missing.type == "application/problem+json")
        #expect(missing.json == ["title": "Gone", "status": 404])
        let unknown = await answer(.get, "teas", nil, ["Prefer": "code=418"])
        #expect(unknown.status == 400)
        #expect(
            unknown.json?["detail"] as? String
                == "The operation has no response with the status 418. It has: 200, 500.")
        #expect(
            await answer(.get, "teas", nil, ["Prefer": "example=three"]).json?["detail"] as? String
                == "The response 200 has no example “three”; it has none or two.")
        #expect(await answer(.get, "teas/1", nil, ["Accept": "text/*, application/json;q=0.5"]).text == "A tea")
        let refused = await answer(.get, "teas/1", nil, ["Accept": "image/png"])
        #expect(refused.status == 406)
        #expect(
            refused.json?["detail"] as? String
                == "The client accepts image/png, and the response is application/json or text/plain.")
        try router.prefer(404, for: .get, "/teas/{teaId}")
        #expect(await answer(.get, "teas/1").status == 404)
        #expect(await answer(.get, "teas/wrong").json == missing.json)
        #expect(router.violations.isEmpty)
        try router.prefer(nil, for: .get, "/teas/{teaId}")
        #expect(await answer(.get, "teas/1").status == 200)
        let error = #expect(throws: OpenAPIDocument.UnknownResponse.self) {
            try router.prefer(404, for: .get, "/teas/{id}")
        }
        #expect(error?.description == "teas.yaml has no operation GET /teas/{id}. Did you mean “GET /teas/{teaId}”?")
    }

    @Test func `remembers what is created, changed and deleted`() async throws {
        let created = await answer(.post, "teas", ["name": "Oolong", "kind": "green", "secret": "s"], token)
        #expect(created.status == 201)
        #expect(created.json?["id"] as? Int == 3)
        #expect(created.json?["name"] as? String == "Oolong")
        #expect(created.json?["createdAt"] is String)
        #expect(created.json?.dictionary?.keys.contains("secret") == false)
        #expect(created.json?.dictionary?.keys.contains("price") == false)
        #expect(await answer(.get, "teas/3").json == created.json)
        let list = await answer(.get, "teas")
        #expect(list.json?["total"] as? Int == 3)
        #expect((list.json?["items"] as? [any Sendable])?.count == 3)
        let changed = await answer(.patch, "teas/3", ["price": 7.25, "name": "Da Hong Pao"])
        #expect(changed.json?["price"] as? Double == 7.25)
        #expect(await answer(.get, "teas/3").json == changed.json)
        let replaced = await answer(.put, "teas/3", ["name": "Rooibos", "kind": "white"])
        #expect(replaced.json?.dictionary?.keys.contains("price") == false)
        #expect(replaced.json?["createdAt"] as? String == created.json?["createdAt"] as? String)
        #expect(await answer(.delete, "teas/3").status == 204)
        let gone = await answer(.get, "teas/3")
        #expect(gone.status == 404)
        #expect(gone.type == "application/problem+json")
        #expect(router.journal.entries.last?.reason == "teas.yaml: There is no “3” in /teas.")
        #expect(await answer(.delete, "teas/3").status == 404)
        #expect(await answer(.post, "teas", ["name": "New", "kind": "white"], token).json?["id"] as? Int == 4)
        #expect(router.violations.isEmpty)
    }

    @Test func `pages and filters a list`() async throws {
        for number in 1...8 {
            let kind = number > 4 ? "white" : "black"
            _ = await answer(.post, "teas", ["name": "T\(number)", "kind": kind], token)
        }
        let page = await answer(.get, "teas?limit=3&offset=4")
        let ids = (page.json?["items"] as? [any Sendable])?.compactMap {
            ($0 as? [String: any Sendable])?["id"] as? Int
        }
        #expect(ids == [5, 6, 7])
        #expect(page.json?["total"] as? Int == 10)
        #expect(await answer(.get, "teas?kind=white").json?["total"] as? Int == 4)
        #expect((await answer(.get, "teas?limit=50&offset=99").json?["items"] as? [any Sendable])?.isEmpty == true)
    }

    @Test func `keeps the items of an item, and only those`() async throws {
        let first = await answer(.post, "teas/1/reviews", ["text": "Good"])
        #expect(first.status == 201)
        #expect(first.json?["teaId"] as? Int == 1)
        let id = try #require(first.json?["id"] as? String)
        #expect(UUID(uuidString: id) != nil)
        #expect(await answer(.get, "teas/1/reviews/\(id)").json == first.json)
        #expect(await answer(.get, "teas/2/reviews/\(id)").status == 404)
        #expect(await answer(.get, "teas/77/reviews").status == 404)
        _ = await answer(.delete, "teas/1")
        #expect(await answer(.get, "teas/1/reviews/\(id)").status == 404)
    }

    @Test func `refuses what the document doesn't allow, and makes the test fail`() async throws {
        let wrong = await answer(.get, "teas?limit=lots")
        #expect(wrong.status == 400)
        #expect(wrong.type == "application/problem+json")
        let faults = try #require(wrong.json?["errors"] as? [any Sendable])
        #expect((faults.first as? [String: any Sendable])?["pointer"] as? String == "#/query/limit")
        let unsigned = try? await client.post("teas", parameters: .json(["name": "A", "kind": "black"]))
        #expect(unsigned == nil)
        let anonymous = await answer(.post, "teas", ["name": "A", "kind": "black"])
        #expect(anonymous.status == 401)
        #expect(await answer(.post, "teas", ["name": "A", "kind": "purple"], token).status == 422)
        #expect(await answer(.put, "teas").status == 405)
        #expect(Set(router.violations.map(\.kind)) == [.undocumentedRequest])
        let messages = router.violations.map(\.message)
        #expect(
            messages.contains { $0.hasPrefix("GET /v1/teas?limit=lots isn't allowed by teas.yaml: #/query/limit ") })
        #expect(messages.contains { $0.hasPrefix("PUT /v1/teas isn't allowed by teas.yaml: ") })
    }

    @Test func `refuses what the document doesn't allow in a test that expects it`() async throws {
        var options = OpenAPIDocument.AnswerOptions()
        options.allowsRefusedRequests = true
        router.answer(from: try Self.document(), options: options)
        #expect(await answer(.get, "teas?limit=lots").status == 400)
        #expect(router.violations.isEmpty)
    }

    @Test func `leaves other paths unanswered, with advice`() async throws {
        let error = await #expect(throws: TeapotError.self) { try await client.get("tees") }
        #expect(error?.description.contains("has no path in teas.yaml") == true)
        #expect(error?.description.contains("Did you mean “/teas”?") == true)
    }

    @Test func `answers after routes, and without memory or checks if told so`() async throws {
        router.get("/teas/:id", with: .json(["id": 0]))
        #expect(await answer(.get, "teas/1").json == ["id": 0])
        var options = OpenAPIDocument.AnswerOptions()
        (options.isStateful, options.validatesRequests) = (false, false)
        router.reset()
        router.answer(from: try Self.document(), options: options)
        let first = await answer(.post, "teas", ["name": "A"])
        #expect(first.status == 201)
        #expect(await answer(.post, "teas", ["name": "B"]).json == first.json)
        options.seed = 7
        router.answer(from: try Self.document(), options: options)
        #expect(await answer(.post, "teas", ["name": "B"]).json != first.json)
        #expect(router.violations.isEmpty)
    }

    /// Returns a client of a router that answers from a text.
    private func client(_ yaml: String) throws -> MockTeapot {
        let router = Router("https://api.test")
        router.answer(from: try OpenAPIDocument(data: Data(yaml.utf8), named: "api.yaml"))
        return MockTeapot(router: router)
    }

    @Test func `keeps null, defaults and unwrapped items, and no secrets`() async throws {
        let client = try client(
            """
            openapi: 3.1.0
            paths:
              /users:
                get: {responses: {200: {content: {application/json: {schema: {type: object, properties: {
                  meta: {type: object, properties: {page: {type: integer}, total: {type: integer}, totalPages: {type: integer}}},
                  data: {type: array, items: {$ref: "#/components/schemas/User"}}}}}}}}}
                post:
                  requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/New"}}}}
                  responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/One"}}}}}
              /users/{userId}:
                parameters: [{name: userId, in: path, required: true, schema: {type: string}}]
                get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/One"}}}}}}
                patch:
                  requestBody: {content: {application/json: {schema: {type: object}}}}
                  responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/One"}}}}}
            components:
              schemas:
                One: {type: object, properties: {data: {$ref: "#/components/schemas/User"}}}
                New: {type: object, properties: {data: {type: object, properties: {
                  name: {type: string}, role: {type: string, default: customer}, password: {type: string, writeOnly: true}}}}}
                User:
                  type: object
                  required: [id, name, role, birthday]
                  properties: {id: {type: string, format: uuid}, name: {type: string}, role: {type: string},
                    birthday: {type: [string, "null"], format: date}}
            """)
        let before = try await client.get("users").json
        let made = try await client.post("users", parameters: .json(["data": ["name": "Ada", "password": "p"]])).json
        let data = made?["data"] as? [String: any Sendable]
        let id = try #require(data?["id"] as? String)
        #expect(data?["name"] as? String == "Ada")
        #expect(data?["role"] as? String == "customer")
        #expect(data?["birthday"] is NSNull)
        #expect(data?["password"] == nil)
        #expect(try await client.get("users/\(id)").json == made)
        _ = try await client.patch("users/\(id)", parameters: .json(["data": ["birthday": "1815-12-10"]]))
        let changed = try await client.patch("users/\(id)", parameters: .json(["data": ["birthday": NSNull()]])).json
        #expect(changed == made)
        let after = try await client.get("users").json
        #expect((before?["data"] as? [any Sendable])?.count == 3)
        #expect((after?["data"] as? [any Sendable])?.count == 4)
        #expect(after?["meta", "total"] as? Int == 4)
        #expect(after?["meta", "page"] as? Int == 1)
        #expect(after?["meta", "totalPages"] as? Int == 1)
    }

    @Test func `names what has no effect in a document`() throws {
        let document = try OpenAPIDocument(
            data: Data(
                """
                openapi: 3.1.0
                paths:
                  /teas/{id}:
                    delet: {}
                    get:
                      security: [{key: []}]
                      parameters: [{name: teaId, in: path, required: true, schema: {}}]
                      responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Te"}}}}}
                components: {schemas: {Tea: {type: object}}}
                ---
                second: 1
                """.utf8))
        #expect(
            document.problems.map(\.description) == [
                "“the document”, line 1, column 1, #: only the first document of the file is read",
                "“the document”, line 4, column 12, #/paths/~1teas~1{id}/delet: "
                    + "“delet” is ignored; did you mean “delete”?",
                "“the document”, line 6, column 7, #/paths/~1teas~1{id}/get: no parameter describes “{id}”; "
                    + "there is one for “teaId”",
                "“the document”, line 6, column 18, #/paths/~1teas~1{id}/get/security/0: "
                    + "there is no security scheme “key”",
                "“the document”, line 7, column 20, #/paths/~1teas~1{id}/get/parameters/0: "
                    + "the path /teas/{id} has no “{teaId}”; add it, or remove this parameter",
                "“the document”, line 8, column 62, "
                    + "#/paths/~1teas~1{id}/get/responses/200/content/application~1json/schema: "
                    + "“#/components/schemas/Te” doesn't exist; did you mean “Tea”?",
            ])
    }

    @Test func `finds items below paths with slashes, in another case, and by any value`() async throws {
        let client = try client(
            """
            openapi: 3.1
            paths:
              /items/:
                get: {responses: {200: {content: {"*/*": {schema: {type: array, items: {$ref: "#/components/schemas/Item"}}}}}}}
                post:
                  requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}
                  responses: {201: {content: {"*/*": {schema: {$ref: "#/components/schemas/Item"}}}}}
              /items/{id}/:
                get: {responses: {200: {content: {"*/*": {schema: {$ref: "#/components/schemas/Item"}}}}}}
              /items/{id}/parts:
                get: {responses: {200: {content: {application/json: {schema: {type: array, items: {$ref: "#/components/schemas/Item"}}}}}}}
              /items/{id}/parts/{partId}:
                get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}}}}
            components: {schemas: {Item: {type: object, required: [id], properties: {
              id: {type: string, format: uuid, readOnly: true}, done: {type: boolean}, tags: {type: array, items: {type: string}}}}}}
            """)
        var ids: [String] = []
        for number in 0..<5 {
            let item: JSON = ["done": number > 2, "tags": ["a", "\(number)"]]
            ids.append(try #require(try await client.post("items/", parameters: .json(item)).json?["id"] as? String))
        }
        #expect(Set(ids).count == 5)
        #expect(try await client.get("items").json?.array?.count == 8)
        #expect(try await client.get("items/\(ids[0].uppercased())").json?["id"] as? String == ids[0])
        #expect(try await client.get("items?done=true&tags=3").json?.array?.count == 1)
        #expect(try await client.get("items?tags=1&tags=2").json?.array?.count == 2)
        #expect(try await client.get("items/\(ids[1])/parts").json?.array?.isEmpty == true)
        let first = try await client.get("items").json?[0, "id"] as? String
        let parts = try await client.get("items/\(first ?? "")/parts").json?.array ?? []
        #expect(Set(parts.compactMap { ($0 as? [String: any Sendable])?["id"] as? String }).count == 3)
    }

    @Test func `keeps the order of examples, and generates only JSON for objects`() async throws {
        let client = try client(
            """
            openapi: 3.1.0
            paths:
              /first: {get: {responses: {200: {content: {application/json: {examples: {zoe: {value: 1}, anna: {value: 2}}}}}}}}
              /xml: {get: {responses: {200: {content: {application/xml: {schema: {type: object}}}}}}}
              /text:
                post:
                  requestBody: {content: {text/plain: {schema: {enum: [yes, no]}}}}
                  responses: {204: {description: none}}
            """)
        #expect(try await client.get("first").text == "1")
        let error = await #expect(throws: TeapotError.self) { _ = try await client.get("xml") }
        #expect((error?.response?.json?["detail"] as? String)?.contains("only JSON is generated") == true)
        let type = ["Content-Type": "text/plain"]
        _ = try await client.post("text", parameters: .data(Data("yes".utf8)), headerFields: type)
        let refused = await #expect(throws: TeapotError.self) {
            _ = try await client.post("text", parameters: .data(Data("maybe".utf8)), headerFields: type)
        }
        #expect(refused?.response?.status == 422)
    }

    @Test func `lets no test pass by a broken reference`() async throws {
        let router = Router("https://api.test")
        let text = """
            openapi: 3.1.0
            paths:
              /a:
                post:
                  requestBody: {content: {application/json: {schema: {$ref: "/etc/passwd"}}}}
                  responses: {204: {description: none}}
            """
        router.answer(from: try OpenAPIDocument(data: Data(text.utf8), named: "a.yaml"))
        _ = try await MockTeapot(router: router).post("a", parameters: .json(["a": 1]))
        #expect(router.violations.first?.message.hasPrefix("a.yaml has a broken reference: #/paths/~1a/post") == true)
    }

    @Test func `forgets no broken reference during other requests`() async throws {
        let paths = (0..<8).map { index in
            """
              /a\(index):
                post:
                  requestBody: {content: {application/json: {schema: {$ref: "#/none/\(index)"}}}}
                  responses: {204: {description: none}}

            """
        }
        let text = "openapi: 3.1.0\npaths:\n" + paths.joined()
        let document = try OpenAPIDocument(data: Data(text.utf8), named: "a.yaml")
        for _ in 0..<50 {
            let router = Router("https://api.test")
            router.answer(from: document)
            await withTaskGroup { group in
                for index in 0..<8 {
                    group.addTask {
                        _ = try? await MockTeapot(router: router).post("a\(index)", parameters: .json([:]))
                    }
                }
            }
            #expect(router.violations.count == 8)
        }
    }
}
