package import Foundation
import Teapot

/// The time of one call in skipped time, which passes only while something waits.
package final class CallTime: SkippedTime {
    /// The time of the exchange whose handler or stream is running in this task, if it is skipped.
    @TaskLocal package static var current: ExchangeTime?

    private struct State {
        var timeline: TimelineState
        var generator: SeededNumbers
        /// The number of the current exchange.
        var exchange = 0
        /// The closure that ends the exchange at a time-out.
        var expire: (@Sendable (TimelineState.Expiry) -> Void)?
        /// The name by which a load of an intercepted session finds the time.
        var name: String?
    }

    /// The times that have a name.
    static let named = Locked<[String: WeakTime]>([:])

    let shared: SharedTime
    /// The time at which the call began.
    private let origin: UInt64
    private let state: Locked<State>

    /// Creates the time of a call that begins.
    ///
    /// - Parameters:
    ///   - origin: The time at which the call begins.
    ///   - total: The total time-out of the call in seconds.
    ///   - seed: The seed of the call's random numbers.
    ///   - shared: The time of the router, which this moves.
    init(at origin: UInt64, total: TimeInterval, seed: UInt64, in shared: SharedTime) {
        self.origin = origin
        self.shared = shared
        let timeline = TimelineState(at: origin, total: total)
        state = Locked(State(timeline: timeline, generator: SeededNumbers(seed: seed)))
    }

    deinit {
        guard let name = state.withLock({ $0.name }) else { return }
        _ = Self.named.withLock { $0.removeValue(forKey: name) }
    }

    /// The current time, in nanoseconds since the router was made.
    package var now: UInt64 { state.withLock { $0.timeline.now } }

    package var elapsed: Duration { .nanoseconds(Int64(now - origin)) }

    package var date: Date { shared.date(of: now) }

    package func random(in range: ClosedRange<Double>) -> Double {
        state.withLock { Double.random(in: range, using: &$0.generator) }
    }

    package func report(_ body: () -> Void) { if let values = shared.testValues { values.run(body) } else { body() } }

    package var isOutOfTime: Bool { state.withLock { $0.timeline.isOutOfTime } }

    package func begin(idle: TimeInterval, afterHead: TimeInterval?, accepted: Set<Int>) {
        // Released outside the lock.
        _ = state.withLock { state in
            state.timeline.begin(idle: idle, afterHead: afterHead, accepted: accepted)
            state.exchange += 1
            return state.expire.take()
        }
    }

    package func hold(_ isHeld: Bool) { state.withLock { $0.timeline.hold(isHeld) } }

    /// Opens an exchange, whose handler and stream pass the time of the call.
    ///
    /// - Returns: The time of the exchange.
    func open() -> ExchangeTime {
        let number = state.withLock { state in
            state.exchange += 1
            return state.exchange
        }
        return ExchangeTime(call: self, number: number)
    }

    /// Closes an exchange, whose handler and stream pass no more time.
    func close(_ exchange: ExchangeTime) {
        // Released outside the lock.
        _ = state.withLock { state in
            guard state.exchange == exchange.number else { return nil as (@Sendable (TimelineState.Expiry) -> Void)? }
            state.exchange += 1
            return state.expire.take()
        }
    }

    /// Sets the closure that ends the current exchange when a time-out passes.
    func end(by expire: @escaping @Sendable (TimelineState.Expiry) -> Void) { state.withLock { $0.expire = expire } }

    /// Restarts the idle time-out, because something was sent to the client.
    ///
    /// - Parameter status: The status of the response, if its head was sent.
    func touch(_ status: Int? = nil) { state.withLock { $0.timeline.touch(status) } }

    package func pause(forSeconds seconds: TimeInterval) {
        let now = state.withLock { state in
            _ = state.timeline.pause(Uptime.nanoseconds(seconds))
            return state.timeline.now
        }
        shared.advance(to: now)
    }

    /// Passes time while the client waits for an event of an exchange.
    ///
    /// If a time-out passes, this ends the exchange.
    ///
    /// - Parameters:
    ///   - duration: The duration in nanoseconds.
    ///   - exchange: The number of the exchange. If it is over, no time passes.
    /// - Returns: `true` if the client still waits; otherwise, `false`.
    func pass(_ duration: UInt64, in exchange: Int) -> Bool {
        let (isWaiting, now, expire) = state.withLock { state -> (Bool, UInt64, (@Sendable () -> Void)?) in
            guard state.exchange == exchange else { return (false, state.timeline.now, nil) }
            guard let expiry = state.timeline.pass(duration) else { return (true, state.timeline.now, nil) }
            let expire = state.expire.take()
            return (false, state.timeline.now, { expire?(expiry) })
        }
        shared.advance(to: now)
        expire?()
        return isWaiting
    }

    /// Waits in a handler or a stream of a call for a number of seconds, or as long in real time outside of one.
    ///
    /// - Parameter seconds: The number of seconds.
    /// - Throws: `CancellationError` if the task is cancelled, or if the call's time-out passes.
    package static func sleep(forSeconds seconds: Double) async throws {
        guard let current else { return try await Task.sleep(nanoseconds: Uptime.nanoseconds(seconds)) }
        try await current.sleep(Uptime.nanoseconds(seconds))
    }
}

extension CallTime {
    struct WeakTime {
        weak var time: CallTime?
    }

    /// Gives the time a name, by which a load of an intercepted session joins the call.
    ///
    /// - Returns: The timeline.
    func named() -> Teapot.Timeline {
        let timeline = Teapot.Timeline(skipping: self)
        let name = timeline.name
        state.withLock { $0.name = name }
        Self.named.withLock { $0[name] = WeakTime(time: self) }
        return timeline
    }

    /// Returns the timeline with a name, or `nil` if the text is not the name of a timeline.
    ///
    /// A call that has ended, and one that began in real time, have the time of the system.
    static func timeline(named name: String) -> Teapot.Timeline? {
        if let time = named.withLock({ $0[name]?.time }) { return Teapot.Timeline(skipping: time) }
        return name.hasPrefix("Teapot.Timeline ") ? .real : nil
    }
}
