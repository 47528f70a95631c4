import Teapot

/// A lock for one task at a time, which tasks get in the order of arrival.
final class WaitingLine: Sendable {
    private struct State {
        var isTaken = false
        var nextKey = 0
        var waiting: [(key: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state = Locked(State())

    /// Waits for the lock, whether or not the task is cancelled.
    ///
    /// The caller must call ``leave()`` afterwards.
    func enter() async {
        let key = nextKey()
        _ = await withCheckedContinuation { continuation in stand(in: key, continuation, isCancellable: false) }
    }

    /// Waits for the lock until the task is cancelled.
    ///
    /// - Returns: `true` if the caller has the lock and must call ``leave()``, or `false` if the task was cancelled
    ///   first.
    func enterUnlessCancelled() async -> Bool {
        let key = nextKey()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in stand(in: key, continuation, isCancellable: true) }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.firstIndex { $0.key == key }.map { state.waiting.remove(at: $0).continuation }
            }
            continuation?.resume(returning: false)
        }
    }

    /// Passes the lock to the next task.
    func leave() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }

    private func nextKey() -> Int {
        state.withLock { state in
            state.nextKey &+= 1
            return state.nextKey
        }
    }

    private func stand(in key: Int, _ continuation: CheckedContinuation<Bool, Never>, isCancellable: Bool) {
        let answer = state.withLock { state -> Bool? in
            // A cancellation is either seen here, or finds the continuation in the list.
            if isCancellable, Task.isCancelled { return false }
            guard state.isTaken else {
                state.isTaken = true
                return true
            }
            state.waiting.append((key, continuation))
            return nil
        }
        if let answer { continuation.resume(returning: answer) }
    }
}
