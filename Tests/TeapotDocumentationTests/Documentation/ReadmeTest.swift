import Teapot
// Also write `@testable import App` and `import Teapot`.
import TeapotMock
import Testing

@Test func userIsRenamed() async throws {
    let mock = MockTeapot(fixture: .json(["id": 1, "name": "Grace"]))
    #expect(try await UserAPI(teapot: mock).rename(1, to: "Grace").name == "Grace")
    let request = try #require(mock.lastRequest)
    #expect(request.method == "PATCH" && request.path == "/users/1")
    #expect(request.json?["name"] as? String == "Grace")
}
