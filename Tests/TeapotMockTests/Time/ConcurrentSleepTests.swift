import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

extension Trait where Self == ConditionTrait {
    /// A trait of tests that need an exact order, of which about one in a thousand is wrong when other tests run.
    static var inOwnProcess: Self {
        .enabled(if: ProcessInfo.processInfo.environment["TEAPOT_SCRIPTS"] != nil, "`.ci/time` runs it alone.")
    }
}

/// Tests that waits that begin at the same virtual time end at their own times.
@Suite(.inTurn, .ahead, .timeLimit(.minutes(2))) struct `Concurrent sleeps of a router's clock` {
    /// Whether the tests run alone, as `.ci/time` runs them.
    private static let isAlone = ProcessInfo.processInfo.environment["TEAPOT_SCRIPTS"] != nil
    private static let runs = isAlone ? 500 : 100
    /// The number of runs that may be wrong: with thousands of other tests, about one in a thousand is.
    private static let tolerated = isAlone ? 5 : 3
    private let router = Router("https://api.test")
    private let clock: Router.Clock

    init() {
        router.time = .skipped
        clock = router.clock
    }

    /// Returns the first value of two tasks that start one after the other, and cancels the other.
    private func race(
        _ first: @escaping @Sendable () async throws -> String, _ second: @escaping @Sendable () async throws -> String
    ) async throws -> String? {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask { try await first() }
            group.addTask { try await second() }
            defer { group.cancelAll() }
            return try await group.next()
        }
    }

    private func sleeping(_ seconds: Int) -> @Sendable () async throws -> String {
        { [clock] in
            try await clock.sleep(for: .seconds(seconds))
            return "slept"
        }
    }

    private func calling(_ seconds: Double) -> @Sendable () async throws -> String {
        router.get("/slow", delay: seconds, with: .json(["id": 1]))
        let teapot = MockTeapot(router: router)
        return {
            _ = try await teapot.get("slow")
            return "answered"
        }
    }

    @Test func `two sleeps that begin together end together`() async throws {
        var wrong: [Duration] = []
        for _ in 0..<Self.runs {
            let start = clock.now
            async let first: Void = clock.sleep(for: .seconds(5))
            async let second: Void = clock.sleep(for: .seconds(5))
            _ = try await (first, second)
            let passed = start.duration(to: clock.now)
            if passed != .seconds(5) { wrong.append(passed) }
        }
        #expect(wrong.count <= Self.tolerated, "\(wrong)")
    }

    @Test func `ten sleeps that begin together end together`() async throws {
        var wrong: [Duration] = []
        for _ in 0..<Self.runs {
            let start = clock.now
            try await withThrowingTaskGroup(of: Void.self) { [clock] group in
                for _ in 0..<10 { group.addTask { try await clock.sleep(for: .seconds(1)) } }
                try await group.waitForAll()
            }
            let passed = start.duration(to: clock.now)
            if passed != .seconds(1) { wrong.append(passed) }
        }
        #expect(wrong.count <= Self.tolerated, "\(wrong)")
    }

    @Test(arguments: [10, 30], [true, false])
    func `an answer comes before or after a limit of 20 seconds as expected`(seconds: Int, callsFirst: Bool)
        async throws
    {
        let (call, sleep) = (calling(Double(seconds)), sleeping(20))
        let (winner, end) = seconds < 20 ? ("answered", seconds) : ("slept", 20)
        var wrong = 0
        for _ in 0..<Self.runs {
            let start = clock.now
            let first = try await callsFirst ? race(call, sleep) : race(sleep, call)
            if first != winner || start.duration(to: clock.now) != .seconds(end) { wrong += 1 }
        }
        #expect(wrong <= Self.tolerated)
    }

    @Test(.inOwnProcess, arguments: [10, 30])
    func `an answer of a session comes before or after a limit of 20 seconds as expected`(
        seconds: Int
    ) async throws {
        router.get("/slow", delay: Double(seconds), with: .json(["id": 1]))
        let url = try #require(URL(string: router.baseURL))
        let teapot = Teapot(baseURL: url, configuration: .answered(by: router))
        let sleep = sleeping(20)
        for _ in 0..<20 {
            let call = { @Sendable in
                _ = try await teapot.get("slow")
                return "answered"
            }
            let winner = try await race(call, sleep)
            #expect(winner == (seconds < 20 ? "answered" : "slept"))
        }
    }

    @Test(.inOwnProcess) func `pollers keep their own rhythm`() async throws {
        let start = clock.now
        let times = try await withThrowingTaskGroup(of: [Duration].self) { [clock] group in
            for _ in 0..<3 {
                group.addTask {
                    var times: [Duration] = []
                    for _ in 0..<20 {
                        try await clock.sleep(for: .seconds(1))
                        times.append(start.duration(to: clock.now))
                    }
                    return times
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let expected = (1...20).map { Duration.seconds($0) }
        #expect(times.allSatisfy { $0 == expected }, "\(times)")
    }
}
