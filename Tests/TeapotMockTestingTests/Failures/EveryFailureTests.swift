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
        // Without a failure, 18 for each request, 9 that last, and the second's after those of the first that recover.
        let singles = 2 + 18 * 2
        let few = try await explore(budget: 0)
        #expect(few.runCount >= singles)
        #expect(few.skippedPairCount == all.runCount - few.runCount)
        let some = try await explore(budget: few.runCount + 7)
        #expect(some.runCount == few.runCount + 7)
        #expect(some.skippedPairCount == few.skippedPairCount - 7)
        // All of them.
        #expect(try await explore(budget: .max).runCount == all.runCount)
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

    @Test(.router("https://api.test/v1")) func `A request's name has its path as in routes`() async throws {
        Router.current.get("/a", with: .status(200)).optional()
        let report = try await everyFailure(replaying: "GET /a#1:503") {
            _ = try? await MockTeapot(router: .current).get("a")
        }
        #expect(report.requests == ["GET /a"])
    }

    @Test(.router) func `The test's routes start over in each run`() async throws {
        Router.current.get("/token", times: 2, with: ["token": 1]).allowsEarlyEnd()
        _ = try await MockTeapot(router: .current).get("token")
        let report = try await everyFailure(budget: 0) {
            try await MockTeapot(router: .current).get("token").json?.dictionary?["token"] as? Int
        } check: { outcome in
            if outcome.path.isEmpty { #expect(outcome.value == 1) }
        }
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test func `A route needed only after failures counts as used, and an unused one doesn't`() async throws {
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

    @Test func `A path can be run alone`() async throws {
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

    @Test func `A path that the code doesn't take is an error with the requests that it sent`() async throws {
        let error = await #expect(throws: FailureReport.SetupError.self) {
            try await everyFailure(replaying: "2:503") {
                Router.current.get("/a", with: ["id": 1])
                _ = try await MockTeapot(router: .current).get("a")
            }
        }
        #expect(error?.description == "The request for “2:503” in the path “2:503” wasn't sent. The run sent 1 GET /a.")
    }

    @Test func `Code that sends its requests elsewhere is an error with a remedy`() async throws {
        let error = await #expect(throws: FailureReport.SetupError.self) { try await everyFailure {} }
        #expect(error?.description.contains("The body sent no request to `Router.current`") == true)
        let router = Router()
        router.get("/a", with: .status(204))
        let other = await #expect(throws: FailureReport.SetupError.self) {
            try await Router.$ofTest.withValue(router) {
                let teapot = MockTeapot(router: .current)
                try await everyFailure { _ = try await teapot.get("a") }
            }
        }
        #expect(other?.description.contains("reached the test's router, not the run's") == true)
    }

    @Test func `Code that throws without a failure ends with its error`() async throws {
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

    @Test func `Concurrent requests are named`() async throws {
        let paths = Locked<Set<String>>([])
        let report = try await everyFailure(of: [.refused, .status(503)], budget: 100) {
            let router = Router.current
            // Each request is still under way when the other one arrives, whichever of them is sent first.
            for (path, other) in [("/a", "/b"), ("/b", "/a")] {
                router.get(path) { _ async throws in
                    _ = try? await router.journal.waitForRequest(matching: .path(other))
                    return ["id": 1]
                }
            }
            let teapot = MockTeapot(router: .current)
            async let first = teapot.get("a")
            async let second = teapot.get("b")
            let both = [try? await first.statusCode, try? await second.statusCode]
            if both.contains(nil) { throw URLError(.badServerResponse) }
        } check: { outcome in
            paths.withLock { _ = $0.insert(outcome.path.description) }
            let step = outcome.path.steps.count == 1 ? outcome.path.steps.first : nil
            let failed = outcome.journal.entries.filter { $0.status == nil || $0.status == 503 }
            #expect(step?.request.map(failed.map { "GET \($0.request.path)" }.contains) != false)
        }
        #expect(report.findings.isEmpty, "\(report)")
        let singles: Set = ["GET /a#1:refused", "GET /a#1:503", "GET /b#1:refused", "GET /b#1:503"]
        #expect(paths.withLock { $0 }.isSuperset(of: singles))
        #expect(!paths.withLock { $0 }.contains { $0.hasPrefix("1:") || $0.hasPrefix("2:") })
    }

    @Test func `Paths of requests in varying order reproduce the same finding`() async throws {
        @Sendable func ask() async throws {
            let router = Router.current
            for number in 0..<5 { router.get("/p\(number)", with: ["id": 1]) }
            let teapot = MockTeapot(router: router)
            let hasFailed = Locked(false)
            for number in (0..<5).shuffled() {
                do { _ = try await teapot.get("p\(number)") } catch {
                    if number == 3 { hasFailed.withLock { $0 = true } }
                }
            }
            if hasFailed.withLock({ $0 }) { Issue.record("p3 failed") }
        }
        let report = try await recordingNothing { try await everyFailure(of: [.status(503)], budget: 0, ask) }
        let path = try #require(report.findings.first?.paths.first)
        #expect("\(path)" == "GET /p3#1:503")
        let replay = try await recordingNothing { try await everyFailure(replaying: "\(path)", ask) }
        #expect(replay.findings.map { "\($0.paths)" } == ["[GET /p3#1:503]"])
    }

    @Test func `Failures that didn't happen aren't counted as survived`() async throws {
        let count = Locked(0)
        let report = try await everyFailure(of: [.status(503)], budget: 0) {
            Router.current.get("/**", with: ["id": 1])
            let number = count.withLock { count in
                count += 1
                return count
            }
            _ = try await MockTeapot(router: .current).get("unique/\(number)")
        }
        #expect(report.notes.contains { $0.hasPrefix("In 1 run") }, "\(report.notes)")
        #expect(report.description.contains("503 "), "\(report)")
        #expect(!report.description.contains("503  ."), "\(report)")
    }

    @Test func `A handler that waits fails like any other`() async throws {
        let values = Locked<[Int?]>([])
        try await everyFailure(replaying: "1:type") {
            Router.current.get("/a") { _ async throws in
                await Task.yield()
                return ["id": 1]
            }
            return try await MockTeapot(router: .current).get("a").json?.dictionary?["id"] as? Int
        } check: { outcome in
            values.withLock { $0.append(outcome.value ?? nil) }
        }
        #expect(values.withLock { $0 } == [1, 1, nil])
    }

    @Test(arguments: [
        ("2:cut@99", "has a JSON body of 8 bytes"), ("1:html", "has no body"),
        ("2:reset@8", "has a JSON body of 8 bytes"),
    ])
    func `An impossible failure is an error`(_ path: String, _ part: String) async throws {
        let error = await #expect(throws: FailureReport.SetupError.self) {
            try await everyFailure(replaying: path) {
                Router.current.get("/a", with: .status(204))
                Router.current.get("/b", with: ["id": 1])
                _ = try? await MockTeapot(router: .current).get("a")
                _ = try? await MockTeapot(router: .current).get("b")
            }
        }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    @Test func `Invalid arguments are errors`() async throws {
        @Sendable func ask() async throws {
            Router.current.get("/a", with: ["id": 1])
            _ = try? await MockTeapot(router: .current).get("a")
        }
        for failures: [FailurePath.Failure] in [[], [.status(200)], [.cut(at: -1)], [.resetInBody(at: .min)]] {
            await #expect(throws: FailureReport.SetupError.self) { try await everyFailure(of: failures, ask) }
        }
        for limit: Duration in [.zero, .seconds(-1)] {
            await #expect(throws: FailureReport.SetupError.self) { try await everyFailure(limit: limit, ask) }
        }
        let report = try await everyFailure(budget: .min, limit: .seconds(Int64.max), ask)
        #expect(report.findings.isEmpty)
    }

    @Test func `A check that never ends is found`() async throws {
        let report = try await recordingNothing {
            try await everyFailure(of: [.refused], budget: 0, limit: .milliseconds(200)) {
                Router.current.get("/a", with: ["id": 1])
                _ = try? await MockTeapot(router: .current).get("a")
            } check: { outcome in
                if !outcome.path.isEmpty { for await _ in AsyncStream<Void>.makeStream().stream {} }
            }
        }
        #expect(report.findings.map(\.rule) == [.end])
    }

    @Test func `Code that can't be cancelled stops the search`() async throws {
        let report = try await recordingNothing {
            try await everyFailure(budget: 0, limit: .milliseconds(200)) {
                Router.current.get("/a", with: ["id": 1])
                if (try? await MockTeapot(router: .current).get("a")) == nil {
                    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
                }
            }
        }
        #expect(report.findings.map { "\($0.rule) \($0.paths)" } == ["end [1:refused]"])
        #expect(report.notes.contains { $0.contains("didn't end when it was cancelled") })
    }

    @Test func `Expectations don't count in a cancelled run`() async throws {
        let cancelCount = Locked(0)
        let report = try await everyFailure(of: [.refused], budget: 0, ignoring: [.end], limit: .milliseconds(200)) {
            Router.current.get("/a", with: ["id": 1])
            if (try? await MockTeapot(router: .current).get("a")) != nil { return true }
            for await _ in AsyncStream<Void>.makeStream().stream {}
            cancelCount.withLock { $0 += 1 }
            #expect(!Task.isCancelled)
            return false
        } check: { outcome in
            #expect(outcome.value == true)
        }
        #expect(report.findings.isEmpty)
        #expect(cancelCount.withLock { $0 } == 1)
    }

    @Test func `Time while other tests occupy all threads doesn't count`() async throws {
        let report = try await everyFailure(of: [.refused], budget: 0, limit: .milliseconds(500)) {
            Router.current.get("/a", with: ["id": 1])
            if (try? await MockTeapot(router: .current).get("a")) != nil { return }
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                Task.detached { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.8) }
            }
            await Task.detached {}.value
        }
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test func `Time in which each step waits for other tests doesn't count`() async throws {
        let report = try await everyFailure(of: [.refused], budget: 0, limit: .seconds(1)) {
            Router.current.get("/a", with: ["id": 1])
            if (try? await MockTeapot(router: .current).get("a")) != nil { return }
            let end = Date() + 2
            for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
                Task.detached {
                    while Date() < end {
                        let pause = Date() + 0.002
                        while Date() < pause {}
                        await Task.yield()
                    }
                }
            }
            while Date() < end { await Task.yield() }
        }
        #expect(report.findings.isEmpty, "\(report)")
    }

    @Test func `An expectation fails at its own line`() async throws {
        let places = Locked<[Int]>([])
        let test = try #require(Test.current)
        let trait = IssueHandlingTrait.compactMapIssues { issue in
            places.withLock { $0.append(issue.sourceLocation?.line ?? 0) }
            return nil
        }
        try await trait.provideScope(for: test, testCase: nil) {
            try await everyFailure(of: [.refused], budget: 0) {
                Router.current.get("/a", with: ["id": 1])
                let response = try? await MockTeapot(router: .current).get("a")
                #expect(response != nil)
            }
        }
        #expect(places.withLock { $0 } == [#line - 3])
    }

    @Test func `A cancelled test stops, whether or not its code does`() async throws {
        let hasBegun = AsyncStream<Void>.makeStream()
        let task = Task {
            try await everyFailure {
                Router.current.get("/a", with: .status(204))
                _ = try await MockTeapot(router: .current).get("a")
                hasBegun.continuation.yield()
                await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
            }
        }
        for await _ in hasBegun.stream { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
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
