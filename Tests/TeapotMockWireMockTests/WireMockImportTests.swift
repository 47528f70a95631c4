import Foundation
import Teapot
import TeapotTestResources
import TeapotTestTraits
import Testing
import TeapotTestSupport

import TeapotMock
import TeapotMockWireMock

@Suite(.inTurn) struct `An import of WireMock's mappings` {
    private let router = Router("https://shop.test")
    private let report: WireMockImport.Report

    init() throws {
        report = try router.addWireMock(from: Fixtures.wireMockDirectory, seed: 1)
    }

    private func ask(_ text: String) async -> Answer { await router.serverAnswer(to: Request(text: text)) }

    private func body(_ text: String) async -> String { String(decoding: await ask(text).body, as: UTF8.self) }

    @Test func `reports everything that it omits`() {
        #expect(
            report.description == """
                12 stubs registered, 2 left out
                mappings/broken.json:3:32: expected a member's name but found "}"; remove the comma before it. \
                The file is skipped.
                mappings/checkout/payment.json /mappings/2/request/bodyPatterns/0/equalToXml: “equalToXml” is not a \
                supported matcher. The stub is skipped.
                mappings/checkout/payment.json /mappings/3/response/transformers: the transformer “response-template” is \
                not supported; write a route with a handler. The stub is skipped.
                mappings/health.json /response/statusMessage: the reason phrase is always that of the status (RFC 9112 \
                §4). The stub answers without it.
                """)
        #expect(report.problems.map(\.effect) == [.fileLeftOut, .stubLeftOut, .stubLeftOut, .partLeftOut])
    }

    @Test func `answers with the body file and the headers of a stub`() async throws {
        let all = await ask("GET /products")
        #expect(try JSON(parsing: all.body).array?.count == 2)
        #expect(all.headers["Cache-Control"] == "no-store, private")
    }

    @Test(arguments: [
        ("GET /products?kind=tea&page=2", #"[{"id":1,"name":"Assam"}]"#), ("GET /products/42", "a product"),
        ("GET /products/7?slow=true", "slow"), ("DELETE /products/1", #"{"error":"no such product"}"#),
        ("GET /health", "well"),
    ])
    func `answers as the stubs say, by priority and then by recency`(request: String, expected: String) async {
        #expect(await body(request) == expected)
    }

    @Test func `answers no other requests, and fails as a stub says`() async throws {
        #expect(await ask("GET /products/4200").status == 404)
        #expect(await router.resolvedResponse(to: Request(text: "GET /payment")).fault == .reset)
    }

    @Test func `requires all conditions of a stub`() async {
        let head = """
            POST /orders
            Content-Type: application/json
            Cookie: session=0123abcd
            Authorization: Basic YWRhOnRlYQ==
            """
        let order = #"{"customer":{"name":"Ada"},"lines":[{"product":"Assam","quantity":2}]}"#
        let answer = await ask(head + "\n\n" + order)
        #expect(answer.status == 201)
        #expect(answer.body == Data("ordered".utf8))
        #expect(await ask(head + "\nX-Trace: 1\n\n" + order).status == 404)
        #expect(await ask(head + "\n\n" + order.replacingOccurrences(of: "2", with: "0")).status == 404)
        #expect(await ask(head + "\n\n" + order.replacingOccurrences(of: "Ada", with: "Eve")).status == 404)
        #expect(await ask("PUT /payment\n\n" + #"{"cards":["amex","visa","x"],"amount":5,"at":"now"}"#).status == 204)
    }

    @Test func `walks through the to-do list`() async {
        #expect(router.states == ["To do list": "Started"])
        #expect(await body("GET /todo/items") == #"["Buy milk"]"#)
        #expect(await ask("POST /todo/items\n\nBuy tea").status == 404)
        #expect(await ask("POST /todo/items\n\nCancel newspaper subscription").status == 201)
        #expect(await body("GET /todo/items") == #"["Buy milk","Cancel newspaper subscription"]"#)
        #expect(await ask("POST /todo/items\n\nCancel newspaper subscription").status == 404)
        router.resetScenarios()
        #expect(await body("GET /todo/items") == #"["Buy milk"]"#)
    }

    @Test func `lets exactly one of many requests make a transition`() async {
        let statuses = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<200 {
                let request = Request(text: "POST /todo/items\n\nCancel newspaper subscription")
                group.addTask { await router.answer(to: request).statusCode }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 201 } == 1)
        #expect(statuses.count { $0 == 0 } == 199)
    }

    @Test func `names the failed condition of a near miss, and its file`() async throws {
        _ = await ask("POST /orders\nContent-Type: text/plain\nAuthorization: Basic c2VjcmV0\n\n{}")
        guard case .unanswered(let diagnosis)? = router.journal.entries.last?.outcome else { throw Unexpected() }
        let miss = try #require(diagnosis.nearest.first)
        #expect(miss.route.source == "mappings/checkout/order.json")
        #expect(
            miss.conditions.map(\.description) == [
                "✓ method POST", "✓ path /orders", "✗ header Content-Type containing “json”",
                "✓ header X-Trace absent", "✗ cookie session matching “…”",
                "✗ basic authentication as “ada”",
                "✗ body with $.lines[?(@.quantity > 0 && @.product == 'Assam')]",
                "✗ body with $.customer.name equal to “Ada”",
            ])
        #expect(miss.description.hasPrefix("POST /orders from mappings/checkout/order.json, at "))
        let isSecretHidden = !diagnosis.description.contains("dGVh") && !diagnosis.description.contains("c2VjcmV0")
        #expect(isSecretHidden)
    }

    private struct Unexpected: Error {}

    @Test func `isn't a violation or a routing mistake if a stub is never requested`() throws {
        #expect(router.problems.isEmpty)
        try router.verify()
    }

    @Test func `takes precedence over existing routes, but not over later ones`() async throws {
        router.get("/health", with: .status(503))
        #expect(await ask("GET /health").status == 503)
        try router.addWireMock(from: Fixtures.wireMockDirectory)
        #expect(await ask("GET /health").status == 200)
    }

    @Test func `answers a client like any route`() async throws {
        let teapot = MockTeapot(router: router)
        #expect(try await teapot.get("todo/items").json == ["Buy milk"])
    }
}
