import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotMockStore
import TeapotMockWebSocket
import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The README's samples about routers` {
    @Test func `a backend takes a few lines and is reached in three ways`() async throws {
        struct Tea: Storable, Codable {
            var id: String
            var name: String

            init(id: String, store: Store) {
                self.id = id
                name = "Tea \(id)"
            }
        }

        let store = Store()
        store.create(Tea.self, number: 20)

        let router = Router("https://api.test")
        router.get("/users/:id", with: ["id": 1, "name": "Ada"])
        let teapot = MockTeapot(router: router)
        let session = URLSession(answeredBy: router)
        let server = Server(router: router)  // in TeapotMockServer
        try server.start()  // or start(port: 8080)
        defer { server.stop() }
        let live = Teapot(baseURL: try #require(server.baseURL))

        router.resource(Tea.self, in: store)
        router.get("/weather", times: 1) { _ in .status(503) }
        let expected: JSON = ["id": "7", "name": "Tea 7"]
        #expect(try await teapot.get("teas/7").json == expected)
        let url = try #require(URL(string: "https://api.test/teas/7"))
        #expect(try await JSON(parsing: session.data(from: url).0) == expected)
        #expect(try await live.get("teas/7").json == expected)
        #expect(try await live.get("users/1").json == ["id": 1, "name": "Ada"])
    }

    @Test func `a server streams, and breaks`() async throws {
        let router = Router()
        let server = Server(router: router)
        let chat = Response.webSocket { socket in
            for try await message in socket.messages { try await socket.send(message) }
        }
        router.get("/chat", with: chat)
        router.get("/news", with: .events([.init(data: "one"), .init(data: "two")], every: 1))
        router.get("/flaky", times: 1) { _ in .json(["id": 1]).failing(.reset(after: 3)) }
        let port = try server.start()
        let client = Teapot(baseURL: try #require(URL(string: "http://127.0.0.1:\(port)")))
        for try await event in client.events("news") {
            #expect(event.data == "one")
            break
        }
        let error = await #expect(throws: TeapotError.self) { try await client.get("flaky") }
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
        let refusal = await #expect(throws: TeapotError.self) { try await client.get("chat") }
        #expect(refusal?.responseStatus == 426)
        try await server.stop(within: 0)
    }
}
