import Foundation
import Teapot
import TeapotMock
import TeapotMockLive
import TeapotMockServer
import TeapotMockWebSocket
import TeapotSequences
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// The samples in the article on TeapotMockServer.
    @Suite struct `The samples about a server` {
        private func serving<Result>(
            _ server: Server, _ body: (Teapot, UInt16) async throws -> Result
        ) async throws -> Result {
            let port = try server.start()
            do {
                let result = try await body(Teapot(baseURL: try #require(server.baseURL)), port)
                try await server.stop(within: 0)
                return result
            } catch {
                try? await server.stop(within: 0)
                throw error
            }
        }

        private func text(_ teapot: Teapot, _ path: String) async throws -> String {
            String(decoding: try await teapot.get(path).body, as: UTF8.self)
        }

        @Test func `routes, and requests that no route answers`() async throws {
            let router = Router("https://api.test/v1")
            router.get("/users/:id") { request in
                ["id": Int(request["id"] ?? "") ?? 0, "name": "Ada"]
            }
            let server = Server(router: router)
            try server.start()
            let teapot = Teapot(baseURL: try #require(server.baseURL))
            #expect(try await teapot.get("users/1").json == ["id": 1, "name": "Ada"])
            let error = await #expect(throws: TeapotError.self) { try await teapot.get("user/1") }
            let diagnosis = error?.response?.json?.dictionary
            #expect(diagnosis?["stub"] as? String != nil)
            #expect(error?.statusCode == 404)
            #expect((diagnosis?["nearest"] as? [any Sendable])?.count == 1)
            #expect((diagnosis?["suggestion"] as? String)?.contains("users") == true)
            #expect((diagnosis?["request"] as? [String: any Sendable])?["path"] as? String == "/v1/user/1")
            try await server.stop()
        }

        @Test(arguments: [
            ("https://api.test/v1", "/v1"), ("https://api.test/a%2Fb/é x", "/a%2Fb/%C3%A9%20x"),
            ("/only/a/path/", "/only/a/path"), ("https://api.test", ""),
        ])
        func `the server's URL has the path of the router's base URL`(base: String, path: String) async throws {
            let router = Router(base)
            router.get("/teas", with: .status(204))
            let server = Server(router: router)
            let port = try server.start()
            let url = try #require(server.baseURL)
            #expect(url.absoluteString == "http://127.0.0.1:\(port)\(path)")
            #expect(try await Teapot(baseURL: url).get("teas").statusCode == 204)
            try await server.stop()
        }

        @Test func `requests for a live server`() async throws {
            let live = Server { .json(["path": $0.path]) }
            try live.start()
            let liveURL = try #require(live.baseURL)
            let server = Server()
            server.router.passthrough = Passthrough(to: liveURL)
            try await serving(server) { teapot, _ in
                let answer = try await teapot.get("a")
                #expect(answer.json == ["path": "/a"])
            }
            try await live.stop()
        }

        // swift-format-ignore
        @Test func `bodies in pieces`() async throws {
            let server = Server()
            server.router.get("/log", with: .stream([Data("one\n".utf8), Data("two\n".utf8)], contentType: "text/plain"))
            server.router.get("/count", with: .stream(.init { send in
                for number in 1...3 { send(Data("\(number) ".utf8)) }
            }))
            server.router.get("/slow", with: .json(["id": 1]).dribbling(bytes: 2, every: 0.01))
            server.router.get("/news", with: .events { send in
                for number in 1...3 { send(Teapot.ServerSentEvent(event: "tick", data: "\(number)")) }
            })
            try await serving(server) { teapot, _ in
                #expect(try await text(teapot, "log") == "one\ntwo\n")
                #expect(try await text(teapot, "count") == "1 2 3 ")
                let answer = try await teapot.get("slow")
                #expect(answer.json == ["id": 1])
                var ticks: [String] = []
                for try await event in teapot.events("news") where ticks.count < 3 {
                    ticks.append(event.event + event.data)
                    if ticks.count == 3 { break }
                }
                #expect(ticks == ["tick1", "tick2", "tick3"])
            }
        }

        // swift-format-ignore
        @Test func `a WebSocket`() async throws {
            let server = Server()
            server.router.get("/echo", with: .webSocket { socket in
                for try await message in socket.messages {
                    if case .text(let text) = message { try await socket.send("You said \(text)") }
                }
            })
            let reply = try await serving(server) { _, port in
                try await RawClient.talking(to: port) { client in
                    try client.send(
                        get("/echo", "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="))
                    #expect(try client.stream.readHead().status == 101)
                    // A masked text of two bytes (RFC 6455 §5.2), the mask being nothing.
                    try client.stream.send(Data([0x81, 0x82, 0, 0, 0, 0]) + Data("hi".utf8))
                    return try client.stream.read(exactly: 13)
                }
            }
            #expect(reply == Data([0x81, 11]) + Data("You said hi".utf8))
        }

        @Test func `faults on the wire`() async throws {
            let server = Server()
            server.router.get("/reset", with: .error(.networkConnectionLost))
            server.router.get("/half", with: .json(["id": 1]).failing(.cutShort(after: 4)))
            server.router.get("/nonsense", with: .status(200).failing(.garbage))
            try await serving(server) { teapot, _ in
                for (path, type) in [
                    ("reset", TeapotError.ErrorType.noResponse), ("half", .incompleteResponse), ("nonsense", .notHTTP),
                ] {
                    let error = await #expect(throws: TeapotError.self) { try await teapot.get(path) }
                    #expect(error?.type == type)
                }
            }
        }

        @Test func `connections that are refused`() async throws {
            let server = Server()
            server.router.get("/", with: .status(204))
            try await serving(server) { teapot, _ in
                try await server.refuseConnections()
                // … the app can't connect …
                try await server.acceptConnections()
                let open = try await teapot.get("/")
                #expect(open.statusCode == 204)
                let port = try #require(server.port)
                try await { try await server.refuseConnections() }()
                // One of its own: the first has a connection that is open.
                let another = Teapot(baseURL: teapot.baseURL)
                let refused = await #expect(throws: TeapotError.self) { try await another.get("/") }
                try await { try await server.acceptConnections() }()
                #expect(server.port == port)
                #expect((refused?.underlyingError as? URLError)?.code == .cannotConnectToHost)
                let answer = try await teapot.get("/")
                #expect(answer.statusCode == 204)
            }
        }

        @Test func `limits and threads`() async throws {
            let router = Router()
            router.post("/", with: .status(204))
            let limits = Server.Limits(bodyBytes: 1024, headSeconds: 5, connections: 100)
            let server = Server(router: router, limits: limits, eventLoops: 2)
            try await serving(server) { teapot, _ in
                let answer = try await teapot.post("/", parameters: Data(count: 1024))
                #expect(answer.statusCode == 204)
                let error = await #expect(throws: TeapotError.self) {
                    try await teapot.post("/", parameters: Data(count: 1025))
                }
                #expect(error?.statusCode == 413)
            }
        }
    }
}
