import Teapot
import TeapotMock

/// What one connection does next: events in, actions out, with no socket, no clock and no thread.
///
/// A connection handles one request at a time, so that pipelined requests are answered in the order they came
/// (RFC 9112 §9.3.2). While it handles one it asks for no input, so that a client that sends without reading is held
/// back by TCP rather than by memory.
struct ConnectionState {
    /// What the owner of the socket does next.
    enum Action: Equatable {
        /// Nothing until the next event.
        case wait
        /// Hand the request to the handler; report what comes of it with ``ConnectionState/answered(with:date:)``.
        case handle(Request)
        /// Write all the bytes; then report ``ConnectionState/sent()``.
        case send([UInt8])
        /// End our half of the stream and drop what comes, until the peer ends its half or patience does.
        case endOutput
        /// Close the socket; no event may follow.
        case close
    }

    private enum Phase: Equatable {
        /// A request is coming in.
        case reading
        /// The handler has a request.
        case handling(ResponseSerializer.Exchange)
        /// Bytes are on their way out; behind them comes more to read, or the end.
        case sending(isLast: Bool)
        /// Everything is said. Closing at once could reset the connection and destroy the response before the client
        /// has read it (RFC 9112 §9.6).
        case lingering
        /// The socket is closed or about to be.
        case closed
    }

    private var parser: RequestParser
    private var phase = Phase.reading
    private var inputHasEnded = false

    init(limits: Server.Limits = Server.Limits()) {
        parser = RequestParser(limits: limits)
    }

    /// Whether reading from the socket would be of use now.
    var wantsInput: Bool {
        !inputHasEnded && (phase == .reading || phase == .lingering)
    }

    /// Whether the peer can be answered, or heard, no more.
    var isClosed: Bool { phase == .closed }

    /// Bytes came in.
    mutating func received(_ bytes: some Collection<UInt8>, date: String) -> Action {
        // What comes behind the last response is dropped.
        guard phase != .lingering, phase != .closed else { return .wait }
        parser.append(bytes)
        return phase == .reading ? advance(date: date) : .wait
    }

    /// The peer ended its half of the stream.
    ///
    /// What it asked before is still answered.
    mutating func inputDidEnd(date: String) -> Action {
        inputHasEnded = true
        switch phase {
        case .reading: return advance(date: date)
        case .handling, .sending: return .wait  // The end is looked at again when the response is out.
        case .lingering, .closed: return close()
        }
    }

    /// The handler has answered; a response that cannot be sent becomes a 500 that says why.
    mutating func answered(with response: Response, date: String) -> Action {
        guard case .handling(var exchange) = phase else { return .wait }  // The connection is gone meanwhile.
        if response.headers.connectionOptions.contains("close") { exchange.keepsAlive = false }
        return send(response, exchange, date: date)
    }

    /// Everything that was to be sent is with the system.
    mutating func sent(date: String) -> Action {
        guard case .sending(let isLast) = phase else { return .wait }
        if isLast {
            if inputHasEnded { return close() }
            phase = .lingering
            return .endOutput
        }
        phase = .reading
        return advance(date: date)
    }

    /// The socket is dead.
    mutating func close() -> Action {
        phase = .closed
        return .close
    }

    private mutating func advance(date: String) -> Action {
        switch parser.next() {
        case .needsMore:
            guard inputHasEnded else { return .wait }
            return parser.prematureEnd.map { reject($0, date: date) } ?? close()
        case .continueExpected:
            if inputHasEnded { return close() }
            phase = .sending(isLast: false)
            return .send(ResponseSerializer.continueBytes)
        case .request(let incoming):
            phase = .handling(
                ResponseSerializer.Exchange(
                    isHead: incoming.request.method == "HEAD",
                    minorVersion: incoming.minorVersion,
                    keepsAlive: incoming.keepsAlive
                )
            )
            return .handle(incoming.request)
        case .rejected(let rejection):
            return reject(rejection, date: date)
        }
    }

    private mutating func reject(_ rejection: Rejection, date: String) -> Action {
        send(.plain(rejection.status, rejection.reason), ResponseSerializer.Exchange(keepsAlive: false), date: date)
    }

    private mutating func send(_ response: Response, _ exchange: ResponseSerializer.Exchange, date: String) -> Action {
        phase = .sending(isLast: !exchange.keepsAlive)
        do throws(UnsendableResponse) {
            return .send(try ResponseSerializer.bytes(of: response, for: exchange, date: date))
        } catch {
            let text = "The handler's response cannot be sent. \(error.reason)"
            let bytes = try? ResponseSerializer.bytes(of: .plain(500, text), for: exchange, date: date)
            return bytes.map { .send($0) } ?? close()
        }
    }
}
