import Teapot
import TeapotMock
import TeapotMockServer
import Testing

@Suite struct `The samples of TeapotMockServer` {
    @Test func `A server answers with a handler's responses`() async throws {
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
        #expect(try await teapot.get("users/1").json?.dictionary?["name"] as? String == "Ada")
        #expect(try await teapot.delete("users/1").status == 204)
        let error = await #expect(throws: TeapotError.self) { try await teapot.get("users/2") }
        #expect(error?.responseStatus == 404)
        try await server.stop()
    }

    @Test func `A server is started and stopped`() async throws {
        let server = Server { request in
            Response(body: Data("You asked for \(request.path)".utf8))
        }
        let port = try server.start()
        // … ask http://127.0.0.1:port …
        try await server.stop()
        #expect(port > 0)
        #expect(server.port == nil)
    }
}
