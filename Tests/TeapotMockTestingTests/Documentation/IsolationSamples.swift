import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

@Suite(.router("https://api.test")) struct UserTests {
    @Test func userIsRemoved() async throws {
        Router.current.delete("/users/:id", with: .status(204))
        let teapot = MockTeapot(router: .current)

        try await teapot.delete("users/7")
    }
}

@Suite(.inTurn) struct `The samples about isolation` {
    @Test(.router("https://api.test")) func `A user is found by number`() async throws {
        Router.current.get("/users/7", with: .json(["id": 7, "name": "Ada"]))
        let users = Users(teapot: MockTeapot(router: .current))
        #expect(try await users.name(of: 7) == "Ada")
    }

    @Test(.router) func `a test allows what would be a mistake elsewhere`() async {
        Router.current.get("/users", with: .json([])).optional()
        Router.current.allowsUnansweredRequests = true
        await #expect(throws: TeapotError.self) { try await MockTeapot(router: .current).get("unknown") }
    }

    @Test func `a router is verified by hand`() async throws {
        let router = Router("https://api.test")
        router.get("/users", with: .json(["names": ["Ada"]]))
        router.delete("/users/:id", with: .status(204)).optional()
        let teapot = MockTeapot(router: router)
        _ = try await teapot.get("users")
        try router.verify()
    }
}
