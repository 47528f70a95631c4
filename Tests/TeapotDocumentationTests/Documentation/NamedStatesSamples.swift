import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// The samples in the comments of `Sources/TeapotMock/NamedStates`.
@Suite(.inTurn) struct `The samples about named states` {
    @Test func `the sample of a scenario`() async throws {
        let router = Router("https://api.test")
        let list = "To do list"
        router.get("/todo", with: ["Buy milk"]).inScenario(list, when: "Started")
        router.post("/todo", with: .status(201)).inScenario(list, when: "Started", then: "Newspaper added")
        router.get("/todo", with: ["Buy milk", "Cancel newspaper"]).inScenario(list, when: "Newspaper added")
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("todo").json == ["Buy milk"])
        _ = try await teapot.post("todo")
        #expect(try await teapot.get("todo").json == ["Buy milk", "Cancel newspaper"])
    }
}
