import Teapot
import TeapotMock
import TeapotMockLive
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// The samples in the comments of `Sources/TeapotMock/Passthrough`, and in the article AnsweringFromARouter.
@Suite(.inTurn, .timeLimit(.minutes(2))) struct `The samples about passing through` {
    private func live() throws -> HostileServer {
        try HostileServer { connection in
            while true {
                let target = try connection.readRequest().target
                try connection.send(HostileServer.response(200, ["Content-Type: text/plain"], body: "live " + target))
            }
        }
    }

    private func text(_ router: Router, _ path: String) async throws -> String {
        String(decoding: try await MockTeapot(router: router).get(path).body, as: UTF8.self)
    }

    @Test func `the property`() async throws {
        let server = try live()
        defer { server.stop() }
        let liveURL = server.url
        let router = Router("https://api.test")
        router.get("/users/1", with: .json(["id": 1, "name": "Ada"]))
        router.passthrough = Passthrough(to: liveURL)
        #expect(try await text(router, "users/1") == #"{"id":1,"name":"Ada"}"#)
        #expect(try await text(router, "users/2") == "live /users/2")
        router.passthrough = Passthrough(to: liveURL, timeout: 10)
        #expect(router.passthrough?.timeout == 10)
    }

    @Test func `a separate route`() async throws {
        let server = try live()
        defer { server.stop() }
        let liveURL = server.url
        let router = Router("https://api.test")
        router.get("/live/**", handler: Passthrough(to: liveURL).respond)
        #expect(try await text(router, "live/a") == "live /live/a")
        router.any("/live/**", handler: Passthrough(to: liveURL).respond)
        #expect(try await text(router, "live/b") == "live /live/b")
        #expect(router.journal.entries.map { $0.route?.method } == ["GET", nil])
    }
}
