package import Foundation

/// A deadline that calls a closure when there has been no activity for an interval.
///
/// The session's own time-out is not used, because on Linux it is truncated to whole seconds, counts the wait for a
/// connection, and crashes for some values.
package final class Deadline: Sendable {
    private struct State {
        var lastActivity = DispatchTime.now()
        var isHeld = false
        var isOver = false
        var queue: DispatchQueue?
        var expire: (@Sendable () -> Void)?
    }

    private let state = Locked(State())
    /// The interval in seconds.
    package let interval: TimeInterval

    /// Creates a deadline that has not begun.
    ///
    /// - Parameter interval: The interval in seconds. More than about a hundred years means no deadline.
    package init(_ interval: TimeInterval) { self.interval = interval }

    /// Starts the clock.
    ///
    /// - Parameters:
    ///   - queue: The queue to check the deadline on once more before it expires. Blocks that already wait there, which
    ///     may be the awaited activity, run first. By default this is a global queue.
    ///   - expire: The closure to call on that queue, at most once, and not after ``end()``.
    package func begin(behind queue: DispatchQueue? = nil, _ expire: @escaping @Sendable () -> Void) {
        guard interval < 3e9 else { return }
        let begins = state.withLock { state in
            guard !state.isOver else { return false }
            state.lastActivity = .now()
            state.expire = expire
            state.queue = queue
            return true
        }
        if begins { DeadlineClock.shared.watch(self, due: .now() + interval) }
    }

    /// Restarts the interval.
    package func touch() { state.withLock { $0.lastActivity = .now() } }

    /// Suspends or resumes the clock.
    ///
    /// When it is resumed, the interval restarts.
    package func hold(_ isHeld: Bool) { state.withLock { ($0.isHeld, $0.lastActivity) = (isHeld, .now()) } }

    package func end() { if take() != nil { DeadlineClock.shared.forget(self) } }

    /// Ends the deadline, and returns the closure to call if the clock had begun.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isOver = true
            return state.expire.take()
        }
    }

    /// Returns the time when the deadline expires without further activity, or `nil` if it has ended.
    func due(at now: DispatchTime) -> DispatchTime? {
        state.withLock { $0.isOver ? nil : ($0.isHeld ? now : $0.lastActivity) + interval }
    }

    /// Expires the deadline after the blocks that wait on the queue, unless one of them was the awaited activity.
    func confirm() {
        (state.withLock { $0.queue } ?? .global()).async {
            let now = DispatchTime.now()
            guard let due = self.due(at: now) else { return }
            if due > now { return DeadlineClock.shared.watch(self, due: due) }
            self.take()?()
        }
    }
}
