import Dispatch
import Teapot

/// An answer that waits to be released.
final class HeldAnswer: Sendable {
    /// The way a wait ends.
    enum End: Sendable {
        case released
        /// There is no answer: the router is finished, or the answer wasn't released in time.
        ///
        /// The text is the explanation for the client.
        case closed(String)
    }

    private enum State {
        case waiting(next: (@Sendable (End) -> Void)?)
        /// The wait is over; `nil` if the client is gone.
        case ended(End?)
    }

    let request: Request
    let hold: Router.Hold
    private let state = Locked(State.waiting(next: nil))

    init(_ request: Request, by hold: Router.Hold) { (self.request, self.hold) = (request, hold) }

    /// Calls a closure when the wait ends, immediately if it has already ended.
    func wait(_ next: @escaping @Sendable (End) -> Void) {
        let end = state.withLock { state -> End? in
            if case .ended(let end) = state { return end }
            state = .waiting(next: next)
            return nil
        }
        if let end { next(end) }
    }

    /// Ends the wait; `nil` if the client is gone.
    func end(_ end: End?) {
        let next = state.withLock { state -> (@Sendable (End) -> Void)? in
            guard case .waiting(let next) = state else { return nil }
            state = .ended(end)
            return next
        }
        if let end { next?(end) }
    }

    /// Ends the wait after the hold's limit or, without a limit, fails the answer after a while.
    ///
    /// - Parameter time: The time of the exchange, if it's skipped. In that case, the limit passes immediately.
    func limit(in time: ExchangeTime?) {
        guard let limit = hold.limit else { return after(SharedTime.longestWait) { $0.forget() } }
        guard let time else { return after(limit) { $0.release() } }
        if time.pass(Uptime.nanoseconds(limit)) { release() } else { abandon() }
    }

    private func after(_ seconds: Double, _ body: @escaping @Sendable (HeldAnswer) -> Void) {
        // A longer delay would overflow.
        DispatchQueue.global().asyncAfter(deadline: .now() + max(0, min(seconds, 1e9))) { [weak self] in
            if let self { body(self) }
        }
    }

    /// Fails the answer, because it wasn't released in time.
    func forget() {
        guard hold.forget(self) else { return }
        let time = "within \(Int(SharedTime.longestWait)) s of real time"
        end(.closed(hold.explanation(for: request, time)))
    }

    private func release() {
        hold.remove(self)
        end(.released)
    }

    /// Gives up the answer, because its client no longer waits.
    func abandon() {
        hold.remove(self)
        end(nil)
    }
}
