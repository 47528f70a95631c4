import Foundation
import Teapot

/// An object that plays a response to one client in this process: it waits, reports the events, and stops when it is
/// abandoned.
final class ResponsePlayer: Sendable {
    private struct State {
        var isOver = false
        /// A Boolean value that indicates whether the exchange ended before its response was complete.
        var isAbandoned = false
        /// The closure that continues after a delay.
        ///
        /// It is cleared when the player is abandoned, so that nothing is retained for the rest of the delay.
        var step: (@Sendable () -> Void)?
        /// The task that produces the pieces of a stream.
        var source: Task<Void, Never>?
        /// The closure that abandons the handler.
        var handler: (@Sendable () -> Void)?
    }

    let reporter: ResponseReporter
    /// The number of the journal entry.
    private let entry: Int
    /// The time of the exchange, if it is skipped.
    let time: ExchangeTime?
    private let state = Locked(State())
    /// The events of a stream in skipped time, with the rest of the response.
    ///
    /// A stream may send from several threads, and its time may end on another.
    private let events: Serial<ResponsePlan?>?

    /// - Parameters:
    ///   - reporter: The reporter for the client.
    ///   - entry: The number of the journal entry.
    ///   - link: The network, if it takes time.
    init(_ reporter: ResponseReporter, entry: Int, over link: NetworkLink? = nil) {
        self.entry = entry
        time = reporter.time?.open()
        self.reporter = reporter.over(link, in: time)
        events = time.map { _ in Serial(nil) }
        reporter.time?.end { [weak self] in self?.expire($0) }
    }

    /// Plays a response, at once or after its delay.
    ///
    /// - Parameter response: The response.
    func play(_ response: Response) {
        guard !isOver else { return }
        reporter.reportSent(for: response)
        if let time {
            let takesTime = response.delay > 0 || time.call.isExpired
            if takesTime, !time.pass(Uptime.nanoseconds(response.delay)) { return }
            return report(response)
        }
        after(response.delay) { self.report(response) }
    }

    /// Starts the handler of the response.
    ///
    /// - Parameter start: A closure that starts it, and returns a closure that abandons it, which is called if the
    ///   exchange ends before. The handler waits for the argument first: in skipped time it could end its own exchange
    ///   before it can be abandoned.
    func waits(forHandler start: (_ isReady: @escaping @Sendable () async -> Void) -> @Sendable () -> Void) {
        let ready = OneShot<Void>()
        let abandon = start { await ready.value() }
        let isAbandoned = state.withLock { state in
            if !state.isOver { state.handler = abandon }
            return state.isAbandoned
        }
        if isAbandoned { abandon() }
        ready.finish(())
    }

    /// Ends the exchange at a time-out in skipped time.
    private func expire(_ error: URLError) { events?.run { _ in self.finish(.abandoned, error) } }

    /// Stops.
    ///
    /// Apart from an event that is being reported, no further events are reported.
    func abandon() {
        // The end may be waiting already for the code under test.
        reporter.time?.leave()
        let ended = state.withLock { state -> State? in
            guard !state.isOver else { return nil }
            defer { (state.isOver, state.isAbandoned, state.step, state.handler) = (true, true, nil, nil) }
            return state
        }
        guard let ended else { return }
        time?.stop()
        ended.source?.cancel()
        ended.handler?()
        time?.close()
        reporter.router.journal.end(entry, .abandoned, at: Moment(reporter.time))
    }

    private func report(_ response: Response) {
        guard !isOver else { return }
        switch reporter.reportResponse(response, while: { !self.isOver }) {
        case .over(let ending, let error): finish(ending, error)
        case .paused(let plan): play(plan)
        }
    }

    /// Plays the rest of a response whose body takes time or is a stream.
    private func play(_ plan: ResponsePlan) {
        if time != nil, reporter.network == nil, case .stream(let stream) = plan.response.content,
            let pieces = stream.script?.immediatePieces
        {
            events?.run { $0 = plan }
            for piece in pieces {
                guard !isOver else { return }
                send(piece)
            }
            return send(nil)
        }
        let ready = OneShot<Void>()
        let source = reporter.router.startTask { [self] in
            await ready.value()
            do {
                if let time { try await time.run { try await self.skip(plan) } } else { try await run(plan) }
            } catch {
                if let events { events.run { _ in self.finish(.failed, error) } } else { finish(.failed, error) }
            }
        }
        let isOver = state.withLock { state in
            state.source = source
            return state.isOver
        }
        if isOver { source.cancel() }
        ready.finish(())
    }

    /// Plays the rest of a response in real time.
    private func run(_ plan: ResponsePlan) async throws {
        var plan = plan
        var pieces: AsyncThrowingStream<Data, any Error>.Iterator?
        while !isOver {
            switch plan.next() {
            case .head: break
            case .bytes(let bytes): try await reporter.deliver(bytes, while: { !self.isOver })
            case .pull(let stream):
                if pieces == nil { pieces = stream.start().makeAsyncIterator() }
                if let piece = try await pieces?.next() { plan.receive(piece) } else { plan.endStream() }
            case .end(let error): return finish(.responded(plan.response.status), error)
            case .breakOff(let error): return finish(.failed, error)
            }
        }
    }

    /// Plays a stream in skipped time, where each piece is reported before any time passes.
    private func skip(_ plan: ResponsePlan) async throws {
        guard !isOver, case .stream(let stream) = plan.response.content else { return }
        events?.run { $0 = plan }
        try await stream.run { self.send($0) }
        send(nil)
    }

    /// Sends a piece of a stream in skipped time, or ends the stream.
    private func send(_ piece: Data?) {
        events?.run { plan in
            guard var next = plan.take() else { return }
            if let piece { next.receive(piece) } else { next.endStream() }
            if let (ending, error) = self.reporter.reportNext(of: &next, while: { !self.isOver }) {
                return self.finish(ending, error)
            }
            plan = next
        }
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    private func finish(_ ending: Journal.Ending, _ error: (any Error)?) {
        let before = state.withLock { state in
            let before = state
            if !before.isOver { (state.isOver, state.isAbandoned, state.handler) = (true, ending == .abandoned, nil) }
            return before
        }
        guard !before.isOver else { return }
        // What is still running for the exchange must not pass the time of the next.
        time?.stop()
        reporter.end(entry, ending, error)
        // In skipped time the source and the handler may be running still. What the client does at the end is not
        // cancelled.
        before.source?.cancel()
        before.handler?()
        time?.close()
    }

    /// Continues at once, or after a delay unless the player is abandoned first.
    ///
    /// - Parameters:
    ///   - delay: The delay in seconds. A delay that is not positive, or is NaN, is ignored.
    ///   - step: The closure to run after the delay.
    func after(_ delay: Double, _ step: @escaping @Sendable () -> Void) {
        guard delay > 0 else { return step() }
        let isOver = state.withLock { state in
            state.step = step
            return state.isOver
        }
        if isOver { return state.withLock { $0.step = nil } }
        // A longer delay would overflow. About thirty years is longer than any client waits.
        DispatchQueue.global().asyncAfter(deadline: .now() + min(delay, 1e9)) { [weak self] in
            guard let self, let step = self.state.withLock({ $0.step.take() }) else { return }
            self.reporter.router.withTestValues(step)
        }
    }
}
