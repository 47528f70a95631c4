import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders
import TeapotMockInspector
import TeapotMockOpenAPI
import TeapotMockServer
import TeapotTestSupport
import Testing

extension InspectorSuites {
    /// Tests of the answers of an OpenAPI document to a held request.
    struct `The inspector of a document` {
        private static let yaml = """
            openapi: 3.1.0
            paths:
              /teas:
                get:
                  responses:
                    200:
                      content:
                        application/json:
                          schema: {type: array, items: {$ref: "#/components/schemas/Tea"}}
                          example: [{id: 1}]
                post:
                  requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}
                  responses:
                    201: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}
                    409: {headers: {X-Why: {example: taken}}, content: {text/plain: {example: There is one.}}}
                    5XX: {content: {application/octet-stream: {}}}
              /teas/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
                get:
                  responses:
                    200: {content: {application/json: {schema: {$ref: "#/components/schemas/Tea"}}}}
                    404: {description: There is none}
            components:
              schemas:
                Tea: {type: object, required: [id], properties: {id: {type: integer, readOnly: true}, name: {type: string}}}
            """

        private static func run(_ body: (InspectedServer) async throws -> Void) async throws {
            try await InspectedServer.run { inspected in
                inspected.router.answer(from: try OpenAPIDocument(data: Data(yaml.utf8), named: "teas.yaml"))
                inspected.server.describe("Other requests: teas.yaml", [], ("teas.yaml", ([], [])))
                try await body(inspected)
            }
        }

        private static let tea = ["Content-Type: application/json"]

        @Test func `sends a held request the response that a person chooses`() async throws {
            try await Self.run { inspected in
                async let response = inspected.send("POST", "/teas", Self.tea, body: #"{"name": "Oolong"}"#)
                let held = try await inspected.switchboard.nextHeld()
                let members = try await inspected.members("held/\(held.id)")
                #expect(members["document"] as? String == "teas.yaml")
                let answers = members.list("answers")
                #expect(answers.map { $0["status"] as? Int } == [201, 409, 500])
                #expect(answers.first?["statusText"] as? String == "Created")
                let conflict = try #require(answers.dropFirst().first)
                #expect(conflict.object("body")["text"] as? String == "There is one.")
                #expect(conflict.list("headers").contains { $0["name"] as? String == "X-Why" })
                let unknown = try await inspected.api(
                    "POST", "held/\(held.id)", body: #"{"decision": "document", "status": 404}"#)
                #expect(unknown.error == "“status” must be that of one of the “answers”.")
                try await inspected.change("POST", "held/\(held.id)", #"{"decision": "document", "status": 409}"#)
                let sent = try await response
                #expect(sent.status == 409)
                #expect(sent.headers["X-Why"] == "taken")
                #expect(sent.text == "There is one.")
                #expect(
                    inspected.router.journal.entries.last?.reason == "409 from teas.yaml, chosen while it was held")
            }
        }

        @Test func `keeps an item only when its response is chosen`() async throws {
            try await Self.run { inspected in
                async let response = inspected.send("POST", "/teas", Self.tea, body: #"{"name": "Oolong"}"#)
                let held = try await inspected.switchboard.nextHeld()
                for _ in 0..<3 {
                    let answer = try await inspected.members("held/\(held.id)").list("answers").first
                    #expect(answer?.object("body")["text"] as? String == #"{"id":2,"name":"Oolong"}"#)
                }
                inspected.switchboard.undecided = .unanswered
                #expect(try await inspected.send("GET", "/teas").text == #"[{"id":1}]"#)
                try await inspected.change("POST", "held/\(held.id)", #"{"decision": "document", "status": 201}"#)
                #expect(try await response.text == #"{"id":2,"name":"Oolong"}"#)
                #expect(try await inspected.send("GET", "/teas/2").text == #"{"id":2,"name":"Oolong"}"#)
            }
        }

        @Test func `keeps one item if a response is chosen several times at once`() async throws {
            try await Self.run { inspected in
                async let response = inspected.send("POST", "/teas", Self.tea, body: #"{"name": "Oolong"}"#)
                let held = try await inspected.switchboard.nextHeld()
                let statuses = try await withThrowingTaskGroup(of: Int?.self) { group in
                    for _ in 0..<16 {
                        group.addTask {
                            let body = #"{"decision": "document", "status": 201}"#
                            return try await inspected.api("POST", "held/\(held.id)", body: body).status
                        }
                    }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.filter { $0 == 204 }.count == 1)
                #expect(try await response.text == #"{"id":2,"name":"Oolong"}"#)
                inspected.switchboard.undecided = .unanswered
                let list = try await inspected.send("GET", "/teas").text
                #expect(list == #"[{"id":1},{"id":2,"name":"Oolong"}]"#)
            }
        }

        @Test func `begins with the response that the request would get`() async throws {
            try await Self.run { inspected in
                for (target, statuses) in [
                    ("/teas/7", [404, 200]), ("/teas/1", [200, 404]), ("/teas/x", [400, 200, 404]),
                ] {
                    let message = try await inspected.holding(target) { id in
                        let answers = try await inspected.members("held/\(id)").list("answers")
                        #expect(answers.map { $0["status"] as? Int } == statuses)
                        #expect(inspected.router.violations.isEmpty)
                        try await inspected.change("POST", "held/\(id)", #"{"decision": "document", "status": 200}"#)
                    }
                    #expect(message.status == 200)
                }
                _ = try await inspected.holding("/other") { id in
                    #expect(try await inspected.members("held/\(id)").list("answers").isEmpty)
                    try await inspected.change("POST", "held/\(id)", #"{"decision": "response", "response": {}}"#)
                }
            }
        }
    }
}
