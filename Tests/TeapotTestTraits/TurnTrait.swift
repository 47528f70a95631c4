import Foundation
package import Testing

/// A trait of a suite that starts its tests only while few other suites run; written `.inTurn`.
///
/// Swift Testing starts every test of a run at once, and their tasks share as many threads as the machine has cores. A
/// response that a task delivers would wait behind thousands of tests, longer than the 60 seconds after which a client
/// times out. The time limit of a test begins after its suite's turn has come.
package struct TurnTrait: SuiteTrait, TestScoping {
    /// Waits until fewer suites than the limit are running, and runs the tests of a suite.
    ///
    /// - Parameters:
    ///   - test: The suite.
    ///   - testCase: `nil`, because a suite has no cases.
    ///   - function: The function that runs the tests of the suite.
    /// - Throws: The error that `function` throws.
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await Turns.shared.begin()
        do {
            try await function()
        } catch {
            await Turns.shared.end()
            throw error
        }
        await Turns.shared.end()
    }
}

extension Trait where Self == TurnTrait {
    /// A trait of a suite that starts its tests only while few other suites run.
    ///
    /// Every suite has it, except a suite inside another one, and one that runs its tests one after the other.
    package static var inTurn: Self { TurnTrait() }
}

/// The running suites, and the suites that wait for their turn, in order of arrival.
private actor Turns {
    /// The turns of all suites of the process: while some suites wait for a socket, others keep the cores busy.
    static let shared = Turns(2 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    func begin() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func end() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
