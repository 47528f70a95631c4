import Teapot
import TeapotMock
import TeapotTestTraits
import Testing
import TeapotTestSupport

/// Routes, rules, the journal and diagnoses write paths in the same way: relative to the router's base URL.
@Suite(.inTurn) struct `A path below a base URL` {
    private let router = Router("https://api.shop.test/v1")

    private func send(_ path: String) async {
        _ = try? await MockTeapot(router: router).post(path)
    }

    @Test func `the journal writes it as routes do`() async throws {
        router.post("/orders/:id", with: .status(201))
        await send("orders/7?a=b")
        let entry = try #require(router.journal.entries.first)
        #expect(entry.path == "/orders/7")
        #expect(entry.description.hasPrefix("1. POST /orders/7?a=b – by POST /orders/:id, at "))
        #expect(entry.request.path == "/v1/orders/7")
        #expect(try router.journal.count(of: .path("/orders/7")) == 1)
    }

    @Test func `a request outside the base URL is written in full`() async throws {
        _ = await router.answer(to: Request(method: "GET", origin: "https://a.test", path: "/v1/orders"))
        let entry = try #require(router.journal.entries.first)
        #expect(entry.path == nil)
        #expect(entry.description.hasPrefix("1. GET https://a.test/v1/orders – by no mock"))
    }

    @Test func `a diagnosis and a violation write it as routes do`() async {
        router.post("/carts", with: .status(201)).expecting(headers: ["A": "b"])
        await send("orders")
        await send("carts")
        let messages = router.violations.map(\.message)
        #expect(messages.count == 2)
        #expect(messages.first?.contains("POST /orders doesn't match the router's only route.") == true)
        let text = "POST /carts doesn't have the headers that the route POST /carts expects"
        #expect(messages.last?.hasPrefix(text) == true)
        #expect(!messages.joined().contains("/v1/"))
    }

    @Test(arguments: [("/v1", "/v1/orders", "/v1"), ("/api/v1", "/v1/orders", "/v1"), ("/a/b", "/a/b/orders", "/a/b")])
    func `a rule that repeats the base URL counts nothing without an error`(
        _ base: String, _ rule: String, _ repeated: String
    ) async throws {
        let router = Router("https://api.shop.test" + base)
        router.post("/orders", with: .status(201))
        #expect(try router.journal.count(of: .path(rule)) == 0)
        _ = try await MockTeapot(router: router).post("orders")
        let error = #expect(throws: Journal.RepeatedBasePath.self) {
            try router.journal.count(of: .path(rule), .method(.post))
        }
        #expect(
            error?.description == """
                1 request to /orders was received. The rule for \(rule) does not match it, because paths are relative \
                to the base URL, which already has \(repeated). Write the rule as /orders.
                """)
        #expect(throws: Journal.RepeatedBasePath.self) {
            try router.journal.entries(matching: .path(rule))
        }
        #expect(throws: Journal.RepeatedBasePath.self) {
            try router.journal.count(of: .any(of: .path("/teas"), .path(rule)))
        }
        // Other conditions, and paths that don't repeat the base URL, still count zero.
        #expect(try router.journal.count(of: .path(rule), .method(.get)) == 0)
        #expect(try router.journal.count(of: .path("/:version/orders")) == 0)
    }

    @Test(arguments: ["", "/v1"])
    func `a rule that is a whole URL counts nothing without an error`(_ base: String) async throws {
        let router = Router("https://api.shop.test" + base)
        router.post("/orders", with: .status(201))
        let url = "https://api.shop.test\(base)/orders"
        try router.verify(.post, url, times: 0)
        _ = try await MockTeapot(router: router).post("orders")
        let error = #expect(throws: Journal.RepeatedBasePath.self) { try router.verify(.post, url, times: 0) }
        #expect(error?.description.hasSuffix("Write the rule as /orders.") == true)
        #expect(error?.description.contains("already has \(base.isEmpty ? "the host" : base).") == true)
        try router.verify(.get, url, times: 0)
    }

    @Test func `a path that repeats the base URL on purpose is counted`() async throws {
        router.post("/v1/orders", with: .status(201))
        await send("v1/orders")
        #expect(try router.journal.count(of: .path("/v1/orders")) == 1)
        #expect(try router.journal.count(of: .path("/orders")) == 0)
    }

    @Test(arguments: ["/v1", "/api/v1"])
    func `a route that repeats the base URL says so`(_ base: String) async {
        let router = Router("https://api.shop.test" + base)
        router.get("/y", with: .status(200))
        router.get("/v1/x", with: .status(200))
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("x") }
        let text = error?.description ?? ""
        #expect(text.contains("GET /x matches none of the router's 2 routes."))
        #expect(text.contains("1. GET /v1/x, at "), "\(text)")
        #expect(text.contains("✗ path /v1/x – paths are relative to the base URL, so write /x"))
    }

    @Test func `a wait for a rule that repeats the base URL says so`() async {
        router.post("/orders", with: .status(201))
        await send("orders")
        let error = await #expect(throws: Journal.TimedOut.self) {
            try await router.journal.waitForRequest(matching: .path("/v1/orders"), timeout: 0)
        }
        let line = "✗ path /v1/orders – paths are relative to the base URL, so write /orders"
        #expect(error?.description.contains(line) == true)
    }
}
