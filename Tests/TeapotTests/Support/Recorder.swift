import Teapot

/// What a callback was given, in order, and a way to wait for it.
final class Recorder<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<[Value], Never>)] = []
    }

    private let state = Locked(State())

    /// What was recorded so far.
    var values: [Value] { state.withLock { $0.values } }

    /// Records a value.
    func callAsFunction(_ value: Value) {
        let (values, ready) = state.withLock { state in
            state.values.append(value)
            let count = state.values.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return (state.values, state.waiting.filter { $0.count <= count })
        }
        for waiting in ready { waiting.continuation.resume(returning: values) }
    }

    /// Waits until so many values have been recorded, or the test has run into its time limit.
    @discardableResult
    func recorded(_ count: Int = 1) async -> [Value] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let values = state.withLock { state -> [Value]? in
                    if state.values.count >= count || Task.isCancelled { return state.values }
                    state.waiting.append((count, continuation))
                    return nil
                }
                if let values { continuation.resume(returning: values) }
            }
        } onCancel: {
            let (values, waiting) = state.withLock { state in
                defer { state.waiting = [] }
                return (state.values, state.waiting)
            }
            for waiting in waiting { waiting.continuation.resume(returning: values) }
        }
    }
}

/// A door that tasks wait at until it is opened.
typealias Latch = Recorder<Void>

extension Recorder where Value == Void {
    /// Lets everybody through, now and later.
    func open() { self(()) }

    /// Waits until the gate is open.
    func opened() async { await recorded() }
}

extension DispatchQueue {
    /// Waits until what was put on a serial queue before has run.
    func drained() async {
        await withCheckedContinuation { continuation in async { continuation.resume() } }
    }
}

/// The description of the error that a closure throws.
func message(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// The error that a closure throws, if it is a `TeapotError`.
func teapotError(_ body: () throws -> Void) -> TeapotError? {
    do {
        try body()
        return nil
    } catch {
        return error as? TeapotError
    }
}
