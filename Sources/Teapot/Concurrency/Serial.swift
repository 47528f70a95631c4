/// A value that one work item at a time may use, in the order they were added.
///
/// No lock is held while an item runs, so it may wait, call a caller's closures, or add further items.
package final class Serial<Value>: @unchecked Sendable {
    /// A function that uses the value.
    package typealias Work = @Sendable (inout Value) -> Void

    // `@unchecked` because of `value`, which only the thread that has made `state` busy uses.
    private var value: Value
    private let state = Locked((isBusy: false, waiting: [Work]()))

    package init(_ value: Value) { self.value = value }

    /// Runs a work item on this thread or, if another item is running, on that item's thread when it finishes.
    package func run(_ work: @escaping Work) {
        let isIdle = state.withLock { state in
            defer { state.isBusy = true }
            state.waiting.append(work)
            return !state.isBusy
        }
        while isIdle, let next = next() { next(&value) }
    }

    private func next() -> Work? {
        state.withLock { state in
            state.isBusy = !state.waiting.isEmpty
            return state.isBusy ? state.waiting.removeFirst() : nil
        }
    }
}
