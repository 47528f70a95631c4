import Teapot
import TeapotMock
import TeapotMockTesting
import Testing

// Also write `import TeapotMockTesting`.
@Test(.router("https://api.test")) func nameIsShown() async throws {
    Router.current.get("/users/:id", with: ["id": 1, "name": "Ada"])
    let api = UserAPI(teapot: MockTeapot(router: .current))
    #expect(try await api.user(1).name == "Ada")
    expectRequests(.get, "/users/1", times: 1)
}

struct User: Codable, Sendable {
    var id: Int
    var name: String
}

struct UserAPI {
    var teapot: any TeapotClient

    func user(_ id: Int) async throws(TeapotError) -> User {
        try await teapot.get("users/\(segment: id)")
    }

    func rename(_ id: Int, to name: String) async throws(TeapotError) -> User {
        try await teapot.patch("users/\(segment: id)", parameters: ["name": name])
    }
}
