import Foundation

/// The timer that all deadlines share.
///
/// The timer is set again only for a deadline that is earlier than all others, because setting it costs more than the
/// rest of a deadline. Only the deadlines' own checks run on its queue. The closures of expired deadlines are called
/// elsewhere.
final class DeadlineClock: @unchecked Sendable {
    // `@unchecked` because of `timer`, which is used only on `queue`.
    static let shared = DeadlineClock()

    private struct State {
        var watched: [ObjectIdentifier: Deadline] = [:]
        /// The time when the timer fires, or will fire once it is set.
        var wake: DispatchTime?

        /// Returns whether the timer has to be set for `due`, because it is the earliest.
        mutating func wakes(at due: DispatchTime) -> Bool {
            guard due < wake ?? .distantFuture else { return false }
            wake = due
            return true
        }
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "teapot.deadlines")
    private let timer: any DispatchSourceTimer

    private init() {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [unowned self] in tick() }
        timer.activate()
    }

    func watch(_ deadline: Deadline, due: DispatchTime) {
        let isEarliest = state.withLock { state in
            state.watched[ObjectIdentifier(deadline)] = deadline
            return state.wakes(at: due)
        }
        if isEarliest { queue.async { self.setTimer() } }
    }

    func forget(_ deadline: Deadline) {
        _ = state.withLock { $0.watched.removeValue(forKey: ObjectIdentifier(deadline)) }
    }

    private func tick() {
        let watched = state.withLock { state in
            state.wake = nil
            return state.watched
        }
        let now = DispatchTime.now()
        for deadline in watched.values {
            if let due = deadline.due(at: now), due > now {
                _ = state.withLock { $0.wakes(at: due) }
            } else {
                // Forget the deadline before `confirm()`, which may watch it again.
                forget(deadline)
                deadline.confirm()
            }
        }
        setTimer()
    }

    /// Sets the timer, on its own queue, so that the last setting is the latest.
    private func setTimer() {
        let wake = state.withLock { $0.wake }
        if let wake { timer.schedule(deadline: wake, leeway: .milliseconds(1)) }
    }
}
