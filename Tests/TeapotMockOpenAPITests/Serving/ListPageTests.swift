import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestTraits
import Testing

/// Tests of the part of a list that a response has.
@Suite(.inTurn) struct `A page of a document's list` {
    private static let text = """
        openapi: 3.1.0
        paths:
          /teas:
            get:
              parameters:
                - {name: page, in: query, schema: {type: integer}}
                - {name: limit, in: query, schema: {type: integer}}
                - {name: sort, in: query, schema: {type: string}}
                - {name: status, in: query, schema: {type: string}}
              responses:
                200:
                  content:
                    application/json:
                      schema:
                        type: object
                        properties:
                          total: {type: integer}
                          teas: {type: array, items: {$ref: "#/components/schemas/Summary"}}
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}
              responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}}
          /teas/{teaId}:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}}}
            patch:
              requestBody:
                content:
                  application/json: {schema: {type: object, properties: {status: {enum: [active, gone]}}}}
              responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}}
          /cups:
            get:
              parameters: [{name: cursor, in: query, schema: {type: string}}]
              responses:
                200:
                  content:
                    application/json:
                      schema: {type: array, maxItems: 2, items: {$ref: "#/components/schemas/Cup"}}
            post:
              requestBody: {content: {application/json: {schema: {type: object}}}}
              responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/Cup"}}}}}
          /pots:
            get:
              parameters: [{name: limit, in: query}, {name: page, in: query}]
              responses:
                200:
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [pots, total, next, previous, last, self, hasPrevious]
                        properties:
                          pots: {type: array, items: {$ref: "#/components/schemas/Cup"}}
                          total: {type: integer}
                          next: {type: [string, "null"], format: uri}
                          previous: {type: [string, "null"], format: uri}
                          last: {type: string, format: uri}
                          self: {type: string}
                          hasPrevious: {type: boolean}
            post:
              requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Cup"}}}}
              responses: {201: {content: {application/json: {schema: {$ref: "#/components/schemas/Cup"}}}}}
          /pots/{id}:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Cup"}}}}}}
          /cups/{id}:
            get: {responses: {200: {content: {application/json: {schema: {$ref: "#/components/schemas/Cup"}}}}}}
        components:
          schemas:
            Summary: {type: object, required: [id], properties: {id: {type: integer}, name: {type: string}}, additionalProperties: false}
            Tea:
              type: object
              required: [id, name]
              properties: {id: {type: integer}, name: {type: string}, status: {enum: [active, gone]}}
            Cup: {type: object, required: [id, size], properties: {id: {type: integer}, size: {type: integer}}}
        """

    private let router = Router("https://api.test")
    private let client: MockTeapot

    init() throws {
        var options = OpenAPIDocument.AnswerOptions()
        options.items = [
            "teas": [
                ["id": 1, "name": "Sencha", "status": "active"], ["id": 2, "name": "Assam", "status": "gone"],
                ["id": 10, "name": "Mint", "status": "active"],
            ]
        ]
        router.answer(from: try OpenAPIDocument(data: Data(Self.text.utf8)), options: options)
        client = MockTeapot(router: router)
    }

    private func ids(_ path: String) async throws -> [Int] {
        let json = try await client.get(path).json
        return (json?["teas"] as? [any Sendable] ?? []).compactMap { ($0 as? [String: any Sendable])?["id"] as? Int }
    }

    private func failure(_ body: () async throws -> Void) async -> TeapotError? {
        do { try await body() } catch { return error as? TeapotError }
        return nil
    }

    @Test func `has only the members that its schema allows`() async throws {
        let teas = try await client.get("teas").json
        let shown: JSON = [
            "total": 3,
            "teas": [["id": 1, "name": "Sencha"], ["id": 2, "name": "Assam"], ["id": 10, "name": "Mint"]],
        ]
        #expect(teas == shown)
        #expect(try await client.get("teas/1").json?["status"] as? String == "active")
    }

    @Test func `has no more items than its schema allows, and continues with the next ones`() async throws {
        #expect(try await client.get("cups").json?.array?.count == 2)
        #expect(try await client.get("cups?cursor=2").json?.array?.count == 1)
    }

    @Test(arguments: [(1, false), (2, true), (3, true)])
    func `has the URLs of the pages around it`(page: Int, hasPrevious: Bool) async throws {
        var request = Request(method: "GET", path: "/pots", query: [.init(name: "limit", value: "1")])
        request.query.append(.init(name: "page", value: "\(page)"))
        request.headers["Host"] = "127.0.0.1:8080"
        guard case .now(let response, _) = router.resolve(request) else { throw CancellationError() }
        let json = (try JSON(parsing: response.body)).dictionary
        let url = "http://127.0.0.1:8080/pots?limit=1&page="
        #expect(json?["self"] as? String == "\(url)\(page)")
        #expect(json?["next"] as? String == (page == 3 ? nil : "\(url)\(page + 1)"))
        #expect(json?["previous"] as? String == (page == 1 ? nil : "\(url)\(page - 1)"))
        #expect(json?["last"] as? String == "\(url)3")
        #expect(json?["hasPrevious"] as? Bool == hasPrevious)
    }

    @Test(arguments: ["page=999999", "page=2", "page=999999&limit=2", "page=9223372036854775807&limit=2"])
    func `is empty after the last one`(query: String) async throws {
        #expect(try await client.get("teas?\(query)").json == ["total": 3, "teas": []])
    }

    @Test func `has a problem instead for an unknown cursor`() async throws {
        let error = await failure { _ = try await client.get("cups?cursor=x") }
        #expect(error?.response?.status == 400)
        #expect(error?.response?.json?["errors", 0, "pointer"] as? String == "#/query/cursor")
    }

    @Test func `is filtered and sorted by the members that its parameters name`() async throws {
        #expect(try await ids("teas?status=active") == [1, 10])
        #expect(try await ids("teas?sort=name") == [2, 10, 1])
        #expect(try await ids("teas?sort=-name") == [1, 10, 2])
        #expect(try await ids("teas?sort=-id") == [10, 2, 1])
        #expect(try await ids("teas?sort=status,-id") == [10, 1, 2])
        #expect(try await ids("teas?sort=other") == [1, 2, 10])
    }

    @Test func `has a pointer in the problem with a duplicate`() async throws {
        let error = await failure {
            _ = try await client.post("teas", parameters: .json(["id": 1, "name": "Again"]))
        }
        #expect(error?.response?.status == 409)
        #expect(error?.response?.json?["errors", 0, "pointer"] as? String == "#/body/id")
    }

    @Test func `isn't changed by an item that its schema doesn't allow`() async throws {
        let error = await failure {
            _ = try await client.post("cups", parameters: .json(["size": "x"]))
        }
        #expect(error?.response?.status == 422)
        #expect(error?.response?.json?["errors", 0, "pointer"] as? String == "#/body/size")
    }

    @Test(arguments: ["application/merge-patch+json", "application/vnd.tea+json"])
    func `shows a change of any type of JSON`(type: String) async throws {
        let request = try client.makeRequest(
            "PATCH", "teas/1", parameters: .json(["status": "gone"]), headerFields: ["Content-Type": type])
        #expect(try await client.send(request).json?["status"] as? String == "gone")
    }
}
