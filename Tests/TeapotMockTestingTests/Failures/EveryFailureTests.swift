import Foundation
import Teapot
import TeapotMock
import TeapotMockTesting
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct EveryFailureTests {
    @Test func `Each failure of each request is tried, then pairs, as often as the budget allows`() async throws {
        let all = try await explore(budget: 10_000)
        #expect(all.skippedPairCount == 0)
        #expect(all.findings.isEmpty, "\(all)")
        #expect(all.requests == ["GET /a", "GET /b"])
        // Without a failure; 18 for each; 9 that last; and those of the second after those of the first that return.
        let singles = 2 + 18 * 2
        let few = try await explore(budget: 0)
        #expect(few.runCount >= singles)
        #expect(few.skippedPairCount == all.runCount - few.runCount)
        let some = try await explore(budget: few.runCount + 7)
        #expect(some.runCount == few.runCount + 7)
        #expect(some.skippedPairCount == few.skippedPairCount - 7)
    }

    @Test func `The same code has the same paths each time`() async throws {
        let paths = Locked<[[String]]>([])
        for _ in 1...2 {
            let own = Locked<[String]>([])
            try await explore(budget: 200) { path in own.withLock { $0.append(path.description) } }
            paths.withLock { $0.append(own.withLock { $0 }) }
        }
        let both = paths.withLock { $0 }
        #expect(both[0] == both[1])
        #expect(Set(both[0]).count == both[0].count - 1)
        #expect(both[0].contains("2:cut@4") && both[0].contains("1+:refused") && both[0].contains("1:503,2:503"))
    }

    @discardableResult
    private func explore(
        budget: Int, _ note: @escaping @Sendable (FailurePath) -> Void = { _ in }
    ) async throws -> FailureReport {
        try await everyFailure(budget: budget) {
            Router.current.get("/a", with: ["id": 1])
            Router.current.get("/b", with: ["id": 2])
            let teapot = MockTeapot(router: .current)
            _ = try? await teapot.get("a")
            return try await teapot.get("b").json?.dictionary?["id"] as? Int
        } check: { outcome in
            note(outcome.path)
            if outcome.path.isEmpty { #expect(outcome.value == 2) }
        }
    }

    @Test(.router) func `Routes of the test begin anew in each run`() async throws {
        Router.current.get("/token", times: 1, with: ["token": 1])
        let report = try await everyFailure(budget: 0) {
            try await MockTeapot(router: .current).get("token").json?.dictionary?["token"] as? Int
        } check: { outcome in
            if outcome.path.isEmpty { #expect(outcome.value == 1) }
        }
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test func `A route that only failures need counts as used, and another one does not`() async throws {
        let violations = Locked<[Router.Violation]>([])
        let router = Router("https://api.test")
        router.get("/used", with: .status(200))
        router.get("/needed", with: .status(200))
        router.get("/unused", with: .status(200))
        try await Router.$ofTest.withValue(router) {
            _ = try await everyFailure {
                let teapot = MockTeapot(router: .current)
                do { _ = try await teapot.get("used") } catch { _ = try await teapot.get("needed") }
            }
            violations.withLock { $0 = router.violations }
        }
        #expect(violations.withLock { $0 }.map { $0.message.contains("/unused") } == [true])
    }

    @Test func `A path is run alone`() async throws {
        let paths = Locked<[String]>([])
        let report = try await everyFailure(replaying: "1:503,2:cut@3") {
            Router.current.get("/a", with: ["id": 1])
            let teapot = MockTeapot(router: .current)
            do { _ = try await teapot.get("a") } catch { _ = try await teapot.get("a") }
        } check: { outcome in
            paths.withLock { $0.append("\(outcome.path): \(outcome.journal.entries.count)") }
        }
        #expect(paths.withLock { $0 } == ["no failure: 1", "no failure: 1", "1:503,2:cut@3: 2"])
        #expect(report.runCount == 3)
    }

    @Test func `A path that the code does not take is an error with the requests that it sent`() async throws {
        let error = await #expect(throws: FailureReport.SetupError.self) {
            try await everyFailure(replaying: "2:503") {
                Router.current.get("/a", with: ["id": 1])
                _ = try await MockTeapot(router: .current).get("a")
            }
        }
        #expect(error?.description == "The request of “2:503” in the path “2:503” was not sent. The run sent 1 GET /a.")
    }

    @Test func `Code whose requests go elsewhere is an error with the remedy`() async throws {
        let error = await #expect(throws: FailureReport.SetupError.self) { try await everyFailure {} }
        #expect(error?.description.contains("No request of the body reached `Router.current`") == true)
        let router = Router()
        router.get("/a", with: .status(204))
        let other = await #expect(throws: FailureReport.SetupError.self) {
            try await Router.$ofTest.withValue(router) {
                let teapot = MockTeapot(router: .current)
                try await everyFailure { _ = try await teapot.get("a") }
            }
        }
        #expect(other?.description.contains("reached the router of the test, and not that of the run") == true)
    }

    @Test func `Code that throws although nothing fails ends with its error`() async throws {
        let count = Locked(0)
        await #expect(throws: URLError(.badURL)) {
            try await everyFailure {
                count.withLock { $0 += 1 }
                Router.current.get("/a", with: .status(204))
                _ = try await MockTeapot(router: .current).get("a")
                throw URLError(.badURL)
            }
        }
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `Requests that are under way at the same time are named by their targets`() async throws {
        let paths = Locked<Set<String>>([])
        let report = try await everyFailure(of: [.refused, .status(503)], budget: 100) {
            Router.current.get("/a") { _ async throws in
                try await Router.current.clock.sleep(for: .seconds(1))
                return ["id": 1]
            }
            Router.current.get("/b") { _ async throws in
                try await Router.current.clock.sleep(for: .seconds(1))
                return ["id": 2]
            }
            let teapot = MockTeapot(router: .current)
            async let first = teapot.get("a")
            async let second = teapot.get("b")
            return try await [first.statusCode, second.statusCode]
        } check: { outcome in
            paths.withLock { _ = $0.insert(outcome.path.description) }
            let step = outcome.path.steps.count == 1 ? outcome.path.steps.first : nil
            let failed = outcome.journal.entries.filter { $0.status == nil || $0.status == 503 }
            let names = failed.map { "GET \($0.request.path)" }
            #expect(step?.request.map(names.contains) != false)
        }
        #expect(report.findings.isEmpty, "\(report)")
        let singles: Set = ["GET /a#1:refused", "GET /a#1:503", "GET /b#1:refused", "GET /b#1:503"]
        #expect(paths.withLock { $0 }.isSuperset(of: singles) || paths.withLock { $0 }.contains("1:refused"))
    }

    @Test func `A test that is cancelled stops`() async throws {
        let task = Task {
            try await everyFailure {
                Router.current.get("/a", with: .status(204))
                _ = try await MockTeapot(router: .current).get("a")
                for await _ in AsyncStream<Void>.makeStream().stream {}
            }
        }
        await Task.yield()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
