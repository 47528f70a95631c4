import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A repeated request` {
    /// Runs code with a client, and returns the rules that it breaks, with the shortest path for each.
    private func broken(
        of failures: [FailurePath.Failure], base: String = "https://shop.test",
        ignoring rules: Set<FailureReport.Exemption> = [],
        _ body: @escaping @Sendable (MockTeapot) async throws -> Void
    ) async throws -> [String] {
        let report = try await recordingNothing {
            let router = Router(base)
            router.time = .skipped
            for path in ["/orders", "/orders/:id", "/search"] {
                router.get(path, with: ["id": 1])
                router.post(path, with: .json(["id": 1], status: 201))
                router.patch(path, with: ["id": 1])
            }
            return try await Router.$ofTest.withValue(router) {
                try await everyFailure(of: failures, budget: 0, ignoring: rules) {
                    try await body(MockTeapot(router: .current))
                }
            }
        }
        return report.findings.map { "\($0.rule) \($0.paths[0])" }
    }

    @Test func `two concurrent requests may both wait and try again after a 429`() async throws {
        let found = try await broken(of: [.status(429)]) { teapot in
            @Sendable func load() async throws {
                for _ in 0..<3 {
                    if (try? await teapot.get("orders")) != nil { return }
                    try await Router.current.clock.sleep(for: .seconds(30))
                }
            }
            async let first: Void = load()
            async let second: Void = load()
            _ = try await (first, second)
        }
        #expect(found == [])
    }

    @Test func `the items of forms and queries may come in another order`() async throws {
        let form = try await broken(of: [.status(500)]) { teapot in
            do { try await teapot.post("orders", parameters: .form(["tea": "1", "cups": "2"])) } catch {
                try await teapot.post("orders", parameters: .form(["cups": "2", "tea": "1"]))
            }
        }
        #expect(form == ["repeatedRequest 1:500"])
        let query = try await broken(of: [.status(500)]) { teapot in
            do { try await teapot.post("orders?tea=1&cups=2") } catch { try await teapot.post("orders?cups=2&tea=1") }
        }
        #expect(query == ["repeatedRequest 1:500"])
        // The order of items with the same name may be significant.
        let other = try await broken(of: [.status(500)]) { teapot in
            do { try await teapot.post("orders?tea=1&tea=2") } catch { try await teapot.post("orders?tea=2&tea=1") }
        }
        #expect(other == [])
    }

    @Test func `one of several requests is found if it doesn't wait after a 429`() async throws {
        let found = try await broken(of: [.status(429)]) { teapot in
            do { _ = try await teapot.get("orders") } catch { _ = try? await teapot.get("orders") }
            _ = try? await teapot.get("orders")
        }
        #expect(found == ["retryAfter 1:429"])
    }

    @Test(arguments: [
        (["If-Match": #""a""#], false), (["If-None-Match": "*"], false),
        (["If-Unmodified-Since": "Sun, 01 Mar 2026 00:00:00 GMT"], false), (["If-Match": "*"], true),
        (["If-None-Match": #""a""#], true), (["Prefer": "return=minimal"], true),
    ])
    func `a condition that the first request makes false lets the server refuse the second`(
        fields: [String: String], isFound: Bool
    ) async throws {
        let found = try await broken(of: [.reset]) { teapot in
            @Sendable func change() async throws {
                try await teapot.patch("orders/1", parameters: ["tea": 1], headerFields: fields)
            }
            do { try await change() } catch { try await change() }
        }
        #expect(found == (isFound ? ["repeatedRequest 1:reset"] : []))
    }

    @Test func `a rule can be ignored for some routes`() async throws {
        @Sendable func twice(_ teapot: MockTeapot, _ path: String) async throws {
            do { try await teapot.post(path, parameters: ["tea": 1]) } catch {
                try await teapot.post(path, parameters: ["tea": 1])
            }
        }
        let both: @Sendable (MockTeapot) async throws -> Void = { teapot in
            try await twice(teapot, "search")
            try await twice(teapot, "orders/7")
        }
        for base in ["https://shop.test", "https://shop.test/v1"] {
            #expect(
                try await broken(of: [.reset], base: base, both)
                    == ["repeatedRequest 1:reset", "repeatedRequest 2:reset"])
            #expect(
                try await broken(of: [.reset], base: base, ignoring: [.repeatedRequest(.post, "/search")], both)
                    == ["repeatedRequest 2:reset"])
            let exemptions: Set<FailureReport.Exemption> = [
                .repeatedRequest(.post, "/search"), .repeatedRequest(.post, "/orders/:id"),
            ]
            #expect(try await broken(of: [.reset], base: base, ignoring: exemptions, both) == [])
            #expect(try await broken(of: [.reset], base: base, ignoring: [.repeatedRequest], both) == [])
            #expect(
                try await broken(of: [.reset], base: base, ignoring: [.repeatedRequest(.patch, "/search")], both).count
                    == 2)
        }
    }

    @Test func `another rule can be ignored for some routes, too`() async throws {
        let hasty: @Sendable (MockTeapot) async throws -> Void = { teapot in
            do { _ = try await teapot.get("orders") } catch { _ = try? await teapot.get("orders") }
        }
        #expect(try await broken(of: [.status(429)], hasty) == ["retryAfter 1:429"])
        #expect(try await broken(of: [.status(429)], ignoring: [.retryAfter(.get, "/orders")], hasty) == [])
        #expect(
            try await broken(of: [.status(429)], ignoring: [.retryAfter(.get, "/search")], hasty)
                == ["retryAfter 1:429"])
    }

    @Test(
        arguments: [
            (["tea": "Uji", "attempt": 1], ["tea": "Uji", "attempt": 2], true),
            (["tea": "Uji", "meta": ["try": 0]], ["tea": "Uji", "meta": ["try": 1]], true),
            (["tea": "Uji", "attempt": 1], ["tea": "Uji", "attempt": 3], false),
            (["tea": "Uji", "attempt": 1], ["tea": "Assam", "attempt": 2], false),
            (["a": 1, "b": 1, "tea": "Uji"], ["a": 2, "b": 2, "tea": "Uji"], false),
            (["tea": 1], ["tea": 2], false), (["tea": "Uji", "a": 1], ["tea": "Uji", "a": 2, "b": 1], false),
        ] as [(JSON, JSON, Bool)])
    func `an attempt counter in the body doesn't make it a different request`(
        first: JSON, second: JSON, isFound: Bool
    ) async throws {
        let found = try await broken(of: [.reset]) { teapot in
            do { try await teapot.post("orders", parameters: first) } catch {
                try await teapot.post("orders", parameters: second)
            }
        }
        #expect(found == (isFound ? ["repeatedRequest 1:reset"] : []))
        // A request that is also sent without failures is a different request.
        let usual = try await broken(of: [.reset]) { teapot in
            _ = try? await teapot.post("orders", parameters: first)
            _ = try? await teapot.post("orders", parameters: second)
        }
        #expect(usual == [])
    }
}
