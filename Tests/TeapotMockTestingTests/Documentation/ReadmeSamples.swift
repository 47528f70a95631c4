import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

private struct User: Codable, Sendable {
    var id: Int
    var name: String
}

private struct UserAPI {
    var teapot: any TeapotClient

    func user(_ id: Int) async throws(TeapotError) -> User {
        try await teapot.get("users/\(segment: id)")
    }

    func rename(_ id: Int, to name: String) async throws(TeapotError) -> User {
        try await teapot.patch("users/\(segment: id)", parameters: ["name": name])
    }
}

@Suite(.inTurn) struct `The README's sample about tests` {
    @Test(.router("https://api.test")) func renamingSurvivesEveryFailure() async throws {
        Router.current.patch("/users/:id", with: ["id": 1, "name": "Ada"])
        try await everyFailure {
            try await UserAPI(teapot: MockTeapot(router: .current)).rename(1, to: "Ada")
        } check: { outcome in
            #expect(outcome.error != nil || outcome.value?.name == "Ada")
        }
    }
}
