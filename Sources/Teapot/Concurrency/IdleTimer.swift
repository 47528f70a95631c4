package import Foundation

/// A timeout that calls a closure after an interval without activity.
package final class IdleTimer: Sendable {
    private let state = Locked((lastActivity: DispatchTime.now(), isHeld: false, isOver: false))
    /// The interval in seconds.
    package let interval: TimeInterval

    /// Creates a timeout that hasn't begun.
    ///
    /// - Parameter interval: The interval in seconds. More than about a hundred years means no timeout.
    package init(_ interval: TimeInterval) { self.interval = interval }

    /// Starts the clock.
    ///
    /// - Parameter expire: The closure to call on a global queue, at most once, and not after ``end()``.
    package func begin(_ expire: @escaping @Sendable () -> Void) {
        touch()
        guard interval < 3e9, let due else { return }
        Scheduler.shared.schedule(self, at: due) {
            guard let due = self.due, due <= .now() else { return self.due }
            if self.end() { expire() }
            return nil
        }
    }

    /// Restarts the interval.
    package func touch() { state.withLock { $0.lastActivity = .now() } }

    /// Suspends or resumes the clock.
    ///
    /// When it is resumed, the interval restarts.
    package func hold(_ isHeld: Bool) { state.withLock { ($0.lastActivity, $0.isHeld) = (.now(), isHeld) } }

    /// Ends the timeout.
    ///
    /// - Returns: Whether it hadn't ended before.
    @discardableResult package func end() -> Bool {
        Scheduler.shared.cancel(self)
        return state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
    }

    private var due: DispatchTime? {
        state.withLock { $0.isOver ? nil : ($0.isHeld ? .now() : $0.lastActivity) + interval }
    }
}
