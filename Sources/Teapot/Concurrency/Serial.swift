/// A value that one work item at a time may use, in the order in which the items were added.
///
/// No lock is held while an item runs, so it may wait, call closures of a caller, or add further items.
package final class Serial<Value>: @unchecked Sendable {
    /// A function that uses the value.
    package typealias Work = @Sendable (inout Value) -> Void

    // `@unchecked` because of `value`, which is used only by the thread that has made `state` busy.
    private var value: Value
    private let state = Locked((isBusy: false, waiting: [Work]()))

    package init(_ value: Value) { self.value = value }

    /// Runs a work item, on this thread if none is running, or else after the running one on its thread.
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
