import Teapot
import TeapotMock
import TeapotTestTraits
import Testing
import TeapotTestSupport

/// The samples in the journal's comments.
@Suite(.inTurn) struct `The samples about the journal` {
    @Test func `the sample of Journal`() async throws {
        let router = Router()
        router.post("/carts/:id", with: .status(201))
        for path in ["/carts/7", "/users", "/users"] {
            _ = await router.answer(to: Request(method: "POST", path: path))
        }
        let carts = try router.journal.entries(matching: .method(.post), .path("/carts/:id"))
        #expect(carts.map(\.components["id"]) == ["7"])
        #expect(try router.journal.count(of: .path("/users")) == 2)
    }

    @Test func `the sample of verifying`() async throws {
        let router = Router()
        router.post("/orders", with: .status(201))
        try await MockTeapot(router: router).post("orders", parameters: ["item": 7])
        try router.verify(.post, "/orders", .json(contains: ["item": 7]), times: 1)
    }

    @Test func `the sample of waiting`() async throws {
        let router = Router()
        router.post("/orders", with: .status(201))
        let teapot = MockTeapot(router: router)
        teapot.post("orders") { _ in }
        let mark = router.journal.lastNumber
        teapot.post("orders") { _ in }
        let order = try await router.journal.waitForRequest(
            matching: .path("/orders"), after: mark, timeout: 5)
        #expect(order.number == 2)
    }
}
