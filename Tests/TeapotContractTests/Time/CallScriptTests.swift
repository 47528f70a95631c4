import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// A property test of skipped time: random scripts, each compared with a model and another transport.
///
/// `TEAPOT_SCRIPTS=100000 swift test --filter 'Call scripts'` plays more of them. The suite runs ahead of others,
/// because two of its tests keep all cores busy until they end.
@Suite(.inTurn, .ahead, .timeLimit(.minutes(10))) struct `Call scripts` {
    /// The number of scripts, the only thing that the variable changes.
    private static let count = ProcessInfo.processInfo.environment["TEAPOT_SCRIPTS"].flatMap { Int($0) } ?? 200

    @Test func `in skipped time a mock agrees with the model, even while both cores are busy`() async throws {
        let judge: Judge = { (try await ScriptTransport.mock.play($0).0, ScriptModel($0).outcome) }
        let quiet = try await digest(Self.count, judge)
        let busy = try await whileBusy { try await digest(Self.count, judge) }
        #expect(quiet == busy)
        tell("\(Self.count) scripts on a mock = the model, idle and with both cores busy: digest \(quiet)")
    }

    @Test func `in skipped time a session's client agrees with a mock, even while both cores are busy`() async throws {
        let count = max(100, Self.count / 20)
        let judge: Judge = { script in
            let script = script.withWholeRedirects
            var (mock, error) = try await ScriptTransport.mock.play(script)
            var (session, sessionError) = try await ScriptTransport.session.play(script)
            // The texts of the errors are compared as well.
            mock.result.error = text(error)
            session.result.error = text(sessionError)
            return (session, mock)
        }
        let quiet = try await digest(count, judge)
        let busy = try await whileBusy { try await digest(count, judge) }
        #expect(quiet == busy)
        tell("\(count) scripts on a Teapot over a session = on a mock, idle and with both cores busy: digest \(quiet)")
    }

    /// Whether a plain session sends a body again after a redirect with 307 or 308.
    private static let keepsBody: Bool = {
        #if canImport(FoundationNetworking)
            false
        #else
            true
        #endif
    }()

    @Test func `in skipped time a plain task agrees with the model`() async throws {
        let count = max(100, Self.count / 20)
        let digest = try await digest(count) { script in
            let script = script.plain
            var expected = ScriptModel(script, maximumRedirects: 20, keepsBody: Self.keepsBody).outcome
            expected.result = expected.result.plain
            // Nothing observes a plain task.
            expected.events = []
            return (try await ScriptTransport.plain.play(script).0, expected)
        }
        tell("\(count) scripts of plain tasks of a session = the model: digest \(digest)")
    }

    @Test func `in real time everything is the same, but slower`() async throws {
        let seeds = (UInt64(1)...).lazy.filter { seed in
            let script = CallScript(seed: seed, unit: 1).withWholeRedirects
            let model = ScriptModel(script)
            // The result must not depend on how fast a thread runs, and the test must end.
            return model.margin >= 2 && 1...20 ~= (model.outcome.events.last?.time ?? 0)
        }
        let count = min(300, max(32, Self.count / 300))
        let chosen = Array(seeds.prefix(count))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, seed) in chosen.enumerated() {
                if index >= 12 { try await group.next() }
                group.addTask { try await compareWithRealTime(seed, index % 2 == 0 ? .mock : .session) }
            }
            try await group.waitForAll()
        }
        tell("\(count) scripts in real time = in skipped time")
    }

    /// Plays a script in real time, slower if the machine is so busy that a thread is late.
    private func compareWithRealTime(_ seed: UInt64, _ transport: ScriptTransport) async throws {
        var differences = ""
        var isLate = true
        for (number, unit) in [20_000_000, 100_000_000, 500_000_000, 500_000_000, 500_000_000].enumerated() {
            if number > 2, !isLate { break }
            let script = CallScript(seed: seed, unit: 1).withWholeRedirects.scaled(by: unit)
            let (skipped, skippedError) = try await transport.play(script)
            let (real, error) = try await transport.play(script, time: .real)
            let isSame = real.withoutTimes == skipped.withoutTimes && text(error) == text(skippedError)
            // Clocks differ by less than a hundredth of a unit.
            let isLater = zip(real.times, skipped.times).allSatisfy { $0 >= $1 - unit / 100 }
            if isSame, isLater { return }
            isLate = zip(real.times, skipped.times).contains { $0 > $1 + unit / 2 }
            differences = "\(script)\nexpected:\n\(skipped)\nin real time:\n\(real)"
        }
        Issue.record("The script of seed \(seed) on \(transport) differs in real time; \(differences)")
    }

    /// Returns the text of an error without the route of a mock, which a session doesn't know if there was a response,
    /// and its wait, which is known only in skipped time.
    private func text(_ error: TeapotError?) -> String? {
        error?.description.replacing(/[;:] from ANY .+$/, with: "")
    }

    /// A function that returns the observed and the expected outcome of a script.
    private typealias Judge = @Sendable (CallScript) async throws -> (ScriptOutcome, ScriptOutcome)

    /// Plays the scripts of the first seeds, as many at a time as there are cores, and returns a number that represents
    /// all observed outcomes.
    private func digest(_ count: Int, _ judge: @escaping Judge) async throws -> String {
        let lanes = ProcessInfo.processInfo.activeProcessorCount
        return try await withThrowingTaskGroup(of: UInt64.self) { group in
            for lane in 0..<lanes {
                group.addTask {
                    var sum: UInt64 = 0
                    for seed in stride(from: lane, to: count, by: lanes) {
                        let script = CallScript(seed: UInt64(seed))
                        let (outcome, expected) = try await judge(script)
                        if outcome != expected {
                            try await report(script, seed, outcome, expected, judge)
                            break
                        }
                        sum &+= outcome.fingerprint(UInt64(seed))
                    }
                    return sum
                }
            }
            return String(try await group.reduce(0, &+), radix: 16)
        }
    }

    /// Reports a script with an unexpected outcome, and a smaller one if possible.
    private func report(
        _ script: CallScript, _ seed: Int, _ outcome: ScriptOutcome, _ expected: ScriptOutcome, _ judge: Judge
    ) async throws {
        var found = (script: script, outcome: outcome, expected: expected)
        found.script = await script.shrunk { script in
            guard let (outcome, expected) = try? await judge(script), outcome != expected else { return false }
            found = (script, outcome, expected)
            return true
        }
        let texts = ["\(found.script)", "expected:\n\(found.expected)", "observed:\n\(found.outcome)"]
        Issue.record("The script of seed \(seed), made smaller: \(texts.joined(separator: "\n"))")
    }

    /// Runs a function while one thread per core does nothing but count.
    private func whileBusy<Value>(_ body: () async throws -> Value) async throws -> Value {
        let isOver = Locked(false)
        defer { isOver.withLock { $0 = true } }
        for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
            Thread.detachNewThread { while !isOver.withLock({ $0 }) {} }
        }
        return try await body()
    }

    /// Prints a measurement for `.ci/time`.
    private func tell(_ text: String) {
        if ProcessInfo.processInfo.environment["TEAPOT_SCRIPTS"] != nil { print(text) }
    }
}

extension ScriptOutcome.Result {
    /// The result as reported by a plain task, which doesn't check the status.
    fileprivate var plain: Self {
        switch error {
        case nil, "invalidResponseStatus": Self(status: status, body: body)
        case "invalidRedirect": Self(error: "failed", code: -1007)
        default: Self(error: "failed", code: code)
        }
    }
}
