import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

/// Tests of a failing test's output about unanswered requests.
@Suite(.inTurn) struct `The diagnosis of a failing test` {
    /// Runs a closure like a test with the trait `.router`, and returns the messages of its failures.
    private func failures(of body: @escaping @Sendable (MockTeapot) async throws -> Void) async throws -> [String] {
        let texts = Locked<[String]>([])
        let taking = IssueHandlingTrait.compactMapIssues { issue in
            texts.withLock { $0.append(issue.description) }
            return nil
        }
        let test = try #require(Test.current)
        let trait: RouterTrait = .router("https://api.test", isOptional: true)
        do {
            try await taking.provideScope(for: test, testCase: Test.Case.current) {
                try await trait.provideScope(for: test, testCase: Test.Case.current) {
                    try await body(MockTeapot(router: .current))
                }
            }
        } catch { texts.withLock { $0.append("Caught error: \(error)") } }
        return texts.withLock { $0 }
    }

    private func count(_ part: String, in texts: [String]) -> Int {
        texts.reduce(0) { $0 + $1.components(separatedBy: part).count - 1 }
    }

    @Test func `both values of a secret are shown`() async throws {
        let texts = try await failures { teapot in
            Router.current.get("/a", when: .headers(["Authorization": "Bearer expected-token-1"])) { _ in
                .status(200)
            }.optional()
            _ = try? await teapot.get("a", headerFields: ["Authorization": "Bearer received-token-2"])
        }
        #expect(texts.count == 1)
        let line = "✗ header Authorization: Bearer expected-token-1 – received “Bearer received-token-2”"
        #expect(texts.first?.contains(line) == true, "\(texts)")
    }

    @Test func `both values of a required secret are shown`() async throws {
        let texts = try await failures { teapot in
            Router.current.get("/a", with: .status(200)).expecting(headers: ["X-Api-Key": "expected-key-1"])
            _ = try? await teapot.get("a", headerFields: ["X-Api-Key": "received-key-2"])
        }
        #expect(texts.count == 1)
        let line = "X-Api-Key: expected “expected-key-1”, got “received-key-2”"
        #expect(texts.first?.contains(line) == true, "\(texts)")
    }

    @Test func `a router without a test hides secrets`() async {
        let router = await Task.detached { Router() }.value
        router.get("/a", when: .headers(["Authorization": "Bearer expected-token-1"])) { _ in
            .status(200)
        }
        let error = await #expect(throws: TeapotError.self) {
            try await MockTeapot(router: router).get("a", headerFields: ["Authorization": "Bearer received-token-2"])
        }
        let text = error?.description ?? ""
        #expect(!text.contains("expected-token"))
        #expect(!text.contains("received-token"))
    }

    @Test func `a request is a single failure if the test throws its error`() async throws {
        let texts = try await failures { _ = try await $0.get("missing") }
        #expect(texts.count == 1)
        #expect(count("A stub to paste", in: texts) == 1, "\(texts)")
    }

    @Test func `the stub is for the router of the test`() async throws {
        let texts = try await failures { _ = try await $0.get("missing") }
        #expect(texts.first?.contains("   Router.current.get(\"/missing\") { _ in") == true, "\(texts)")
    }

    @Test func `a request is a single failure if an expectation caught its error`() async throws {
        let texts = try await failures { teapot in
            try Task.checkCancellation()
            #expect(try await teapot.get("missing").status == 200)
        }
        #expect(texts.count == 1)
        #expect(count("A stub to paste", in: texts) == 1, "\(texts)")
    }

    @Test func `a request whose error is a known issue still fails the test`() async throws {
        let texts = try await failures { teapot in
            await withKnownIssue { _ = try await teapot.get("missing") }
        }
        #expect(count("No route answered a request", in: texts) == 1, "\(texts)")
    }

    @Test func `the block of a request is shown if it isn't shown elsewhere`() async throws {
        let texts = try await failures { teapot in
            _ = try? await teapot.get("other")
            _ = try await teapot.get("missing")
        }
        #expect(count("A stub to paste", in: texts) == 2, "\(texts)")
    }

    @Test(arguments: [nil, "1:503"])
    func `a request is a single failure if everyFailure throws its error`(path: String?) async throws {
        let texts = try await failures { _ in
            try await everyFailure(replaying: path) { _ = try await MockTeapot(router: .current).get("missing") }
        }
        #expect(texts.count == 1, "\(texts)")
        #expect(count("A stub to paste", in: texts) == 1, "\(texts)")
        #expect(count("This test has no router", in: texts) == 0, "\(texts)")
    }

    @Test func `routes that everyFailure doesn't see because the test has no router are explained`() async {
        let error = await #expect(throws: TeapotError.self) {
            try await recordingNothing {
                Router.current.get("/a", with: .status(204))
                try await everyFailure(budget: 0) { _ = try await MockTeapot(router: .current).get("a") }
            }
        }
        let advice = """
            This test has no router, so `everyFailure` doesn't see routes that are registered outside its body. Register \
            them in the body, give the test the trait `.router`, or pass `router:` in XCTest.
            """
        #expect(error?.description.contains(advice) == true, "\(error?.description ?? "")")
    }

    @Test func `a missing route is a single finding of everyFailure`() async throws {
        let attempts = Locked(0)
        let report = try await recordingNothing {
            try await everyFailure(of: [.status(500), .status(503), .refused], budget: 30) {
                Router.current.get("/a", with: ["id": 1])
                let teapot = MockTeapot(router: .current)
                _ = try? await teapot.get("a")
                let fields = ["X-Trace": UUID().uuidString, "Authorization": "Bearer made-up-token-1"]
                let count = attempts.withLock { attempts in
                    attempts += 1
                    return attempts % 3 + 1
                }
                for _ in 0..<count { _ = try? await teapot.get("missing?page=2", headerFields: fields) }
            }
        }
        #expect(report.findings.map(\.rule) == [.unanswered], "\(report)")
    }
}
