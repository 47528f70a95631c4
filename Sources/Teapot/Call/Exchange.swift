/// One request on its way: takes in a carrier's events and ends exactly once.
final class Exchange: Sendable {
    typealias Outcome = (response: Teapot.Response?, error: (any Error)?)

    private struct State {
        var response: Teapot.Response?
        var body = BodyReceiver()
        var isOver = false
        var hasBegun = false
        var isHandedOver = false
        var isAbandoned = false
        var sent: Int64 = 0
        var abandon: (@Sendable () -> Void)?
    }

    private let state = Locked(State())
    private let sink: BodySink
    private let accepted: Set<Int>
    private let limit: Int
    private let deadline: Deadline
    private let progress: (@Sendable (Teapot.Progress) -> Void)?
    private let completion: @Sendable (Outcome) -> Void

    init(
        into sink: BodySink, accepting accepted: Set<Int> = Teapot.Request.successfulStatusCodes, limit: Int,
        deadline: Deadline, progress: (@Sendable (Teapot.Progress) -> Void)?,
        completion: @escaping @Sendable (Outcome) -> Void
    ) {
        self.sink = sink
        self.accepted = accepted
        self.limit = limit
        self.deadline = deadline
        self.progress = progress
        self.completion = completion
    }

    func start(_ request: Teapot.Request, on client: any TeapotClient) {
        let abandon = client.carryOut(request) { self.receive($0) }
        let (isAbandoned, begins) = state.withLock { state in
            state.isHandedOver = true
            if !state.isOver { state.abandon = abandon }
            return (state.isAbandoned, state.hasBegun && !state.isOver)
        }
        if isAbandoned { abandon() } else if begins { startClock() }
    }

    /// Ends the exchange, unless it has ended, as if it had failed with `error`.
    func fail(_ error: any Error) { finish(error, abandons: true) }

    /// Ends the exchange, unless it has ended, without a word.
    func abandon() { finish(nil, abandons: true, isSilent: true) }

    /// The bytes of both bodies so far.
    var bytes: ByteCounts { state.withLock { ByteCounts(sent: $0.sent, received: Int64($0.body.length)) } }

    func hold(_ isHeld: Bool) { deadline.hold(isHeld) }

    private func startClock() { deadline.begin { self.fail(URLError(.timedOut)) } }

    private func receive(_ event: Teapot.ExchangeEvent) {
        if case .finished(let error) = event { return finish(error, abandons: false) }
        if case .began = event {
            // A carrier that answers before it returns never needs the clock.
            let starts = state.withLock { state in
                state.hasBegun = true
                return state.isHandedOver && !state.isOver
            }
            return starts ? startClock() : ()
        }
        deadline.touch()
        do {
            let reached = try state.withLock { state in
                guard !state.isOver else { return nil as Teapot.Progress? }
                return try take(event, &state)
            }
            if let reached { progress?(reached) }
        } catch {
            // Beside the limit on its length only the file that a body goes to throws.
            fail(error is URLError ? error : TeapotError.make(.fileFailed, "\(error)", underlying: error))
        }
    }

    private func take(_ event: Teapot.ExchangeEvent, _ state: inout State) throws -> Teapot.Progress? {
        switch event {
        case .sent(let count, let total):
            state.sent = count
            return .sent(count, of: total > 0 ? total : nil)
        case .response(let response):
            state.response = response
            try state.body.begin(response, into: sink, accepting: accepted)
            return nil
        case .data(let data):
            guard data.count <= limit - state.body.length else { throw URLError(.dataLengthExceedsMaximum) }
            try state.body.receive(data)
            guard progress != nil else { return nil }
            // The length of a compressed body says nothing of what it becomes.
            let isPlain = state.response?.headerFields["Content-Encoding"] == nil
            let length = state.response?.headerFields["Content-Length"].flatMap { Int64($0) } ?? -1
            return .received(Int64(state.body.length), of: isPlain && length >= 0 ? length : nil)
        case .began, .finished: return nil
        }
    }

    private func finish(_ failure: (any Error)?, abandons: Bool, isSilent: Bool = false) {
        let end = state.withLock { state -> (Outcome, (@Sendable () -> Void)?)? in
            guard !state.isOver else { return nil }
            state.isOver = true
            state.isAbandoned = abandons
            var error = failure
            do { try state.body.end(isWhole: failure == nil && !isSilent) } catch let failed {
                error = error ?? TeapotError.make(.fileFailed, "\(failed)", underlying: failed)
            }
            state.response?.data = state.body.data
            defer { state.abandon = nil }
            return ((state.response, error), abandons ? state.abandon : nil)
        }
        guard let (outcome, abandon) = end else { return }
        deadline.end()
        abandon?()
        if !isSilent { completion(outcome) }
    }
}

/// How many bytes of bodies have gone each way.
struct ByteCounts: Sendable {
    var sent: Int64 = 0
    var received: Int64 = 0

    static func += (left: inout Self, right: Self) {
        left.sent += right.sent
        left.received += right.received
    }
}
