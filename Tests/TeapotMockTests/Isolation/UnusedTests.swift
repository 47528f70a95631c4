import Teapot
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock

@Suite(.inTurn) struct `Responses that were not used up` {
    private let router = Router()

    private func ask(_ path: String, _ count: Int = 1, method: String = "GET") async {
        for _ in 0..<count { _ = await router.answer(to: Request(method: method, path: path)) }
    }

    @Test func `they are a violation at the line of their route`() async throws {
        let line: UInt = #line + 1
        router.get("/job", with: .status(202), .status(202), .status(200))
        await ask("/job")
        let violation = try #require(router.violations.first)
        #expect(router.violations.count == 1)
        #expect(violation.kind == .unusedResponses)
        #expect(violation.place.map(\.description) == "\(#fileID):\(line)")
        #expect(
            violation.message == """
                The route GET /job has 3 responses, but only the first was used. \
                If this is intended, mark it with `allowsEarlyEnd()`.
                """
        )
        await ask("/job")
        #expect(router.violations.first?.message.contains("but only the first 2 were used.") == true)
        await ask("/job")
        #expect(router.violations.isEmpty)
        await ask("/job")
        #expect(router.violations.isEmpty)
    }

    @Test func `a route without any used response is an unused route`() {
        router.get("/job", with: .status(202), .status(200))
        #expect(router.violations.map(\.kind) == [.unusedRoute])
    }

    @Test func `they can be allowed`() async {
        router.get("/early", with: .status(202), .status(200)).allowsEarlyEnd()
        router.get("/optional", with: .status(202), .status(200)).optional()
        await ask("/early")
        await ask("/optional")
        #expect(router.violations.isEmpty)
    }

    @Test func `a route that may end early still has to be used`() {
        router.get("/job", with: .status(202), .status(200)).allowsEarlyEnd()
        #expect(router.violations.map(\.kind) == [.unusedRoute])
    }

    @Test func `a route for a number of requests has to answer all of them`() async throws {
        let line: UInt = #line + 1
        router.get("/job", times: 3, with: .status(202))
        router.get("/made", times: 2) { _ in .status(202) }
        router.get("/once", times: 1) { _ in .status(202) }
        router.get("/early", times: 3, with: .status(202)).allowsEarlyEnd()
        router.get("/optional", times: 3, with: .status(202)).optional()
        for path in ["/job", "/made", "/once", "/early", "/optional"] { await ask(path) }
        let violations = router.violations
        #expect(violations.map(\.kind) == [.unusedResponses, .unusedResponses])
        #expect(violations.first?.place.map(\.description) == "\(#fileID):\(line)")
        #expect(
            violations.first?.message == """
                The route GET /job answers 3 requests (`times: 3`), but received only 1. \
                If this is intended, mark it with `allowsEarlyEnd()`.
                """
        )
        await ask("/job", 2)
        await ask("/made")
        #expect(router.violations.isEmpty)
    }

    @Test func `responses beyond a limit don't count`() async {
        router.get("/limited", times: 2, with: .status(202), .status(202), .status(200))
        await ask("/limited")
        let message = "answers 2 requests (`times: 2`), but received only 1"
        #expect(router.violations.first?.message.contains(message) == true)
        await ask("/limited")
        #expect(router.violations.isEmpty)
    }

    @Test func `a HEAD uses the route, but none of its responses`() async {
        router.get("/job", with: .status(202), .status(200))
        await ask("/job", 3, method: "HEAD")
        #expect(router.violations.isEmpty)
        await ask("/job")
        #expect(router.violations.map(\.kind) == [.unusedResponses])
    }

    @Test func `a route that refused a request or was removed isn't reported for them`() async {
        router.get("/refusing", with: .status(202), .status(200)).expecting(headers: ["a": "b"])
        let removed = router.get("/removed", with: .status(202), .status(200))
        await ask("/removed")
        removed.remove()
        await ask("/refusing")
        #expect(router.violations.map(\.kind) == [.refusedRequest])
    }

    @Test func `a test that stopped early doesn't fail for them`() async {
        router.get("/job", with: .status(202), .status(200))
        await ask("/job")
        #expect(router.finish("a test", isCutShort: true).isEmpty)
    }
}

@Suite(.inTurn) struct `The route that a stopped test passed over` {
    private let router = Router("https://api.test/v1")

    private func send(_ path: String) async throws { _ = try await MockTeapot(router: router).get(path) }

    @Test func `it would match, but was registered earlier`() async throws {
        router.get("/orders/:id", with: .json(["id": 7]))
        let line: UInt = #line - 1
        router.any("/**", with: .status(200)).optional()
        try await send("/orders/7")
        let violations = router.passedOver()
        let violation = try #require(violations.first)
        #expect(violations.count == 1)
        #expect(violation.kind == .unusedRoute)
        #expect(violation.place.map(\.description) == "\(#fileID):\(line)")
        let expected = """
            The route GET /orders/:id was never used: another route answered 1. GET /orders/7 – by ANY /**, at \
            \(#fileID):\(line + 2): status 200 after
            """
        #expect(violation.message.hasPrefix(expected))
        let end = """
             ms. If several match, the one registered last answers.
            The test stopped after this request.
            """
        #expect(violation.message.hasSuffix(end))
    }

    @Test func `one of its other conditions isn't met`() async throws {
        router.get("/orders", when: .query(["page": "2"]), with: .json([1]))
        router.get("/orders", when: .query(["page": "3"]), with: .json([1]))
        router.get("/orders", with: .json([]))
        try await send("/orders?page=1")
        let message = try #require(router.passedOver().first?.message)
        let expected = """
            The route GET /orders was never used: no request matched it. The nearest was:
            1. GET /orders?page=1
            """
        #expect(message.hasPrefix(expected))
        #expect(message.contains("   ✗ query page=3 – received “1”"), "\(message)")
    }

    @Test func `a route for the next request isn't named`() async throws {
        router.get("/orders", when: .query(["page": "2"]), with: .json([1]))
        router.get("/orders", when: .query(["page": "1"]), with: .json([]))
        try await send("/orders?page=1")
        #expect(router.passedOver().isEmpty)
    }

    @Test func `there is none for another path or method, a used or optional route, or a default`() async throws {
        router.get("/used", with: .json(["id": 7]))
        try await send("/used")
        router.any("/**", with: .status(404))
        router.get("/orders/:id", with: .json(["id": 7]))
        router.post("/used", with: .status(201))
        router.get("/used", with: .status(200)).optional()
        router.get("/used", times: 0, with: .status(200))
        router.get("/used", with: .status(200))
        try await send("/used")
        #expect(router.passedOver().isEmpty)
    }
}
