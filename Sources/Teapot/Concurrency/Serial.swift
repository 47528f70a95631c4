import Foundation

/// A value that one work item at a time may use, in the order in which the items were added.
///
/// No lock is held while an item runs, so it may wait, call closures of a caller, or add further items.
package final class Serial<Value>: @unchecked Sendable {
    /// A function that uses the value.
    package typealias Work = @Sendable (inout Value) -> Void

    private struct State {
        var isBusy = false
        var waiting: [(work: Work, isElsewhere: Bool)] = []
    }

    // `@unchecked` because of `value`, which is used only by the thread that has made `state` busy.
    private var value: Value
    private let state = Locked(State())

    package init(_ value: Value) { self.value = value }

    /// Runs a work item, on this thread if none is running, or else after the running one on its thread.
    ///
    /// - Parameters:
    ///   - isElsewhere: A Boolean value that indicates whether the item takes too long for this thread, and runs on a
    ///     global queue.
    ///   - work: The work item.
    package func run(elsewhere isElsewhere: Bool = false, _ work: @escaping Work) {
        let isIdle = state.withLock { state in
            defer { state.isBusy = true }
            state.waiting.append((work, isElsewhere))
            return !state.isBusy
        }
        if isIdle { drain(isElsewhere: false) }
    }

    /// Runs a work item on this thread if none is running.
    ///
    /// - Parameter work: The work item, which is not kept, so that it takes no memory.
    /// - Returns: A Boolean value that indicates whether it ran.
    func runNow(_ work: (inout Value) -> Void) -> Bool {
        let isIdle = state.withLock { state in
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if isIdle {
            work(&value)
            drain(isElsewhere: false)
        }
        return isIdle
    }

    /// Runs the waiting items, up to the first that must not run on this thread.
    private func drain(isElsewhere: Bool) {
        while true {
            let (batch, isBusy) = state.withLock { state in
                let batch = isElsewhere ? state.waiting : Array(state.waiting.prefix { !$0.isElsewhere })
                state.isBusy = !state.waiting.isEmpty
                state.waiting.removeFirst(batch.count)
                return (batch, state.isBusy)
            }
            if !isBusy { return }
            if batch.isEmpty { return DispatchQueue.global().async { self.drain(isElsewhere: true) } }
            for item in batch { item.work(&value) }
        }
    }
}
