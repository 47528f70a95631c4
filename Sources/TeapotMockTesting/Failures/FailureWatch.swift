import Foundation
import Teapot
import TeapotMock

/// An object that watches the runs of one search, ends stuck runs, and collects failed expectations.
final class FailureWatch: Sendable {
    private struct State {
        var run: FailureRun?
        var router: Router?
        var problems: [FailureReport.Problem] = []
        /// Whether the run was cancelled because it took too long.
        var isCutShort = false
        var stuckCount = 0
        /// Whether a run didn't end when it was cancelled.
        var isBlocked = false
        /// The number of failures of the test when the run began.
        var failureCount = 0
    }

    /// The time that a run may take, in real time.
    let limit: Duration
    private let state = Locked(State())
    private let countFailures: @Sendable () -> Int
    private let closing = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - limit: The time that a run may take, in real time.
    ///   - countFailures: A closure that returns the number of the test's failures that aren't recorded here.
    init(limit: Duration, countFailures: @escaping @Sendable () -> Int = { 0 }) {
        self.limit = limit
        self.countFailures = countFailures
    }

    /// The number of runs that had to be ended.
    var stuckCount: Int { state.withLock { $0.stuckCount } }

    /// Whether a run didn't end when it was cancelled, so it may still occupy a thread.
    var isBlocked: Bool { state.withLock { $0.isBlocked } }

    /// Waits up to a second of real time for a cancelled run to end.
    func waitForEnd(of run: FailureRun) async {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { run.isDone.finish(false) }
        let isDone = await run.isDone.value()
        if !isDone { state.withLock { $0.isBlocked = true } }
    }

    /// Starts watching a run that begins.
    func begin(_ run: FailureRun, of router: Router) {
        let count = countFailures()
        let before = state.withLock { state in
            let before = state
            (state.run, state.router, state.problems, state.failureCount) = (run, router, [], count)
            state.isCutShort = false
            return before
        }
        // Release it outside the lock.
        withExtendedLifetime(before) {}
    }

    /// Stops watching a run.
    ///
    /// - Returns: The expectations that failed in it.
    func end() -> [FailureReport.Problem] {
        let before = state.withLock { state in
            let before = state
            (state.run, state.router, state.problems) = (nil, nil, [])
            return before
        }
        guard !before.isCutShort, countFailures() > before.failureCount else { return before.problems }
        let text = "Assertions failed in this run; they are listed with the failures of the test."
        return before.problems + [FailureReport.Problem(rule: .expectation, subject: "", text: text)]
    }

    /// Records a failed expectation, unless the run was cancelled, because its code doesn't have to handle that.
    ///
    /// - Returns: `true` if the expectation belongs to the run; otherwise, `false`.
    func record(_ problem: FailureReport.Problem) -> Bool {
        let router = Router.ofTest
        return state.withLock { state in
            guard let router, state.router === router else { return false }
            if !state.isCutShort { state.problems.append(problem) }
            return true
        }
    }

    /// Ends each run that exceeds the limit, on a dedicated thread, until the watch is closed.
    ///
    /// Code that blocks the task threads doesn't block this one. A run can't continue while other tests occupy all task
    /// threads, and each of its many steps may wait for them. So only time in which tasks start immediately counts, or
    /// a tenth of the total time if that's more.
    func endStuckRuns() {
        let seconds = min(limit / .seconds(1), 86_400)
        let slice = min(max(seconds / 100, 0.001), 0.1)
        let longestDelay = Uptime.nanoseconds(max(slice / 20, 0.001))
        Thread.detachNewThread { [self] in
            var last: FailureRun?
            var (time, freeTime, isStopped) = (0.0, 0.0, false)
            // The time that the last task took to start, or `nil` if it hasn't started.
            let delay = Locked<UInt64?>(0)
            while closing.wait(timeout: .now() + slice) == .timedOut {
                let run = state.withLock { $0.run }
                if run !== last { (last, time, freeTime, isStopped) = (run, 0, 0, false) }
                time += slice
                if let passed = delay.withLock({ $0.take() }) {
                    if passed < longestDelay { freeTime += slice }
                    let begin = Uptime.now
                    Task { delay.withLock { $0 = Uptime.now - begin } }
                }
                if let run, !isStopped, max(freeTime, time / 10) >= seconds {
                    isStopped = true
                    stop(run)
                }
            }
        }
    }

    /// Ends a run that takes too long, and ignores everything it does after it's cancelled.
    private func stop(_ run: FailureRun) {
        // Count it before the search continues.
        state.withLock { $0.stuckCount += 1 }
        guard run.end.finish(.stuck) else { return state.withLock { $0.stuckCount -= 1 } }
        state.withLock { if $0.run === run { $0.isCutShort = true } }
        run.cancellation.withLock { $0 }?()
    }

    /// Ends the watch.
    func close() { closing.signal() }
}
