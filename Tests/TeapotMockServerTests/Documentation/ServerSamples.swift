import Teapot
import TeapotMock
import TeapotMockServer
import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The samples of TeapotMockServer` {
    @Test func `a server answers with a handler's responses`() async throws {
        let server = Server { request in
            switch (request.method, request.path) {
            case ("GET", "/users/1"): .json(["id": 1, "name": "Ada"])
            case ("DELETE", _): .status(.noContent)
            default: .status(.notFound)
            }
        }
        try server.start()
        let baseURL = try #require(server.baseURL)
        let teapot = Teapot(baseURL: baseURL)
        #expect(try await teapot.get("users/1").json?["name"] as? String == "Ada")
        #expect(try await teapot.delete("users/1").status == 204)
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("users/2") }
        #expect(error?.statusCode == 404)
        try await server.stop()
    }

    @Test func `a server is started and stopped`() async throws {
        let server = Server()
        server.router.get("/users/:id") { request in
            ["id": Int(request["id"] ?? "") ?? 0, "name": "Joan"]
        }
        let port = try server.start()
        // … ask http://127.0.0.1:port/users/1 …
        try await server.stop()
        #expect(port > 0)
        #expect(server.port == nil)
    }

    @Test func `a server has its own rules`() async throws {
        let server = Server()
        server.router.register(Response(status: .ok), when: .path("/"))
        server.router.register(
            { request in .json(["id": request["id"] ?? ""]) },
            when: .path("/users/:id"), .method(.get), delay: 0.5)
        try server.start()
        let teapot = Teapot(baseURL: try #require(server.baseURL))
        #expect(try await teapot.get("/").status == 200)
        #expect(try await teapot.get("users/7").json == ["id": "7"])
        try await server.stop()
    }

    @Test func `events arrive one by one`() async throws {
        let router = Router()
        let news = ["one", "two"].map { Teapot.ServerSentEvent(data: $0) }
        router.get("/news", with: .events(news, every: 0.5))
        let clock = Response.events { send in
            for second in 1...60 {
                send(Teapot.ServerSentEvent(event: "tick", data: "\(second)"))
                try await Task.sleep(nanoseconds: 1_000_000_000)
            }
        }
        router.get("/clock", with: clock)
        let server = Server(router: router)
        try server.start()
        let teapot = Teapot(baseURL: try #require(server.baseURL))
        for try await event in teapot.events("news") {
            #expect(event.data == "one")
            break
        }
        for try await event in teapot.events("clock") {
            #expect(event == Teapot.ServerSentEvent(event: "tick", data: "1"))
            break
        }
        try await server.stop(within: 0)
    }
}
