package import Foundation

/// A scheduler that calls closures at given times, with one timer for all of them.
///
/// It resets the timer only for a time earlier than all others, because setting the timer is the most expensive step.
package final class Scheduler: @unchecked Sendable {
    // `@unchecked` because of `timer`, which is used only on `queue`.
    package static let shared = Scheduler()

    /// A closure that does the work that is due, and returns the time of its next call, if any.
    package typealias Check = @Sendable () -> DispatchTime?

    private struct State {
        var waits: [ObjectIdentifier: (due: DispatchTime, queue: DispatchQueue?, check: Check)] = [:]
        /// The time when the timer fires, or will fire once it is set.
        var wake: DispatchTime?
    }

    private let state = Locked(State())
    private let queue = DispatchQueue(label: "teapot.scheduler")
    private let timer: any DispatchSourceTimer

    private init() {
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.setEventHandler { [unowned self] in tick() }
        timer.activate()
    }

    /// Calls a closure at a given time, unless an earlier time is set for the same object.
    ///
    /// - Parameters:
    ///   - owner: The object.
    ///   - due: The time.
    ///   - queue: The queue to call the closure on, after the blocks that are already waiting there, or `nil` for a
    ///     global queue.
    ///   - check: The closure.
    package func schedule(
        _ owner: AnyObject, at due: DispatchTime, behind queue: DispatchQueue? = nil, _ check: @escaping Check
    ) { schedule(ObjectIdentifier(owner), at: due, behind: queue, check) }

    /// Cancels the closure of an object, unless the closure is about to be called.
    package func cancel(_ owner: AnyObject) {
        // Release it outside the lock.
        _ = state.withLock { $0.waits.removeValue(forKey: ObjectIdentifier(owner)) }
    }

    private func schedule(
        _ owner: ObjectIdentifier, at due: DispatchTime, behind queue: DispatchQueue?, _ check: @escaping Check
    ) {
        let isEarliest = state.withLock { state in
            guard due < state.waits[owner]?.due ?? .distantFuture else { return false }
            state.waits[owner] = (due, queue, check)
            guard due < state.wake ?? .distantFuture else { return false }
            state.wake = due
            return true
        }
        if isEarliest { self.queue.async { self.setTimer() } }
    }

    private func tick() {
        let now = DispatchTime.now()
        let due = state.withLock { state in
            let due = state.waits.filter { $0.value.due <= now }
            for owner in due.keys { state.waits[owner] = nil }
            state.wake = state.waits.values.lazy.map(\.due).min()
            return due
        }
        for (owner, wait) in due {
            (wait.queue ?? .global()).async {
                if let next = wait.check() { self.schedule(owner, at: next, behind: wait.queue, wait.check) }
            }
        }
        setTimer()
    }

    /// Sets the timer on the timer's queue, so the last call determines the time.
    private func setTimer() {
        let wake = state.withLock { $0.wake }
        if let wake { timer.schedule(deadline: wake, leeway: .milliseconds(1)) }
    }
}
