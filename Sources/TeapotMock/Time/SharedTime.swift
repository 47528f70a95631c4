package import Foundation
package import Teapot

/// The time that a router's calls share, in nanoseconds since the router was created.
///
/// In skipped time, it stands still until a call moves it to its own time. It never goes back.
package final class SharedTime: Sendable {
    private struct State {
        var isSkipped = false
        /// The time, while it is skipped.
        var skipped: UInt64 = 0
        /// The time of ``Uptime`` at which real time was zero.
        ///
        /// It's negative if more time was skipped than has passed since the system started.
        var zero: Int64
        /// Whether the time has been read, so it must not start over.
        var isRead = false
        /// The seed of the random numbers of calls, and the number of calls for each derived seed.
        var seed: UInt64 = 0
        var counts: [UInt64: UInt64] = [:]
        var waits = AppWaits()

        /// The time while real time is used.
        var real: UInt64 {
            let (time, isOverflow) = Int64(truncatingIfNeeded: Uptime.now).subtractingReportingOverflow(zero)
            return isOverflow ? UInt64(Int64.max) : UInt64(max(0, time))
        }
    }

    /// The maximum number of endpoints whose calls are counted.
    private static let greatestCount = 65_536

    /// The date of time zero in real time, in nanoseconds since 1970.
    private let realEpoch: Int64
    /// The date of time zero in skipped time, in nanoseconds since 1970.
    ///
    /// It's a whole second, like dates in headers.
    let epoch: Int64
    private let state: Locked<State>
    /// The shortest real time before a timeout ends a call in skipped time, in seconds.
    package let shortestTimeout = Locked<Double>(60)

    /// The task-local values of the router's test, if there is one.
    let testValues: TaskValues?

    package init(testValues: TaskValues? = nil) {
        self.testValues = testValues
        realEpoch = Uptime.nanosecondsSince1970
        epoch = realEpoch / 1_000_000_000 * 1_000_000_000
        state = Locked(State(zero: Int64(truncatingIfNeeded: Uptime.now)))
    }

    /// Whether calls that begin now skip their time.
    package var isSkipped: Bool { state.withLock { $0.isSkipped } }

    /// The time of ``Uptime`` at which real time was zero.
    var zero: Int64 { state.withLock { $0.zero } }

    /// The current time.
    package var now: UInt64 {
        state.withLock { state in
            state.isRead = true
            return state.isSkipped ? state.skipped : state.real
        }
    }

    /// The seed of the random numbers of calls.
    var seed: UInt64 {
        get { state.withLock { $0.seed } }
        set { state.withLock { ($0.seed, $0.counts) = (newValue, [:]) } }
    }

    /// The time when a new call begins, or `nil` if the time is real.
    package var origin: UInt64? { state.withLock { $0.isSkipped ? $0.skipped : nil } }

    /// Returns the seed for an exchange's network, which a client's call may repeat.
    ///
    /// It doesn't depend on the order of exchanges with different endpoints.
    func networkSeed(of method: String, _ path: String) -> UInt64 { seed(of: "network \(method) \(path)") }

    /// Returns the seed for a call's random numbers.
    ///
    /// It doesn't depend on the order of calls to different endpoints.
    private func seed(of text: String) -> UInt64 {
        state.withLock { state in
            let seed = SeededNumbers.seed(state.seed, text)
            // A long-running server may have any number of endpoints.
            if state.counts.count >= Self.greatestCount { state.counts = [:] }
            defer { state.counts[seed, default: 0] += 1 }
            return seed &+ state.counts[seed, default: 0]
        }
    }

    /// Moves skipped time forward to a given time, unless it's already later.
    package func advance(to time: UInt64) {
        let due = state.withLock { state in
            state.skipped = max(state.skipped, time)
            return state.waits.isHeld ? state.waits.take { $0.call == nil && $0.due <= time } : []
        }
        for wait in due { wait.finish(.due) }
    }

    /// Moves skipped time forward with a call, unless users of the clock must not see that before the call returns.
    func follow(to time: UInt64) { if state.withLock({ !$0.waits.holds(true) }) { advance(to: time) } }

    /// Moves skipped time forward by a duration in nanoseconds.
    func advance(by duration: UInt64) {
        guard let origin else { return }
        let (sum, isOverflow) = origin.addingReportingOverflow(duration)
        advance(to: isOverflow ? UInt64(Int64.max) : min(sum, UInt64(Int64.max)))
    }

    /// Runs a closure with the waits.
    func withWaits<Result>(_ body: (inout AppWaits) -> Result) -> Result { state.withLock { body(&$0.waits) } }

    /// Runs a closure with the waits, whether time is skipped, and the skipped time.
    func withWaits<Result>(_ body: (inout AppWaits, _ isSkipped: Bool, _ now: inout UInt64) -> Result) -> Result {
        state.withLock { body(&$0.waits, $0.isSkipped, &$0.skipped) }
    }

    /// Returns the date of a time.
    package func date(of time: UInt64) -> Date { Uptime.date(of: time, isSkipped ? epoch : realEpoch) }

    /// Starts or stops skipping time.
    ///
    /// - Parameters:
    ///   - isSkipped: Whether time is skipped from now on.
    ///   - isUsed: Whether a request has arrived. If not, and nothing has read the time, skipped time begins at zero.
    func skip(_ isSkipped: Bool, isUsed: Bool) {
        if !isSkipped { release() }
        state.withLock { state in
            guard isSkipped != state.isSkipped else { return }
            state.isSkipped = isSkipped
            if isSkipped {
                if isUsed || state.isRead { state.skipped = max(state.skipped, state.real) }
            } else {
                state.zero = Int64(truncatingIfNeeded: Uptime.now) - Int64(state.skipped)
                state.isRead = true
            }
        }
    }
}

extension SharedTime {
    /// Returns the time of a new call, or `nil` if the time is real.
    ///
    /// A call made by a handler, an adapter or similar code is part of the time of the call that waits for it.
    package func begin(_ request: Teapot.Request) -> CallTime? {
        guard let origin else { return nil }
        let name = "\(request.method) \(request.url.path)"
        return CallTime(
            at: ExchangeTime.now(in: self) ?? origin, total: request.totalTimeout, seed: seed(of: name),
            name: name, in: self, within: .open, CallTime.current)
    }

    /// Returns the time of the call that a request belongs to, or `nil` if that time is real.
    ///
    /// A client that passes the request on to a mock may not have asked the mock for the call's time. In that case, the
    /// request has its own time.
    func time(of request: Teapot.Request) -> CallTime? {
        if let skipped = request.timeline.skipped { return skipped as? CallTime }
        guard let time = begin(request) else { return nil }
        time.begin(idle: request.timeout, afterHead: request.idleTimeout, accepted: request.acceptedStatusCodes)
        return time
    }
}
