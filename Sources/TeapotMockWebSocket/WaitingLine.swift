import Teapot
import TeapotMock

/// A lock that tasks acquire one at a time, in order of arrival.
final class WaitingLine: Sendable {
    private struct State {
        var isTaken = false
        /// The turns of waiting tasks: `true` when a task acquires the lock, or `false` if it's cancelled first.
        var turns: [OneShot<Bool>] = []
    }

    private let state = Locked(State())

    /// Waits for the lock, even if the task is cancelled.
    ///
    /// The caller must call ``leave()`` after that.
    func enter() async { _ = await turn()?.value() }

    /// Waits for the lock, or until the task is cancelled.
    ///
    /// - Returns: `true` if the caller has the lock and must call ``leave()``, or `false` if the task was cancelled
    ///   first.
    func enterUnlessCancelled() async -> Bool {
        if Task.isCancelled { return false }
        guard let turn = turn() else { return true }
        let hasEntered = await turn.value(ifCancelled: false)
        if !hasEntered { state.withLock { $0.turns.removeAll { $0 === turn } } }
        return hasEntered
    }

    /// Passes the lock to the next task.
    func leave() {
        // The turn of a cancelled task is over, so the lock passes to the task after it.
        while let next = nextTurn(), !next.finish(true) {}
    }

    /// Takes the lock and returns `nil` or, if the lock is taken, returns a turn in the line.
    private func turn() -> OneShot<Bool>? {
        state.withLock { state in
            guard state.isTaken else {
                state.isTaken = true
                return nil
            }
            let turn = OneShot<Bool>()
            state.turns.append(turn)
            return turn
        }
    }

    /// Removes the first turn from the line and returns it, or frees the lock and returns `nil` if nothing is waiting.
    private func nextTurn() -> OneShot<Bool>? {
        state.withLock { state in
            guard !state.turns.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.turns.removeFirst()
        }
    }
}
