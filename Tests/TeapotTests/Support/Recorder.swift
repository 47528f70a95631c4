import Foundation
import Teapot

/// A recorder of the values passed to a callback, in order, with a way to wait for them.
final class Recorder<Value: Sendable>: Sendable {
    private struct State {
        var values: [Value] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<[Value], Never>)] = []
    }

    private let state = Locked(State())

    /// The values recorded so far.
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

    /// Waits until a number of values have been recorded, or the test has exceeded its time limit.
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

/// A latch at which tasks wait until it's opened.
typealias Latch = Recorder<Void>

extension Recorder where Value == Void {
    /// Opens the latch for all tasks, now and later.
    func open() { self(()) }

    /// Waits until the latch is open.
    func opened() async { await recorded() }
}

extension DispatchQueue {
    /// Waits until all earlier work on a serial queue has run.
    func drained() async {
        await withCheckedContinuation { continuation in async { continuation.resume() } }
    }
}

/// Returns the description of the error that a closure throws.
func message(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}

/// Returns the error that a closure throws, if it is a `TeapotError`.
func teapotError(_ body: () throws -> Void) -> TeapotError? {
    do {
        try body()
        return nil
    } catch {
        return error as? TeapotError
    }
}
