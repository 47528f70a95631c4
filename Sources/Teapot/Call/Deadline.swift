/// Calls back when nothing has happened for a while.
///
/// Ours rather than the session's: on Linux that is cut to whole seconds, counts the wait for a connection, and crashes
/// for some values.
final class Deadline: Sendable {
    private struct State {
        var timer: (any DispatchSourceTimer)?
        var lastActivity = DispatchTime.now()
        var isHeld = false
        var isOver = false
    }

    private let state = Locked(State())
    private let interval: TimeInterval

    /// - Parameter interval: Seconds; more than a hundred years is no deadline at all.
    init(_ interval: TimeInterval) {
        self.interval = interval
    }

    /// Starts the clock.
    ///
    /// `expire` is called at most once, and not after ``end()``.
    func begin(_ expire: @escaping @Sendable () -> Void) {
        guard interval < 3e9 else { return }
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { [weak self] in self?.check(expire) }
        let isOver = state.withLock { state in
            guard !state.isOver else { return true }
            state.lastActivity = .now()
            state.timer = timer
            timer.schedule(deadline: .now() + interval, leeway: .milliseconds(1))
            timer.activate()
            return false
        }
        // A source may not be freed before it is activated.
        if isOver {
            timer.activate()
            timer.cancel()
        }
    }

    /// Starts the wait anew.
    func touch() {
        state.withLock { $0.lastActivity = .now() }
    }

    /// Stops or restarts the clock; restarted it begins anew.
    func hold(_ isHeld: Bool) {
        state.withLock {
            $0.isHeld = isHeld
            $0.lastActivity = .now()
        }
    }

    func end() {
        state.withLock { state in
            state.isOver = true
            state.timer?.cancel()
            state.timer = nil
        }
    }

    private func check(_ expire: () -> Void) {
        let hasExpired = state.withLock { state in
            guard !state.isOver, let timer = state.timer else { return false }
            let due = state.isHeld ? .now() + interval : state.lastActivity + interval
            guard due <= .now() else {
                timer.schedule(deadline: due, leeway: .milliseconds(1))
                return false
            }
            state.isOver = true
            timer.cancel()
            state.timer = nil
            return true
        }
        if hasExpired { expire() }
    }
}
