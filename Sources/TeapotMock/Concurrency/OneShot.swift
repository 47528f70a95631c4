import Teapot

/// A value that is set once, and that tasks wait for.
///
/// The value may be set before, while or after a task waits for it. Every task that waits receives it.
package final class OneShot<Value: Sendable>: Sendable {
    struct State {
        /// The value, or `nil` until it is set.
        var value: Value?
        /// The tasks that wait for the value; empty once it is set.
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    let state: Locked<State>

    /// Creates a one-shot whose value isn't set.
    package init() { state = Locked(State()) }

    /// Creates a one-shot whose value is set.
    package init(finished value: Value) { state = Locked(State(value: value)) }

    /// Sets the value and resumes the tasks that wait for it, unless a value is already set.
    ///
    /// Don't call this under a lock, because it resumes tasks.
    ///
    /// - Parameter value: The value.
    /// - Returns: `true` if this value was the first, or `false` if it is discarded.
    @discardableResult
    package func finish(_ value: Value) -> Bool {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, Never>]? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiting = [] }
            return state.waiting
        }
        guard let waiting else { return false }
        for continuation in waiting { continuation.resume(returning: value) }
        return true
    }

    /// Waits for the value, whether or not the task is cancelled.
    ///
    /// - Returns: The value.
    package func value() async -> Value {
        if let value = state.withLock({ $0.value }) { return value }
        return await withCheckedContinuation { continuation in
            let value = state.withLock { state in
                // A value that is set from now on finds the continuation.
                if state.value == nil { state.waiting.append(continuation) }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }

    /// Sets the value after a time, unless it is set before.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - seconds: The time, in seconds.
    /// - Returns: A task to cancel when nothing waits for the value anymore.
    func finish(_ value: Value, after seconds: Double) -> Task<Void, Never> {
        Task {
            // The sleep throws only if it is cancelled, and then nothing waits for the value.
            do { try await Task.sleep(nanoseconds: Uptime.nanoseconds(seconds)) } catch { return }
            finish(value)
        }
    }

    /// Waits for the value, and sets it if the task is cancelled first.
    ///
    /// Then all waiting tasks receive the substitute.
    ///
    /// - Parameter substitute: The value to set if the task is cancelled.
    /// - Returns: The value.
    package func value(ifCancelled substitute: Value) async -> Value {
        await withTaskCancellationHandler {
            await value()
        } onCancel: {
            finish(substitute)
        }
    }
}
