/// Calls back when nothing has happened for a while.
///
/// Ours rather than the session's: on Linux that is cut to whole seconds, counts the wait for a connection, and crashes
/// for some values.
package final class Deadline: Sendable {
    private struct State {
        var lastActivity = DispatchTime.now()
        var isHeld = false
        var isOver = false
        var queue = DispatchQueue.global()
        var expire: (@Sendable () -> Void)?
    }

    private let state = Locked(State())
    private let interval: TimeInterval

    /// - Parameter interval: Seconds; more than about a hundred years is no deadline at all.
    package init(_ interval: TimeInterval) { self.interval = interval }

    /// Starts the clock.
    ///
    /// - Parameters:
    ///   - queue: Where to look once more before it calls back, behind what already waits there: that may be just what
    ///     was waited for. A global queue unless given.
    ///   - expire: What to call on that queue, once at the most, and not after ``end()``.
    package func begin(behind queue: DispatchQueue? = nil, _ expire: @escaping @Sendable () -> Void) {
        guard interval < 3e9 else { return }
        let begins = state.withLock { state in
            guard !state.isOver else { return false }
            state.lastActivity = .now()
            state.expire = expire
            if let queue { state.queue = queue }
            return true
        }
        if begins { DeadlineClock.shared.watch(self, due: .now() + interval) }
    }

    /// Starts the wait anew.
    package func touch() { state.withLock { $0.lastActivity = .now() } }

    /// Stops or restarts the clock; restarted it begins anew.
    package func hold(_ isHeld: Bool) { state.withLock { ($0.isHeld, $0.lastActivity) = (isHeld, .now()) } }

    package func end() { if take() != nil { DeadlineClock.shared.forget(self) } }

    /// Ends it, and returns what was to be called, if it had begun.
    private func take() -> (@Sendable () -> Void)? {
        state.withLock { state in
            defer { state.expire = nil }
            state.isOver = true
            return state.expire
        }
    }

    /// When it expires if nothing happens any more; `nil` if it is over.
    func due(at now: DispatchTime) -> DispatchTime? {
        state.withLock { $0.isOver ? nil : ($0.isHeld ? now : $0.lastActivity) + interval }
    }

    /// Calls back behind what waits on the queue, unless that is what was waited for.
    func confirm() {
        state.withLock { $0.queue }.async {
            let now = DispatchTime.now()
            guard let due = self.due(at: now) else { return }
            if due > now { return DeadlineClock.shared.watch(self, due: due) }
            self.take()?()
        }
    }
}
