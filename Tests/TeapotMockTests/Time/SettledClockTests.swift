import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

/// Tests of a clock that ends its sleeps one after the other.
@Suite(.inTurn, .timeLimit(.minutes(2)), .inOwnProcess) struct `A clock whose sleeps end one by one` {
    private let router = Router("https://api.test")
    private let clock: Router.Clock
    /// The events, in order.
    private let events = Locked<[String]>([])

    init() {
        router.time = .skipped
        clock = router.clock
    }

    private func note(_ text: String) { events.withLock { $0.append("\(text) at \(clock.now.offset / .seconds(1))") } }

    private var noted: [String] { events.withLock { $0 } }

    /// Makes a call whose handler runs until a gate opens, and returns the gate and the status.
    private func callThatWaits() async throws -> (Gate, Task<Int, any Error>) {
        let (release, mock) = (Gate(), MockTeapot(router: router))
        router.get("/x") { _ async throws -> Response in
            await release.wait()
            return .status(204)
        }
        let status = Task { try await mock.get("x").status }
        _ = try await router.journal.waitForRequest(matching: .path("/x"))
        return (release, status)
    }

    @Test func `ends sleeps in order of time, whatever the priorities of their tasks`() async throws {
        let priorities: [TaskPriority] = [.background, .low, .medium, .high]
        for _ in 0..<20 {
            events.withLock { $0 = [] }
            let start = clock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, priority) in priorities.enumerated() {
                    group.addTask(priority: priority) { [clock, events] in
                        try await clock.sleep(for: .seconds(index + 1))
                        events.withLock { $0.append("\(start.duration(to: clock.now) / .seconds(1))") }
                    }
                }
                try await group.waitForAll()
            }
            #expect(noted == ["1.0", "2.0", "3.0", "4.0"])
        }
    }

    @Test func `waits for code that computes between its sleeps, on the main actor and elsewhere`() async throws {
        @Sendable func compute() {
            let end = Date() + 0.05
            while Date() < end {}
        }
        @Sendable func work(_ name: String, isOnMain: Bool) async throws {
            for _ in 0..<3 {
                try await clock.sleep(for: .seconds(2))
                if isOnMain { await MainActor.run { compute() } } else { compute() }
            }
            note(name)
        }
        for isOnMain in [true, false] {
            let start = clock.now.offset / .seconds(1)
            async let worker: Void = work("worker", isOnMain: isOnMain)
            try await clock.sleep(for: .seconds(5))
            note("limit")
            try await worker
            #expect(noted.suffix(2) == ["limit at \(start + 5)", "worker at \(start + 6)"])
        }
    }

    @Test func `isn't advanced by a cancelled sleep or call`() async throws {
        router.get("/slow", delay: 50, with: .json([:]))
        let mock = MockTeapot(router: router)
        for isCall in [true, false] {
            let start = clock.now
            let task = Task { [clock] in
                if isCall { _ = try await mock.get("slow") } else { try await clock.sleep(for: .seconds(50)) }
            }
            try await clock.sleep(for: .seconds(10))
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
            try await clock.sleep(for: .seconds(10))
            for _ in 0..<1000 { await Task.yield() }
            #expect(start.duration(to: clock.now) == .seconds(20))
        }
    }

    @Test func `ends a thousand sleeps in their order`() async throws {
        let times = try await withThrowingTaskGroup(of: Duration.self) { [clock] group in
            for index in 0..<1000 {
                group.addTask {
                    try await clock.sleep(for: .seconds(index * 7 % 1000 + 1))
                    return clock.now.offset
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(times).count == 1000)
        #expect(clock.now.offset == .seconds(1000))
    }

    @Test func `holds sleeps that have already started`() async throws {
        // The running handler keeps the sleep waiting until the clock is held.
        let (release, response) = try await callThatWaits()
        let task = Task { [clock] in try await clock.sleep(for: .seconds(5)) }
        try await clock.waitForSleep()
        clock.hold()
        release.open()
        #expect(try await response.value == 204)
        clock.advance(by: .seconds(4))
        try await clock.waitForSleep()
        clock.advance(by: .seconds(1))
        try await task.value
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func `works for two routers independently`() async throws {
        let other = Router()
        other.time = .skipped
        let otherClock = other.clock
        async let first: Void = clock.sleep(for: .seconds(5))
        async let second: Void = otherClock.sleep(for: .seconds(7))
        _ = try await (first, second)
        #expect(clock.now.offset == .seconds(5))
        #expect(otherClock.now.offset == .seconds(7))
    }

    @Test func `waits for a handler that waits for a child task`() async throws {
        router.get("/x") { [clock] _ async throws -> Response in
            async let first: Void = clock.sleep(for: .seconds(3))
            async let second: Void = clock.sleep(for: .seconds(4))
            _ = try await (first, second)
            return .status(204)
        }
        let mock = MockTeapot(router: router)
        async let response = mock.get("x")
        try await clock.sleep(for: .seconds(10))
        #expect(try await response.status == 204)
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func `names what keeps a sleep from ending`() async throws {
        let (release, response) = try await callThatWaits()
        let error = await #expect(throws: Router.Clock.Unsettled.self) { try await clock.sleep(for: .seconds(5)) }
        #expect(error?.running == ["GET /x"])
        let advice = "at least 10 s of real time: GET /x. Let that work end, or call `hold()`"
        #expect(error?.description.contains(advice) == true)
        #expect(clock.now.offset == .zero)
        release.open()
        #expect(try await response.value == 204)
    }

    @Test func `sends the pieces of a stream at the right times`() async throws {
        let pieces = (0..<5).map { Data("\($0)".utf8) }
        router.get("/timed", with: .stream(pieces, every: 2))
        let endless = Response.Stream { [clock] send in
            while true {
                send(Data("x".utf8))
                try await clock.sleep(for: .seconds(2))
            }
        }
        router.get("/endless", with: .stream(endless))
        for path in ["timed", "endless"] {
            events.withLock { $0 = [] }
            let start = clock.now
            let sleeper = Task { [clock, events] in
                for _ in 0..<2 {
                    try await clock.sleep(for: .seconds(3))
                    events.withLock { $0.append("slept at \(start.duration(to: clock.now) / .seconds(1))") }
                }
            }
            var count = 0
            for try await _ in try await MockTeapot(router: router).stream(path) {
                let passed = start.duration(to: clock.now) / .seconds(1)
                events.withLock { $0.append("piece at \(passed)") }
                count += 1
                if count == 4 { break }
            }
            try await sleeper.value
            #expect(
                noted.filter { $0 != "slept at 6.0" && $0 != "piece at 6.0" } == [
                    "piece at 0.0", "piece at 2.0", "slept at 3.0", "piece at 4.0",
                ], "\(path): \(noted)")
        }
    }

    @Test func `asks a retrier and sends again at the right times`() async throws {
        router.get("/x", with: .status(503, delay: 2), .status(503, delay: 2), .status(204, delay: 2))
        var options = Teapot.Options()
        options.retriers = [
            Teapot.Retrier { [clock, events] _ in
                events.withLock { $0.append("retrier at \(clock.now.offset / .seconds(1))") }
                return .retry(after: 3)
            }
        ]
        let mock = MockTeapot(router: router, options: options)
        async let response = mock.get("x")
        for _ in 0..<3 {
            try await clock.sleep(for: .seconds(4))
            note("slept")
        }
        #expect(try await response.status == 204)
        #expect(
            noted == ["retrier at 2.0", "slept at 4.0", "retrier at 7.0", "slept at 8.0", "slept at 12.0"])
        #expect(clock.now.offset == .seconds(12))
    }
}
