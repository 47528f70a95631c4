/// Passes a task's cancellation on to a call, whichever of the two comes first.
final class CancellationRelay: Sendable {
    private enum State {
        case idle
        case running(Teapot.Call)
        case cancelled
    }

    private let state = Locked(State.idle)

    /// The call to cancel; at once if the task has been cancelled already.
    func pass(to call: Teapot.Call) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .running(call)
            return false
        }
        if isCancelled { call.cancel() }
    }

    func cancel() {
        let call = state.withLock { state -> Teapot.Call? in
            defer { state = .cancelled }
            if case .running(let call) = state { return call }
            return nil
        }
        call?.cancel()
    }
}
