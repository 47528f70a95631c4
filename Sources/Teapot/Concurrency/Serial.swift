/// A value that one piece of work at a time may use, in the order that the work was given in.
///
/// No lock is held while work is done: it may wait, call closures of a caller's, or give more work.
final class Serial<Value>: @unchecked Sendable {
    /// What is done with the value.
    typealias Work = @Sendable (inout Value) -> Void

    private struct State {
        var isBusy = false
        var waiting: [(work: Work, isElsewhere: Bool)] = []
    }

    // `@unchecked` because of `value`, which is for the one alone who has made `state` busy.
    private var value: Value
    private let state = Locked(State())

    init(_ value: Value) { self.value = value }

    /// Does a piece of work: now and here if nothing is under way, else behind that, by whoever does that.
    ///
    /// - Parameters:
    ///   - isElsewhere: Whether the work is too long for the thread here, and is done on a global queue.
    ///   - work: The work.
    func run(elsewhere isElsewhere: Bool = false, _ work: @escaping Work) {
        let isIdle = state.withLock { state in
            defer { state.isBusy = true }
            if state.isBusy || isElsewhere { state.waiting.append((work, isElsewhere)) }
            return !state.isBusy
        }
        guard isIdle else { return }
        if isElsewhere { return DispatchQueue.global().async { self.drain(isElsewhere: true) } }
        work(&value)
        drain(isElsewhere: false)
    }

    /// Does what waits, up to what may not be done here.
    private func drain(isElsewhere: Bool) {
        while true {
            let (batch, isLeft) = state.withLock { state in
                let end = isElsewhere ? nil : state.waiting.firstIndex { $0.isElsewhere }
                let batch = Array(state.waiting[..<(end ?? state.waiting.endIndex)])
                state.waiting.removeFirst(batch.count)
                state.isBusy = !batch.isEmpty || !state.waiting.isEmpty
                return (batch, state.isBusy)
            }
            for item in batch { item.work(&value) }
            guard batch.isEmpty else { continue }
            if isLeft { DispatchQueue.global().async { self.drain(isElsewhere: true) } }
            return
        }
    }
}
