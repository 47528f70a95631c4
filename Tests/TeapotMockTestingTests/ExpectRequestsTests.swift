import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `An expectation of requests` {
    private func failures(_ body: @escaping @Sendable (Router) async throws -> Void) async throws -> [String] {
        let texts = Locked<[String]>([])
        let taking = IssueHandlingTrait.compactMapIssues { issue in
            texts.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
            return nil
        }
        try await taking.provideScope(for: #require(Test.current), testCase: Test.Case.current) {
            let router = Router("https://api.test/v1")
            router.post("/orders", with: .status(201), fileID: "ShopTests/CartTests.swift", line: 1)
            router.time = .skipped
            let teapot = MockTeapot(router: router)
            for _ in 0..<2 { _ = try await teapot.post("orders", headerFields: ["X-Key": "made-up-key-1"]) }
            try await body(router)
        }
        return texts.withLock { $0.map { $0.replacing(#/ after [^\n]*/#, with: "") } }
    }

    @Test(.router("https://api.test/v1")) func `passes if the number is right`() async throws {
        Router.current.post("/orders", with: .status(201))
        let mark = Router.current.journal.lastNumber
        _ = try await MockTeapot(router: .current).post("orders")
        expectRequests(.post, "/orders", times: 1)
        expectRequests(times: 1)
        expectRequests(.get, times: 0)
        expectRequests(nil, "/orders", .query(["a": "b"]), times: 0)
        expectRequests(.post, "/orders", times: 1, after: mark, of: .current)
        expectRequests(.post, "/orders", times: 0, after: mark + 1)
    }

    @Test func `lists the requests if there are too many`() async throws {
        let texts = try await failures { expectRequests(.post, "/orders", times: 1, of: $0) }
        #expect(
            texts == [
                """
                Expected 1 request with method POST, path /orders, but 2 were received.
                   1. POST /orders – by POST /orders, at ShopTests/CartTests.swift:1: status 201
                   2. POST /orders – by POST /orders, at ShopTests/CartTests.swift:1: status 201
                """
            ])
    }

    @Test func `names the nearest requests if there are too few, with both values of a secret`() async throws {
        let texts = try await failures { router in
            expectRequests(
                .post, "/orders", .headers(["X-Key": "made-up-key-2"]), times: 1, of: router)
        }
        #expect(
            texts == [
                """
                Expected 1 request with method POST, path /orders, header X-Key: made-up-key-2, but none was received.
                The nearest other request was 2. POST /orders – by POST /orders, at ShopTests/CartTests.swift:1: status 201
                   ✓ method POST
                   ✓ path /orders
                   ✗ header X-Key: made-up-key-2 – received “made-up-key-1”
                """
            ])
        let none = try await failures { router in
            router.journal.clear()
            expectRequests(times: 1, of: router)
        }
        #expect(none == ["Expected 1 request, but none was received.\nNo other request was received."])
    }

    @Test func `fails for a path that repeats the base URL, even if no request is expected`() async throws {
        let texts = try await failures { expectRequests(.post, "/v1/orders", times: 0, of: $0) }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("the base URL, which already has /v1. Write the rule as /orders.") == true)
    }

    @Test(arguments: ["https://api.test/v1/orders", "HTTP://other.test/orders", "https://api.test"])
    func `fails for a whole URL, even if no request is expected`(url: String) async throws {
        let texts = try await failures { expectRequests(.post, url, times: 0, of: $0) }
        let advice = "Write only the path below the base URL, as in “/users”."
        #expect(texts == ["“\(url)” is a full URL, so it matches no request. \(advice)"])
    }

    @Test func `accepts a path with a URL in its query`() async throws {
        let texts = try await failures { expectRequests(.get, "/go?to=https://api.test/a", times: 0, of: $0) }
        #expect(texts == [])
    }

    @Test func `counts the requests with a path alone, as if it had a label`() async throws {
        #expect(try await failures { expectRequests("/orders", times: 2, of: $0) } == [])
        #expect(try await failures { expectRequests("/orders", times: 0, of: $0) }.count == 1)
    }

    @Test(.failing("A mock received GET /a, not the test's router: write 'of: mock.router'.", below: 4), .router)
    func `fails if a mock of the test received the request`() async throws {
        let mock = MockTeapot(fixture: .json([:]))
        _ = try await mock.get("a")
        expectRequests(.get, "/a", times: 0)
        expectRequests(.get, "/a", times: 1, of: mock.router)
        expectRequests(.get, "/b", times: 0)
    }

    @Test func `fails without a router`() async throws {
        let texts = try await failures { _ in expectRequests(times: 0) }
        #expect(texts.first?.hasPrefix("No test has a router here") == true)
    }
}
