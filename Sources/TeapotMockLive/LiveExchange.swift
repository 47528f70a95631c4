import Foundation
import Teapot
import TeapotMock

/// A request to a live server, and the server's response.
///
/// It receives the events of the transport, and keeps them for a reader.
///
/// The transport retains it until the exchange is over. Code that waits for the response retains its ``Reader``.
final class LiveExchange: Sendable {
    private struct State {
        var head: Teapot.Response?
        /// The pieces of the body that have arrived but that the reader hasn't taken.
        var pieces = PieceQueue()
        /// The arrivals of those pieces, if they're recorded.
        var arrivals: Arrivals?
        /// The result of the exchange, or `nil` if it isn't over.
        var end: Result<Void, any Error>?
        /// The closure that abandons the exchange.
        ///
        /// It's set when the exchange has begun, and removed when it's over.
        var abandon: (@Sendable () -> Void)?
        /// The next change, which is finished when the change happens, or `nil` while nothing waits for it.
        var nextChange: OneShot<Void>?
    }

    private let state: Locked<State>
    private let deadline: IdleTimer

    /// - Parameters:
    ///   - timeout: The time to wait for anything to arrive, in seconds.
    ///   - isRecorded: Whether the arrival times of the pieces are kept.
    init(timeout: Double, isRecorded: Bool = false) {
        deadline = IdleTimer(timeout)
        state = Locked(State(arrivals: isRecorded ? Arrivals() : nil))
    }

    /// Sends the request.
    ///
    /// - Parameters:
    ///   - request: The request, which must be valid.
    ///   - client: The client that sends the request. It's retained until the exchange is over, because its session
    ///     ends with it.
    func start(_ request: Teapot.Request, on client: Teapot) {
        let abandon = StrayRequests.$areForwarded.withValue(true) {
            client.transport.send(request) { event in
                withExtendedLifetime(client) { self.receive(event) }
            }
        }
        let isOver = state.withLock { state in
            if state.end == nil { state.abandon = abandon }
            return state.end != nil
        }
        if isOver { abandon() }
    }

    /// Ends the exchange unless it's over.
    ///
    /// The reader then throws a cancellation error.
    func abandon() { finish(.failure(CancellationError()), abandons: true) }

    private func receive(_ event: Teapot.Transport.Event) {
        switch event {
        case .began:
            deadline.begin { self.finish(.failure(URLError(.timedOut)), abandons: true) }
        case .sent:
            deadline.touch()
        case .response(let head):
            deadline.touch()
            // An interim response, such as 103 Early Hints or 100 Continue, precedes the response (RFC 9110 §15.2).
            let isInterim = (100..<200).contains(head.statusCode) && head.statusCode != 101
            if isInterim { return }
            change { state in
                state.head = head
                state.arrivals?.begin(at: Uptime.now)
            }
        case .data(let piece):
            deadline.touch()
            guard !piece.isEmpty else { return }
            let time = Uptime.now
            do {
                try change { state in
                    try state.pieces.append(piece)
                    state.arrivals?.append(piece.count, at: time)
                }
            } catch { finish(.failure(error), abandons: true) }
        case .finished(let error?): finish(.failure(error), abandons: false)
        case .finished(nil): finish(.success(()), abandons: false)
        }
    }

    private func finish(_ end: Result<Void, any Error>, abandons: Bool) {
        let taken = state.withLock { state -> State? in
            guard state.end == nil else { return nil }
            state.end = end
            defer { (state.abandon, state.nextChange) = (nil, nil) }
            return state
        }
        guard let taken else { return }
        deadline.end()
        taken.nextChange?.finish(())
        if abandons { taken.abandon?() }
    }

    /// Changes the state unless the exchange is over, and resumes the waiting tasks.
    private func change(_ body: (inout State) throws -> Void) rethrows {
        let change = try state.withLock { state in
            if state.end == nil { try body(&state) }
            return state.nextChange.take()
        }
        change?.finish(())
    }
}

extension LiveExchange {
    /// A reader that waits for the response.
    ///
    /// The exchange ends when the reader is released.
    final class Reader: Sendable {
        private let exchange: LiveExchange

        init(_ exchange: LiveExchange) { self.exchange = exchange }

        deinit { exchange.abandon() }

        /// Waits for the head of the response.
        ///
        /// - Throws: The error if the exchange failed before the head arrived; `CancellationError` if the task is
        ///   cancelled, which ends the exchange.
        func head() async throws -> Teapot.Response {
            try await exchange.wait { $0.head != nil }
            return try exchange.state.withLock { state in
                if let head = state.head { return head }
                try state.end?.get()
                // The exchange ended without an error, but without a response.
                throw URLError(.badServerResponse)
            }
        }

        /// Waits for the next piece of the body, and returns `nil` at its end.
        ///
        /// - Throws: The error if the exchange failed, after all pieces that arrived before it; `CancellationError` if
        ///   the task is cancelled, which ends the exchange.
        func next() async throws -> Data? { try await nextWithArrivals()?.bytes }

        /// Waits for the next piece of the body, and returns it with its arrivals, or `nil` at the end.
        ///
        /// There are several arrivals if the piece was kept in a file, and none if the exchange isn't recorded.
        ///
        /// - Throws: Any error that ``next()`` throws.
        func nextWithArrivals() async throws -> (bytes: Data, arrivals: [Response.Piece])? {
            try await exchange.wait { !$0.pieces.isEmpty }
            return try exchange.state.withLock { state in
                if let piece = try state.pieces.take() {
                    return (piece, state.arrivals?.take(piece.count) ?? [])
                }
                try state.end?.get()
                return nil
            }
        }
    }

    /// Waits until a condition is met or the exchange is over.
    ///
    /// - Parameter isThere: A closure that returns whether the condition is met.
    /// - Throws: `CancellationError` if the task is cancelled.
    private func wait(until isThere: (State) -> Bool) async throws {
        try await withTaskCancellationHandler {
            while let change = nextChange(unless: isThere) { await change.value() }
            try Task.checkCancellation()
        } onCancel: {
            abandon()
        }
    }

    /// Returns the next change, or `nil` if a condition is met or the exchange is over.
    private func nextChange(unless isThere: (State) -> Bool) -> OneShot<Void>? {
        state.withLock { state in
            guard state.end == nil, !isThere(state) else { return nil }
            if state.nextChange == nil { state.nextChange = OneShot() }
            return state.nextChange
        }
    }
}
