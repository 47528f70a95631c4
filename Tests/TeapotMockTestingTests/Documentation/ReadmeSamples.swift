import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

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
