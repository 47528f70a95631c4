import Teapot
// Also write `@testable import App`.
import TeapotMock
import Testing

@Test func userIsRenamed() async throws {
    let mock = MockTeapot(fixture: .json(["id": 1, "name": "Ada"]))
    let api = UserAPI(teapot: mock)

    #expect(try await api.rename(1, to: "Ada").name == "Ada")
    #expect(mock.requests.map(\.method) == ["PATCH"])
}
