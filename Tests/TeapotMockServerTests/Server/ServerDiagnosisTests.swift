import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestSupport
import Testing

extension SocketSuites {
    /// Tests of the response to an unanswered request, and of the router's journal.
    @Suite struct `A server's diagnosis` {
        @Test func `an unanswered request is a 404 that shows the nearest routes`() async throws {
            let server = Server()
            server.router.post("/users/:id", with: .status(204))
            let port = try server.start()
            let response = try await RawClient.talking(to: port) { try $0.exchange(get("/users/7?a=b")) }
            try await server.stop()
            #expect(response.status == 404)
            #expect(response.headers["Content-Type"] == "application/problem+json")
            let json = try #require(try JSON(parsing: response.body).dictionary)
            let request = json["request"] as? [String: any Sendable]
            #expect(request?["path"] as? String == "/users/7")
            let nearest = try #require((json["nearest"] as? [any Sendable])?.first as? [String: any Sendable])
            #expect((nearest["route"] as? String)?.hasPrefix("POST /users/:id") == true)
            #expect((json["stub"] as? String)?.contains(#"router.get("/users/7"#) == true)
            #expect(json["title"] as? String == "Not Found" && json["status"] as? Int == 404)
            #expect((json["detail"] as? String)?.contains("GET /users/7?a=b") == true)
        }

        @Test func `the journal has each request, the source of its answer, and its end`() async throws {
            let server = Server()
            server.router.get("/users/:id", with: .status(204))
            server.router.get("/late/:id") { request async in .data(Data((request["id"] ?? "").utf8)) }
            server.router.get("/broken", with: Response().failing(.reset))
            let port = try server.start()
            try await RawClient.talking(to: port) { client in
                _ = try client.exchange(get("/users/7", "X-A: b"))
                _ = try client.exchange(get("/late/8"))
                _ = try client.exchange(get("/nowhere"))
                try client.send(get("/broken"))
                _ = try? client.stream.readToEnd()
            }
            try await server.stop()
            let entries = server.router.journal.entries
            #expect(entries.map(\.request.path) == ["/users/7", "/late/8", "/nowhere", "/broken"])
            #expect(entries.map(\.ending) == [.responded(204), .responded(200), .responded(404), .failed])
            #expect(entries.first?.components == ["id": "7"])
            #expect(entries.first?.request.headers["x-a"] == "b")
            #expect(try server.router.journal.count(of: .path("/late/:id")) == 1)
        }

        private func get(_ path: String, _ lines: String...) -> String {
            "GET \(path) HTTP/1.1\r\nHost: a\r\n" + lines.map { $0 + "\r\n" }.joined() + "\r\n"
        }
    }
}
