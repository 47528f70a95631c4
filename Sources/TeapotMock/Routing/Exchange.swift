import Foundation
import Teapot

/// One request, from the decision about it to its end.
///
/// It waits for a slow network, a test's release, a delay, or a person's choice. Then its handler runs, and the
/// response is sent. A timeout, or a client that gives up, ends the exchange at any of these steps, and stops
/// everything that waits or runs for it. On a server, the event loop ends the journal entry once it has written the
/// last bytes of the response.
package final class Exchange: Sendable {
    /// The source of the response.
    enum Source: Sendable {
        /// A response, whose delay follows the wait.
        indirect case response(Response)
        /// A function that runs after the delay.
        case immediate(@Sendable (Request) throws -> Response)
        /// An asynchronous function that runs after the delay.
        case suspending(@Sendable (Request) async throws -> Response)
    }

    private enum Phase {
        /// Nothing is running; the closure continues the exchange after a delay.
        case waiting(then: (@Sendable () -> Void)?)
        /// The handler is running, or the closure that produces a stream's pieces.
        case running(Task<Void, Never>)
        case over

        func cancel() { if case .running(let task) = self { task.cancel() } }
    }

    private struct State {
        var phase = Phase.waiting(then: nil)
        /// The skipped time.
        var time: ExchangeTime?
        /// The time to wait before the handler, in seconds, or after the handler if a person chooses the response.
        var delay: Double
    }

    let router: Router
    let request: Request
    /// The number of the journal entry.
    package let entry: Int
    let admission: Admission
    let source: Source
    private let state: Locked<State>

    init(
        _ request: Request, in router: Router, entry: Int, after delay: Double = 0,
        admission: Admission = Admission(), from source: Source
    ) {
        (self.router, self.request, self.entry) = (router, request, entry)
        (self.admission, self.source) = (admission, source)
        state = Locked(State(delay: delay + (admission.link?.latency ?? 0)))
    }

    /// The time of the exchange, if it's skipped; it's set before anything waits.
    var time: ExchangeTime? {
        get { state.withLock { $0.time } }
        set { state.withLock { $0.time = newValue } }
    }

    /// The time to wait before the handler, in seconds, or after the handler if a person chooses the response.
    var delay: Double { state.withLock { $0.delay } }

    /// Whether the exchange is over.
    var isOver: Bool { state.withLock { if case .over = $0.phase { true } else { false } } }

    /// The network between the router and the client, if it takes time.
    ///
    /// The delay includes the network's latency. The player or the server adds the times of the bodies.
    package var link: NetworkLink? { admission.link }

    /// Adds the remaining network time of the request's body to the delay.
    ///
    /// - Parameter duration: The time that the body took to arrive, in nanoseconds.
    package func arrived(in duration: UInt64) {
        guard let link else { return }
        let whole = link.up.time(of: request.body.count)
        state.withLock { $0.delay += Double(whole - min(whole, duration)) / 1e9 }
    }
}

extension Exchange {
    /// Runs a closure immediately, or after a delay unless the exchange ends first.
    ///
    /// - Parameters:
    ///   - delay: The delay in seconds. A delay that isn't positive, or is NaN, is ignored.
    ///   - step: The closure to run after the delay. The closure is released when the exchange ends.
    func wait(_ delay: Double, then step: @escaping @Sendable () -> Void) {
        guard delay > 0 else { return step() }
        guard enter(.waiting(then: step)) else { return }
        // A longer delay would overflow. About thirty years is longer than any client waits.
        DispatchQueue.global().asyncAfter(deadline: .now() + min(delay, 1e9)) { [weak self] in self?.goOn() }
    }

    private func goOn() {
        let step = state.withLock { state -> (@Sendable () -> Void)? in
            guard case .waiting(let step?) = state.phase else { return nil }
            state.phase = .waiting(then: nil)
            return step
        }
        if let step { router.withTestValues(step) }
    }

    /// Starts a task, which is cancelled if the exchange ends first.
    func run(_ work: @escaping @Sendable () async -> Void) {
        // In skipped time, the task could end its own exchange before the exchange can cancel it.
        let ready = OneShot<Void>()
        let task = router.startTask {
            await ready.value()
            await work()
        }
        own(task)
        ready.finish(())
    }

    /// Cancels a task if the exchange ends first.
    func own(_ task: Task<Void, Never>) { if !enter(.running(task)) { task.cancel() } }

    /// Enters a phase, unless the exchange is over.
    private func enter(_ phase: Phase) -> Bool {
        state.withLock { state in
            if case .over = state.phase { return false }
            state.phase = phase
            return true
        }
    }

    /// Abandons the exchange, because its client no longer waits.
    package func abandon() { end(.abandoned) }

    /// Ends the exchange, unless it is over.
    ///
    /// This stops the work and the waits of the exchange, records how it ended, and notifies the client.
    ///
    /// - Parameters:
    ///   - ending: The ending in the journal.
    ///   - report: A closure that notifies the client. Cancelling the current task doesn't cancel the closure's work.
    func end(_ ending: Journal.Ending, _ report: (() -> Void)? = nil) {
        let former = state.withLock { state in
            defer { state.phase = .over }
            return state
        }
        if case .over = former.phase { return }
        // Work that is still running for this exchange must not advance the time of the next one.
        former.time?.stop()
        admission.held?.abandon()
        if ending == .abandoned { admission.onAbandon?() }
        if report == nil { former.phase.cancel() }
        router.journal.end(entry, ending, at: Moment(former.time?.call))
        report?()
        former.phase.cancel()
        former.time?.close()
    }
}
