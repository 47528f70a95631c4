import Teapot

/// One request on its way to a live server and back: takes in the transport's events, and keeps them for a reader.
///
/// The transport holds it until the exchange is over; who waits for what comes holds its ``Reader``.
final class LiveExchange: Sendable {
    private struct State {
        var head: Teapot.Response?
        /// The pieces of the body that have come since the reader last took all there were.
        var incoming: [Data] = []
        /// Those that it took, the next one last.
        var outgoing: [Data] = []
        /// How it ended.
        var end: Result<Void, any Error>?
        /// What gives it up; there once it has begun, and until it is over.
        var abandon: (@Sendable () -> Void)?
        var waiting: [CheckedContinuation<Void, Never>] = []

        var hasPiece: Bool { !incoming.isEmpty || !outgoing.isEmpty }

        mutating func takePiece() -> Data? {
            if outgoing.isEmpty { (outgoing, incoming) = (incoming.reversed(), []) }
            return outgoing.popLast()
        }
    }

    private let state = Locked(State())
    private let deadline: Deadline

    /// - Parameter timeoutInterval: How long to wait for anything to arrive, in seconds.
    init(timeoutInterval: Double) {
        deadline = Deadline(timeoutInterval)
    }

    /// Sends the request.
    ///
    /// - Parameters:
    ///   - request: The request, checked.
    ///   - client: Who carries it out; kept until it is over, for its session ends with it.
    func start(_ request: Teapot.Request, on client: Teapot) {
        let abandon = client.carryOut(request) { event in
            withExtendedLifetime(client) { self.receive(event) }
        }
        let isOver = state.withLock { state in
            if state.end == nil { state.abandon = abandon }
            return state.end != nil
        }
        if isOver { abandon() }
    }

    /// Ends it, unless it is over: the reader then finds that it was cancelled.
    func abandon() { finish(.failure(CancellationError()), abandons: true) }

    private func receive(_ event: Teapot.ExchangeEvent) {
        switch event {
        case .began:
            deadline.begin { self.finish(.failure(URLError(.timedOut)), abandons: true) }
        case .sent:
            deadline.touch()
        case .response(let head):
            deadline.touch()
            change { $0.head = head }
        case .data(let piece):
            deadline.touch()
            if !piece.isEmpty { change { $0.incoming.append(piece) } }
        case .finished(let error?): finish(.failure(error), abandons: false)
        case .finished(nil): finish(.success(()), abandons: false)
        }
    }

    private func finish(_ end: Result<Void, any Error>, abandons: Bool) {
        let taken = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = end
            defer { (state.abandon, state.waiting) = (nil, []) }
            return state
        }
        guard let taken else { return }
        deadline.end()
        for continuation in taken.waiting { continuation.resume() }
        if abandons { taken.abandon?() }
    }

    /// Changes the state, unless it is over, and wakes those who wait.
    private func change(_ body: (inout State) -> Void) {
        let waiting = state.withLock { state in
            if state.end == nil { body(&state) }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

extension LiveExchange {
    /// Who waits for what comes back; the exchange ends when it is let go of.
    final class Reader: Sendable {
        private let exchange: LiveExchange

        init(_ exchange: LiveExchange) { self.exchange = exchange }

        deinit { exchange.abandon() }

        /// The head of the response, once it is there.
        ///
        /// - Throws: What the exchange failed with before; `CancellationError` when the task is cancelled, which ends it.
        func head() async throws -> Teapot.Response {
            try await exchange.wait { $0.head != nil }
            return try exchange.state.withLock { state in
                if let head = state.head { return head }
                try state.end?.get()
                // It ended well, but with nothing.
                throw URLError(.badServerResponse)
            }
        }

        /// The next piece of the body, once it is there; `nil` at its end.
        ///
        /// - Throws: What the exchange failed with, behind all pieces that came before; `CancellationError` when the task
        ///   is cancelled, which ends it.
        func next() async throws -> Data? {
            try await exchange.wait { $0.hasPiece }
            return try exchange.state.withLock { state in
                if let piece = state.takePiece() { return piece }
                try state.end?.get()
                return nil
            }
        }
    }

    /// Waits until something is there, or the exchange is over.
    ///
    /// - Parameter isThere: Whether it is.
    /// - Throws: `CancellationError` when the task is cancelled.
    private func wait(until isThere: @escaping @Sendable (State) -> Bool) async throws {
        try await withTaskCancellationHandler {
            while true {
                let isOver = state.withLock { $0.end != nil || isThere($0) }
                if isOver { break }
                await withCheckedContinuation { continuation in
                    let passes = state.withLock { state in
                        if state.end != nil || isThere(state) { return true }
                        state.waiting.append(continuation)
                        return false
                    }
                    if passes { continuation.resume() }
                }
            }
            try Task.checkCancellation()
        } onCancel: {
            abandon()
        }
    }
}
