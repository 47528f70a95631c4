package import Foundation
package import Teapot

/// The time of a call in skipped time, which advances only while something waits.
package final class CallTime: SkippedTime {
    /// The time of the exchange whose handler or stream runs in this task, if that time is skipped.
    ///
    /// It may also be the time of the call whose adapter or retrier runs in this task.
    @TaskLocal package static var current: ExchangeTime?

    struct State {
        var timeline: TimelineState
        var generator: SeededNumbers
        /// Whether the head of the current exchange's response was sent.
        var hasHead = false
        /// Whether the call may return after its verb.
        var canWait = false
        /// The number of the current exchange.
        var exchange = 0
        /// The last wait, in nanoseconds.
        var wait: UInt64 = 0
        /// The numbers of the exchanges that are over, but not closed yet.
        var stopped: Set<Int> = []
        /// The closure that ends the exchange, either at a timeout or because nothing waits for the call anymore.
        var end: (@Sendable (URLError) -> Void)?
        /// The name by which a load of an intercepted session finds the time.
        var name: String?
    }

    /// The times that have names.
    static let named = Locked<[String: WeakTime]>([:])

    let shared: SharedTime
    /// The time of the exchange that waits for the call, if a handler, an adapter or similar code made the call.
    let parent: ExchangeTime?
    /// The exchange whose code made the call, perhaps in another task.
    let outer: ExchangeTime?
    /// The method and the path of the request.
    let name: String
    /// The difference between the time of the waiting exchange, which may belong to another router, and this time.
    let offset: Int64
    /// The time when the call began.
    private let origin: UInt64
    let state: Locked<State>

    /// Creates the time of a new call.
    ///
    /// - Parameters:
    ///   - origin: The time when the call begins.
    ///   - total: The total timeout of the call in seconds.
    ///   - seed: The seed of the call's random numbers.
    ///   - name: The method and the path of the request.
    ///   - shared: The router's time, which this call also advances.
    ///   - parent: The time of the exchange that waits for the call, which this call also advances.
    ///   - outer: The exchange whose code makes the call, perhaps in another task.
    package init(
        at origin: UInt64, total: TimeInterval, seed: UInt64, name: String = "", in shared: SharedTime,
        within parent: ExchangeTime? = nil, _ outer: ExchangeTime? = nil
    ) {
        (self.name, self.outer) = (name, outer)
        self.origin = origin
        self.shared = shared
        self.parent = parent
        offset = parent.map { Int64(clamping: $0.call.now) - Int64(clamping: origin) } ?? 0
        let timeline = TimelineState(at: origin, total: total)
        state = Locked(State(timeline: timeline, generator: SeededNumbers(seed: seed)))
    }

    deinit {
        guard let name = state.withLock({ $0.name }) else { return }
        _ = Self.named.withLock { $0.removeValue(forKey: name) }
    }

    /// The current time, in nanoseconds since the router was created.
    package var now: UInt64 { state.withLock { $0.timeline.now } }

    package var elapsed: Duration { .nanoseconds(Int64(now - origin)) }

    package var date: Date { shared.date(of: now) }

    package var shortestTimeout: Double { shared.shortestTimeout.withLock { $0 } }

    package func random(in range: ClosedRange<Double>) -> Double {
        state.withLock { Double.random(in: range, using: &$0.generator) }
    }

    package func report(_ body: () -> Void) { if let values = shared.testValues { values.run(body) } else { body() } }

    package var isOutOfTime: Bool { state.withLock { $0.timeline.isOutOfTime } }

    package func begin(idle: TimeInterval, afterHead: TimeInterval?, accepted: Set<Int>) {
        // Release the closure outside the lock.
        _ = state.withLock { state in
            state.timeline.begin(idle: idle, afterHead: afterHead, accepted: accepted)
            state.hasHead = false
            state.exchange += 1
            return state.end.take()
        }
    }

    package func hold(_ isHeld: Bool) { state.withLock { $0.timeline.hold(isHeld) } }

    /// Opens an exchange whose handler and stream advance the call's time.
    ///
    /// - Parameter isPause: Whether code between two exchanges advances the time.
    /// - Returns: The time of the exchange.
    package func open(isPause: Bool = false) -> ExchangeTime {
        let number = state.withLock { state in
            state.exchange += 1
            // Nothing waits for the pieces of a body, but something waits for the next exchange.
            if isPause { state.hasHead = false }
            return state.exchange
        }
        return ExchangeTime(call: self, number: number, isPause: isPause)
    }

    /// Returns whether an exchange isn't over.
    func isOpen(_ exchange: ExchangeTime) -> Bool { state.withLock { $0.exchange == exchange.number } }

    /// Whether the head of the current exchange's response was sent.
    var hasHead: Bool { state.withLock { $0.hasHead } }

    /// Returns whether an exchange is over, but not closed yet.
    func isStopped(_ exchange: ExchangeTime) -> Bool { state.withLock { $0.stopped.contains(exchange.number) } }

    /// The last wait in the exchange, or in a call that it waits for, in seconds.
    var wait: Double { state.withLock { Double($0.wait) / 1e9 } }

    /// Whether a timeout of the exchange has passed.
    var isExpired: Bool { state.withLock { $0.timeline.expiry != nil } }

    /// Stops an exchange, so its handler and stream no longer advance the time until the exchange is closed.
    func stop(_ exchange: ExchangeTime) {
        // Release the closure outside the lock.
        _ = state.withLock { state in
            state.stopped.insert(exchange.number)
            return state.end(exchange)
        }
    }

    /// Closes an exchange.
    func close(_ exchange: ExchangeTime) {
        // Release the closure outside the lock.
        _ = state.withLock { state in
            state.stopped.remove(exchange.number)
            return state.end(exchange)
        }
    }

    /// Sets the closure that ends the current exchange when it, or an exchange that waits for this call, times out.
    func end(by end: @escaping @Sendable (URLError) -> Void) { state.withLock { $0.end = end } }

    /// Restarts the idle timeout, because something was sent to the client.
    ///
    /// - Parameter status: The status of the response, if its head was sent.
    func touch(_ status: Int? = nil) {
        state.withLock { state in
            state.timeline.touch(status)
            if status != nil { state.hasHead = true }
        }
    }

    package func returnsLater() { state.withLock { $0.canWait = true } }

    /// Lets the call return to the code under test, immediately unless that code sleeps until an earlier time.
    ///
    /// - Parameters:
    ///   - exchange: The exchange whose code waits for the call, if any.
    ///   - resume: A closure to call when the call may return, unless the call is cancelled first.
    func arrive(in exchange: ExchangeTime?, _ resume: @escaping @Sendable () -> Void) {
        if let parent, parent.call.shared === shared { return resume() }
        let (now, canWait) = state.withLock { ($0.timeline.now, $0.canWait) }
        shared.arrive(self, at: now, canWait: canWait, in: exchange) { if case .due = $0 { resume() } }
    }

    /// Waits until the call may return to the code under test or is cancelled.
    ///
    /// - Parameter exchange: The exchange whose code waits, if any.
    func arrive(in exchange: ExchangeTime? = nil) async {
        if Task.isCancelled || parent?.call.shared === shared { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                shared.arrive(self, at: now, canWait: true, in: exchange ?? Self.current) { _ in continuation.resume() }
                // A cancellation in the meantime found nothing to end.
                if Task.isCancelled { leave() }
            }
        } onCancel: {
            leave()
        }
    }

    /// Notes that threads that the clock can't observe are about to continue the call.
    func stir() { shared.withWaits { waits in waits.stir() } }

    /// Ends the wait for the return to the code under test, because the call was cancelled.
    func leave() {
        for wait in shared.withWaits({ waits in waits.take { $0.call === self } }) { wait.finish(.cancelled) }
    }

    package func pause(forSeconds seconds: TimeInterval) async {
        let pause = open(isPause: true)
        end { _ in pause.close() }
        _ = pause.pass(Uptime.nanoseconds(seconds))
        pause.close()
        await arrive()
    }

    package func run<Result>(
        expire: @escaping @Sendable () -> Void, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let (pause, outer) = (open(isPause: true), Self.current)
        defer { pause.close() }
        end { error in
            // The exchange that waited for this call has ended, and has cancelled the call if necessary.
            guard error.code == .timedOut else { return pause.close() }
            pause.stop()
            // Code that runs at the end of the call isn't part of the call.
            self.arrive(in: outer) { Self.$current.withValue(outer) { expire() } }
        }
        do {
            let result = try await pause.run { try await body() }
            await arrive()
            return result
        } catch {
            await arrive()
            throw error
        }
    }

    package func fork() -> any SkippedTime {
        let (now, seed) = state.withLock { ($0.timeline.now, $0.generator.next()) }
        return CallTime(at: now, total: .infinity, seed: seed, name: name, in: shared, Self.current)
    }

    package func wait(for other: any SkippedTime) {
        guard let other = other as? CallTime, other.shared === shared, let current = ExchangeTime.open(in: shared)
        else { return }
        let (now, end) = (current.call.now, other.now)
        if end > now { _ = current.pass(end - now) }
    }

    /// Waits for a number of seconds, in the call's time in a handler or a stream, or in real time anywhere else.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or if the call's timeout passes.
    package static func sleep(forSeconds seconds: Double) async throws {
        guard let current else { return try await Task.sleep(nanoseconds: Uptime.nanoseconds(seconds)) }
        try await current.sleep(Uptime.nanoseconds(seconds))
    }
}

extension CallTime {
    struct WeakTime { weak var time: CallTime? }

    /// Names the time, so a load of an intercepted session can join the call.
    ///
    /// - Returns: The timeline.
    func named() -> Teapot.Timeline {
        let timeline = Teapot.Timeline(skipping: self)
        let name = timeline.name
        stir()
        state.withLock { $0.name = name }
        Self.named.withLock { $0[name] = WeakTime(time: self) }
        return timeline
    }

    /// Returns the timeline with a name, or `nil` if no timeline can have that name.
    ///
    /// A call that has ended, or that began in real time, uses the system's time.
    static func timeline(named name: String) -> Teapot.Timeline? {
        if let time = named.withLock({ $0[name]?.time }) { return Teapot.Timeline(skipping: time) }
        return name.hasPrefix("Teapot.Timeline ") ? .real : nil
    }
}
