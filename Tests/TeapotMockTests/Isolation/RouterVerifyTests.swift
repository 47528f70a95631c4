import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `What a router received` {
    private let router = Router("https://api.test/v1")
    private var client: MockTeapot { MockTeapot(router: router) }

    @Test func `is verified by method, path and rules`() async throws {
        router.post("/orders", with: .noContent)
        for item in [7, 7, 8] { try await client.post("orders", parameters: ["item": item]) }
        try router.verify(.post, "/orders")
        try router.verify(.post, "/orders", .json(contains: ["item": 7]), times: 2)
        try router.verify(.get, "/orders", times: 0)
        #expect(client.lastRequest?.url?.absoluteString == "https://api.test/v1/orders")
        #expect(router.requests.count == 3)
    }

    @Test func `is told when it is something else`() async throws {
        #expect(
            message { try router.verify(.get, "/a") } == "expected at least 1 × GET /a, received 0; no request arrived")
        #expect(
            message {
                try router.verify(.get, "/a", .headers(["Authorization": "Bearer secret7"]), .query(["q": "x"]))
            }?
            .hasPrefix("expected at least 1 × GET /a with ") == true)
        router.get("/b", with: .notFound)
        _ = try? await client.get("b")
        #expect(
            message { try router.verify(.get, "/b", times: 2) }
                == "expected 2 × GET /b, received 1; the latest requests: GET /b")
    }

    @Test func `is forgotten with the routes`() async throws {
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

    @Test func `is answered with what guesses say`() async throws {
        router.get("/tea", with: Tea(name: "Sencha"))
        router.get("/page", with: .html("<p>"))
        router.get("/old", with: .redirect(to: "/v1/tea"))
        router.get("/late", with: .ok.delayed(by: 0.001))
        #expect(try await client.get("old").json?["name"] as? String == "Sencha")
        #expect(try await client.get("page").headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(try await client.get("late").statusCode == 200)
    }

    private func message(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Router.VerificationError)?.violations.first?.message }
        return nil
    }
}
