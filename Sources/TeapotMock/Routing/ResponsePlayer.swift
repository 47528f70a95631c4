import Foundation
import Teapot

/// An object that plays a response to one client in this process: it waits, reports the events, and stops when it is
/// abandoned.
final class ResponsePlayer: Sendable {
    private struct State {
        var isOver = false
        /// The closure that continues after a delay.
        ///
        /// It is cleared when the player is abandoned, so that nothing is retained for the rest of the delay.
        var step: (@Sendable () -> Void)?
        /// The task that produces the pieces of a stream.
        var source: Task<Void, Never>?
        var entry: Int?
    }

    private let reporter: ResponseReporter
    private let state = Locked(State())

    /// - Parameter reporter: The reporter for the client.
    init(_ reporter: ResponseReporter) { self.reporter = reporter }

    /// Plays a response, at once or after its delay.
    ///
    /// - Parameters:
    ///   - resolved: The response.
    ///   - entry: The number of the journal entry.
    func play(_ resolved: Router.ResolvedResponse, entry: Int) {
        let isOver = state.withLock { state in
            state.entry = entry
            return state.isOver
        }
        guard !isOver else { return }
        reporter.reportSent(for: resolved)
        after(resolved.delay) { self.report(resolved) }
    }

    /// Stops.
    ///
    /// Apart from an event that is being reported, no further events are reported.
    func abandon() {
        let (entry, source) = state.withLock { state -> (Int?, Task<Void, Never>?) in
            guard !state.isOver else { return (nil, nil) }
            state.isOver = true
            state.step = nil
            return (state.entry, state.source)
        }
        source?.cancel()
        if let entry { reporter.journal.end(entry, .abandoned) }
    }

    private func report(_ resolved: Router.ResolvedResponse) {
        guard !isOver else { return }
        switch reporter.reportResponse(resolved, while: { !self.isOver }) {
        case .over(let ending, let error): finish(ending, error)
        case .stream(let stream, let response): play(stream, of: response)
        }
    }

    private func play(_ stream: Response.Stream, of response: Response) {
        let source = Task(priority: max(Task.currentPriority, .high)) {
            var rest = Int.max
            if case .after(let count, _) = response.fault?.kind { rest = count }
            do {
                for try await piece in stream.start() {
                    reporter.reportBody(piece.prefix(rest), while: { !self.isOver })
                    if piece.count > rest, let fault = response.fault { throw fault.error }
                    rest -= piece.count
                }
                finish(.responded(response.status), nil)
            } catch {
                finish(.failed, error)
            }
        }
        let isOver = state.withLock { state in
            state.source = source
            return state.isOver
        }
        if isOver { source.cancel() }
    }

    private var isOver: Bool { state.withLock { $0.isOver } }

    private func finish(_ ending: Journal.Ending, _ error: (any Error)?) {
        let entry = state.withLock { state -> Int? in
            guard !state.isOver else { return nil }
            state.isOver = true
            return state.entry
        }
        if let entry { reporter.end(entry, ending, error) }
    }

    /// Continues at once, or after a delay unless the player is abandoned first.
    ///
    /// - Parameters:
    ///   - delay: The delay in seconds. A delay that is not positive, or is NaN, is ignored.
    ///   - step: The closure to run after the delay.
    private func after(_ delay: Double, _ step: @escaping @Sendable () -> Void) {
        guard delay > 0 else { return step() }
        let isOver = state.withLock { state in
            state.step = step
            return state.isOver
        }
        if isOver { return state.withLock { $0.step = nil } }
        // A longer delay would overflow. About thirty years is longer than any client waits.
        DispatchQueue.global().asyncAfter(deadline: .now() + min(delay, 1e9)) { [weak self] in
            self?.state.withLock { $0.step.take() }?()
        }
    }
}
