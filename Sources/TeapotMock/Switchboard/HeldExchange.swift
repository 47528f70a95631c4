import Teapot

/// One request that waits for a decision, which may come before anybody waits, and need not come at all.
final class HeldExchange: Sendable {
    private enum State {
        /// Nobody waits yet.
        case idle
        /// Somebody waits.
        case waiting(CheckedContinuation<Switchboard.Decision, any Error>)
        /// It is decided, and the decision not yet fetched.
        case decided(Switchboard.Decision)
        /// It is over.
        case over
    }

    private let state = Guarded(State.idle)

    /// Waits for the decision, which costs no thread.
    ///
    /// - Returns: The decision.
    /// - Throws: `CancellationError` when the task is cancelled.
    func decision() async throws -> Switchboard.Decision {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Switchboard.Decision, any Error>? = state.withLock { state in
                    switch state {
                    case .idle:
                        state = .waiting(continuation)
                        return nil
                    case .decided(let decision):
                        state = .over
                        return .success(decision)
                    case .waiting, .over: return .failure(CancellationError())
                    }
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            finish(.failure(CancellationError()))
        }
    }

    /// Decides; what is decided or over stays so.
    func decide(_ decision: Switchboard.Decision) { finish(.success(decision)) }

    private func finish(_ result: Result<Switchboard.Decision, any Error>) {
        let continuation: CheckedContinuation<Switchboard.Decision, any Error>? = state.withLock { state in
            switch state {
            case .waiting(let continuation):
                state = .over
                return continuation
            case .idle:
                if case .success(let decision) = result { state = .decided(decision) } else { state = .over }
                return nil
            case .decided, .over: return nil
            }
        }
        continuation?.resume(with: result)
    }
}
