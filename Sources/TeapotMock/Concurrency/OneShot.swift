import Teapot

/// A value that is set once and that tasks can wait for.
///
/// The value can be set before, while or after tasks wait for it. Every waiting task receives it.
package final class OneShot<Value: Sendable>: Sendable {
    struct State {
        /// The value, or `nil` until it is set.
        var value: Value?
        /// The tasks that wait for the value; the array is empty once the value is set.
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
    /// - Returns: `true` if this value was set, or `false` if another was set first and this one is discarded.
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

    /// Waits for the value, even if the task is cancelled.
    ///
    /// - Returns: The value.
    package func value() async -> Value {
        if let value = state.withLock({ $0.value }) { return value }
        return await withCheckedContinuation { continuation in
            let value = state.withLock { state in
                // From now on, `finish(_:)` finds the continuation.
                if state.value == nil { state.waiting.append(continuation) }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }

    /// Sets the value after a delay, unless it has been set by then.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - seconds: The delay, in seconds.
    /// - Returns: A task to cancel when nothing waits for the value anymore.
    func finish(_ value: Value, after seconds: Double) -> Task<Void, Never> {
        Task {
            // The sleep throws an error only if it's cancelled, and in that case nothing waits for the value.
            do { try await Task.sleep(nanoseconds: Uptime.nanoseconds(seconds)) } catch { return }
            finish(value)
        }
    }

    /// Waits for the value, and sets it to a substitute if the task is cancelled first.
    ///
    /// In that case, all waiting tasks receive the substitute.
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
