import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A router's received requests` {
    private let router = Router("https://api.test/v1")
    private var client: MockTeapot { MockTeapot(router: router) }

    @Test func `are verified by method, path and rules`() async throws {
        router.post("/orders", with: .noContent)
        for item in [7, 7, 8] { try await client.post("orders", parameters: ["item": item]) }
        try router.verify(.post, "/orders")
        try router.verify(.post, "/orders", .json(contains: ["item": 7]), times: 2)
        try router.verify(.get, "/orders", times: 0)
        #expect(client.lastRequest?.url?.absoluteString == "https://api.test/v1/orders")
        #expect(router.requests.count == 3)
    }

    @Test func `are reported if they differ`() async throws {
        #expect(
            message { try router.verify(.get, "/a") } == """
                Expected 1 request with method GET, path /a, but none was received.
                No other request was received.
                """)
        router.get("/b", with: .notFound)
        _ = try? await client.get("b?q=z")
        #expect(
            message { try router.verify(.get, "/b", .query(["q": "x"]), times: 2) } == """
                Expected 2 requests with method GET, path /b, query q=x, but none was received.
                The nearest other request was \(router.journal.entries[0])
                   ✓ method GET
                   ✓ path /b
                   ✗ query q=x – received “z”
                """)
        #expect(
            message { try router.verify(.get, "/b", times: 0) }
                == "Expected 0 requests with method GET, path /b, but 1 was received.\n   \(router.journal.entries[0])")
    }

    @Test func `are forgotten with the routes`() async throws {
        router.get("/b", with: ["Assam"])
        _ = try await client.get("b")
        _ = try? await client.get("nobody")
        client.setExpectedHeaders(["X-Key": "1"])
        router.reset()
        try router.verify()
        #expect(router.requests.isEmpty)
        await #expect(throws: TeapotError.self) { try await client.get("b") }
    }

    private struct Tea: Encodable, Sendable {
        var name: String
    }

    @Test func `can be answered with every factory that a user might guess`() async throws {
        router.get("/tea", with: Tea(name: "Sencha"))
        router.get("/page", with: .html("<p>"))
        router.get("/old", with: .redirect(to: "/v1/tea"))
        router.get("/late", with: .ok.delayed(by: 0.001))
        #expect(try await client.get("old").json?["name"] as? String == "Sencha")
        #expect(try await client.get("page").headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(try await client.get("late").statusCode == 200)
    }

    @Test func `answers with values one after another`() async throws {
        router.get("/teas", with: Tea(name: "Sencha"), Tea(name: "Assam"))
        var names: [String?] = []
        for _ in 0..<3 { names.append(try await client.get("teas").json?["name"] as? String) }
        #expect(names == ["Sencha", "Assam", "Assam"])
    }

    private func message(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Router.VerificationError)?.violations.first?.message }
        return nil
    }
}
