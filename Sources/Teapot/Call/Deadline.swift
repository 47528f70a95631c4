/// Calls back when nothing has happened for a while.
///
/// Ours rather than the session's: on Linux that is cut to whole seconds, counts the wait for a connection, and crashes
/// for some values.
package final class Deadline: Sendable {
    private struct State {
        var lastActivity = DispatchTime.now()
        var isHeld = false
        var isOver = false
        var expire: (@Sendable () -> Void)?
    }

    private let state = Locked(State())
    private let interval: TimeInterval

    /// - Parameter interval: Seconds; more than about a hundred years is no deadline at all.
    package init(_ interval: TimeInterval) { self.interval = interval }

    /// Starts the clock.
    ///
    /// `expire` is called at most once, and not after ``end()``.
    package func begin(_ expire: @escaping @Sendable () -> Void) {
        guard interval < 3e9 else { return }
        let begins = state.withLock { state in
            if !state.isOver { (state.lastActivity, state.expire) = (.now(), expire) }
            return !state.isOver
        }
        if begins { DeadlineClock.shared.watch(self, due: .now() + interval) }
    }

    /// Starts the wait anew.
    package func touch() { state.withLock { $0.lastActivity = .now() } }

    /// Stops or restarts the clock; restarted it begins anew.
    package func hold(_ isHeld: Bool) { state.withLock { ($0.isHeld, $0.lastActivity) = (isHeld, .now()) } }

    package func end() {
        let hadBegun = state.withLock { state in
            defer { (state.isOver, state.expire) = (true, nil) }
            return state.expire != nil
        }
        if hadBegun { DeadlineClock.shared.forget(self) }
    }

    /// When to look again, or `nil` once it is over; calls back if that is now.
    fileprivate func check(at now: DispatchTime) -> DispatchTime? {
        let (due, expire) = state.withLock { state -> (DispatchTime?, (@Sendable () -> Void)?) in
            guard !state.isOver else { return (nil, nil) }
            let due = (state.isHeld ? now : state.lastActivity) + interval
            if due > now { return (due, nil) }
            defer { (state.isOver, state.expire) = (true, nil) }
            return (nil, state.expire)
        }
        expire?()
        return due
    }
}

/// The one timer of all deadlines: set anew only for one that is earlier than all before, since setting it costs more
/// than the rest of a deadline.
private final class DeadlineClock: Sendable {
    static let shared = DeadlineClock()

    private struct State {
        var watched: [ObjectIdentifier: Deadline] = [:]
        var wake: DispatchTime?
        let timer = DispatchSource.makeTimerSource(queue: .global())
    }

    private let state = Locked(State())

    private init() {
        state.withLock { state in
            state.timer.setEventHandler { [unowned self] in tick() }
            state.timer.activate()
        }
    }

    func watch(_ deadline: Deadline, due: DispatchTime) {
        state.withLock { state in
            state.watched[ObjectIdentifier(deadline)] = deadline
            wake(at: due, &state)
        }
    }

    func forget(_ deadline: Deadline) { state.withLock { $0.watched[ObjectIdentifier(deadline)] = nil } }

    private func tick() {
        let watched = state.withLock { state in
            state.wake = nil
            return state.watched
        }
        let now = DispatchTime.now()
        for (id, deadline) in watched {
            let due = deadline.check(at: now)
            state.withLock { state in if let due { wake(at: due, &state) } else { state.watched[id] = nil } }
        }
    }

    private func wake(at due: DispatchTime, _ state: inout State) {
        guard due < state.wake ?? .distantFuture else { return }
        state.wake = due
        state.timer.schedule(deadline: due, leeway: .milliseconds(1))
    }
}
