import Teapot
import TeapotMock

/// A request that is held until a decision.
///
/// The decision can come before anything waits for it, and may never come.
final class HeldExchange: Sendable {
    private enum State {
        /// Nothing waits yet.
        case idle
        /// A task waits.
        case waiting(CheckedContinuation<Switchboard.Decision, any Error>)
        /// The decision is made, but not yet fetched.
        case decided(Switchboard.Decision)
        /// The exchange is finished.
        case over
    }

    private let state = Locked(State.idle)

    /// Waits for the decision without blocking a thread.
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

    /// Makes the decision; has no effect once a decision is made or the exchange is finished.
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
