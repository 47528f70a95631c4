import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A router's clock` {
    private let router = Router()

    private func skip() -> Router.Clock {
        router.time = .skipped
        return router.clock
    }

    @Test func `it begins at zero, and a sleep advances it`() async throws {
        let clock = skip()
        #expect(clock.now.offset == .zero)
        try await clock.sleep(for: .seconds(3600))
        #expect(clock.now.offset == .seconds(3600))
        try await clock.sleep(until: clock.now.advanced(by: .nanoseconds(1)))
        #expect(clock.now.offset == .seconds(3600) + .nanoseconds(1))
    }

    @Test func `a sleep until an earlier time doesn't move it`() async throws {
        let clock = skip()
        let start = clock.now
        try await clock.sleep(for: .seconds(5))
        try await clock.sleep(until: start)
        try await clock.sleep(for: .seconds(-5))
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `it can be advanced manually up to the maximum`() {
        let clock = skip()
        clock.advance(by: .seconds(90))
        clock.advance(by: .seconds(-30))
        #expect(clock.now.offset == .seconds(90))
        clock.advance(by: .seconds(Int64.max))
        clock.advance(by: .seconds(Int64.max))
        #expect(clock.now.offset == .nanoseconds(Int64.max))
        #expect(clock.date > Date(timeIntervalSince1970: 9e9))
    }

    @Test func `its date advances with it`() async throws {
        let before = Date()
        let clock = skip()
        let date = clock.date
        #expect(abs(date.timeIntervalSince(before)) < 60)
        try await clock.sleep(for: .seconds(86_400))
        #expect(clock.date.timeIntervalSince(date) == 86_400)
        #expect(clock.date(of: Router.Clock.Instant(offset: .zero)) == date)
    }

    @Test func `tasks that share it see a time that never goes back`() async {
        let clock = skip()
        await withTaskGroup(of: Bool.self) { group in
            for step in 1...8 {
                group.addTask {
                    var last = clock.now
                    // A sleep ends when nothing else runs, which takes long unless `.ci/time` runs this test alone.
                    for _ in 1...(ProcessInfo.processInfo.environment["TEAPOT_SCRIPTS"] == nil ? 12 : 100) {
                        let target = clock.now.advanced(by: .seconds(step))
                        do { try await clock.sleep(until: target) } catch { return false }
                        let now = clock.now
                        guard now >= last, now >= target else { return false }
                        last = now
                    }
                    return true
                }
            }
            for await isMonotonic in group { #expect(isMonotonic) }
        }
    }

    @Test func `a cancelled task doesn't sleep`() async {
        let clock = skip()
        let isCancelled = Gate()
        let task = Task {
            await isCancelled.wait()
            try await clock.sleep(for: .seconds(5))
        }
        task.cancel()
        isCancelled.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now.offset == .zero)
    }

    @Test func `sleeps wait in real time`() async throws {
        let clock = router.clock
        let start = DispatchTime.now()
        let began = clock.now
        try await clock.sleep(for: .milliseconds(20))
        #expect(start + 0.02 <= .now())
        #expect(began.duration(to: clock.now) >= .milliseconds(20))
        clock.advance(by: .seconds(1000))
        #expect(clock.now.offset < .seconds(1000))
    }

    @Test func `a polling loop lets the awaited task run`() async throws {
        let clock = skip()
        let isReady = Locked(false)
        let worker = Task {
            await Task.yield()
            isReady.withLock { $0 = true }
        }
        while !isReady.withLock({ $0 }) { try await clock.sleep(for: .seconds(1)) }
        await worker.value
    }

    @Test func `calls advance it, and begin at its time`() async throws {
        let clock = skip()
        router.get("/x", with: .status(204, delay: 5))
        let mock = MockTeapot(router: router)
        for _ in 1...3 {
            _ = try await mock.get("x")
            try await clock.sleep(for: .seconds(10))
        }
        #expect(router.journal.entries.map(\.start) == [0, 15, 30])
        #expect(clock.now.offset == .seconds(45))
    }

    @Test func `a handler of another router waits on its own clock`() async throws {
        let clock = skip()
        let other = Router()
        other.time = .skipped
        other.get("/x") { [router] _ in
            try await router.clock.sleep(for: .seconds(100))
            return Response.status(204)
        }
        #expect(try await MockTeapot(router: other).get("x").status == 204)
        #expect(clock.now.offset == .seconds(100))
        #expect(other.clock.now.offset == .zero)
    }

    @Test func `a token expires at its date`() async throws {
        let clock = skip()
        router.get("/me", with: .status(204))
        let refreshes = Locked(0)
        let mock = MockTeapot(router: router)
        let authentication = Teapot.Authentication<Date>(
            for: mock.baseURL, leeway: 0, authorization: { "Bearer \($0.timeIntervalSince1970)" }, expiry: { $0 },
            refresh: { _ in
                refreshes.withLock { $0 += 1 }
                return clock.date + 3600
            })
        var options = Teapot.Options()
        options.adapters = [authentication.adapter]
        let client = MockTeapot(router: router, options: options)
        for (skipped, expected) in [(0, 1), (3599, 1), (1, 2), (3600, 3)] {
            clock.advance(by: .seconds(skipped))
            _ = try await client.get("me")
            #expect(refreshes.withLock { $0 } == expected)
        }
    }

    @Test func `the jitter of retries is the same in each run, and differs for another seed`() async {
        func starts(_ seed: UInt64, _ paths: [String]) async -> [String: [Double]] {
            let router = Router()
            router.time = .skipped
            router.seed = seed
            router.get("/:name", with: .status(503))
            var options = Teapot.Options()
            options.retriers = [.backoff(attempts: 4, baseDelay: 100, maximumDelay: 1e6)]
            let mock = MockTeapot(router: router, options: options)
            for path in paths { _ = try? await mock.get(path) }
            return Dictionary(grouping: router.journal.entries, by: \.request.path).mapValues { entries in
                zip(entries, entries.dropFirst()).map { $1.start - $0.start }.filter { $0 != 0 }
            }
        }
        let first = await starts(0, ["a"])
        #expect(first["/a"]?.count == 3)
        #expect(first["/a"]?.allSatisfy { $0 > 0 && $0 < 400 } == true)
        #expect(await starts(0, ["a"]) == first)
        #expect(await starts(7, ["a"]) != first)
        let mixed = await starts(0, ["b", "a"])
        #expect(
            mixed["/a"].map { $0.map { ($0 * 1e6).rounded() } } == first["/a"].map { $0.map { ($0 * 1e6).rounded() } })
        #expect(mixed["/b"] != mixed["/a"])
    }

    @Test func `a date in a header is exact`() async throws {
        let clock = skip()
        router.get("/x") { _ in
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(identifier: "GMT")
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            let after = formatter.string(from: clock.date.addingTimeInterval(10))
            return clock.now.offset < .seconds(10) ? .status(503, headers: ["Retry-After": after]) : .status(204)
        }
        var options = Teapot.Options()
        options.retriers = [.backoff(baseDelay: 0)]
        _ = try await MockTeapot(router: router, options: options).get("x")
        #expect(router.journal.entries.map(\.start) == [0, 10])
    }

    @Test func `a cancelled call no longer advances it`() async throws {
        let clock = skip()
        router.get("/x", with: .status(204))
        let (hasSlept, goesOn, isOver) = (Gate(), Gate(), Gate())
        var options = Teapot.Options()
        options.adapters = [
            Teapot.Adapter(awaiting: { _ in
                try? await clock.sleep(for: .seconds(100))
                hasSlept.open()
                await goesOn.wait()
                isOver.open()
            })
        ]
        let mock = MockTeapot(router: router, options: options)
        let call = Task { try await mock.get("x") }
        await hasSlept.wait()
        call.cancel()
        goesOn.open()
        await isOver.wait()
        await #expect(throws: TeapotError.self) { try await call.value }
        try await clock.sleep(for: .seconds(1))
        // Anything that would advance the clock does so while nothing else runs.
        for _ in 0..<20_000 where clock.now.offset == .seconds(1) { await Task.yield() }
        #expect(clock.now.offset == .seconds(1))
    }

    @Test func `it can reach any time`() async throws {
        let clock = skip()
        clock.advance(by: .seconds(1))
        try await clock.sleep(for: .seconds(Int64.max))
        #expect(clock.now.offset == .nanoseconds(Int64.max))
        router.time = .real
        #expect(clock.now.offset >= .seconds(1))
    }
}
