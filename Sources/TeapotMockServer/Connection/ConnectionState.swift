import Teapot
import TeapotMock

/// What one connection does next: bytes in, bytes and steps out, with no socket, no clock and no thread.
///
/// A connection handles one request at a time, so that pipelined requests are answered in the order they came
/// (RFC 9112 §9.3.2). While it handles one it asks for no input, so that a client that sends without reading is held
/// back by TCP rather than by memory.
struct ConnectionState {
    /// What the owner of the socket does next.
    enum Step: Equatable {
        /// Nothing until the next event, but to write what there is.
        case wait
        /// Hand the request on, and then report the answer.
        case handle(IncomingRequest)
        /// Write what there is. Then end our half of the stream and drop what comes, until the peer ends its half or
        /// patience does: closing at once could reset the connection and destroy the response before the client has
        /// read it (RFC 9112 §9.6).
        case linger
        /// Write what there is, and close the socket.
        case close
        /// Write what there is, and reset the connection.
        case reset
    }

    /// A response on its way.
    struct Sending: Equatable {
        var exchange: ResponseSerializer.Exchange
        var framing: ResponseSerializer.Framing
        var trailers: Teapot.HeaderFields
        var fault: Response.Fault.Wire?
        /// How many bytes of the body have gone.
        var count = 0
    }

    private enum Phase: Equatable {
        /// A request is coming in.
        case reading
        /// The handler has a request.
        case handling(ResponseSerializer.Exchange)
        /// A body is going out piece by piece.
        case streaming(Sending)
        /// Another protocol is spoken: what comes goes to whom speaks it.
        case upgraded
        /// Nothing is said, and nothing heard, until the peer goes.
        case silent
        /// Everything is said.
        case over(Step)
    }

    private var parser: RequestParser
    private var phase = Phase.reading
    private var inputHasEnded = false
    /// Whether connections end with the response that is under way.
    var isLast = false

    init(limits: Server.Limits = Server.Limits()) {
        parser = RequestParser(limits: limits)
    }

    /// Whether reading from the socket would be of use now.
    var wantsInput: Bool {
        guard !inputHasEnded else { return false }
        switch phase {
        case .reading, .upgraded, .silent, .over: return true
        case .handling, .streaming: return false
        }
    }

    /// What a peer is waited for.
    enum Patience {
        /// The next request, or the end.
        case request
        /// The rest of a request's head.
        case head
        /// The rest of a request's body.
        case body
        /// Nothing; or whatever takes its time.
        case none
    }

    var patience: Patience {
        guard case .reading = phase else { return .none }
        if parser.isWithinBody { return .body }
        return parser.isWithinRequest ? .head : .request
    }

    /// Where bytes may be read to and then be told of, instead of handed over: the rest of a large body.
    var bodyRest: UnsafeMutableRawBufferPointer? {
        if case .reading = phase { parser.bodyRest } else { nil }
    }

    /// So many bytes were read to ``bodyRest``.
    mutating func didReadBody(_ count: Int) { parser.didReadBody(count) }

    /// Bytes came in; what comes behind the last response is dropped.
    mutating func received(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .reading, .handling, .streaming: parser.append(bytes)
        case .upgraded, .silent, .over: break
        }
    }

    /// The peer ended its half of the stream; what it asked before is still answered.
    mutating func inputDidEnd() {
        inputHasEnded = true
        switch phase {
        case .upgraded, .silent: phase = .over(.close)
        case .over(.linger): phase = .over(.close)
        case .reading, .handling, .streaming, .over: break
        }
    }

    /// What to do next; ask again after each answer, until it is something else than to handle a request.
    mutating func next(date: [UInt8], into output: inout Output) -> Step {
        switch phase {
        case .handling, .streaming, .upgraded, .silent: return .wait
        case .over(let step): return step
        case .reading: break
        }
        switch parser.next() {
        case .needsMore:
            guard inputHasEnded else { return .wait }
            guard let rejection = parser.prematureEnd else { return end(.close) }
            return reject(rejection, date: date, into: &output)
        case .continueExpected:
            if inputHasEnded { return end(.close) }
            output.append(ResponseSerializer.continueBytes)
            return .wait
        case .request(let incoming):
            phase = .handling(
                ResponseSerializer.Exchange(
                    isHead: incoming.isHead,
                    minorVersion: incoming.minorVersion,
                    keepsAlive: incoming.keepsAlive
                )
            )
            return .handle(incoming)
        case .rejected(let rejection):
            return reject(rejection, date: date, into: &output)
        }
    }

    /// Refuses what came so far, as when it came too slowly.
    mutating func reject(_ rejection: Rejection, date: [UInt8], into output: inout Output) -> Step {
        let response = Response.plain(rejection.status, rejection.reason)
        phase = .handling(ResponseSerializer.Exchange(keepsAlive: false))
        answer(with: response, date: date, into: &output)
        if case .over = phase { phase = .over(inputHasEnded ? .close : .linger) }
        return next(date: date, into: &output)
    }

    /// The socket is dead, or is to be.
    mutating func end(_ step: Step) -> Step {
        phase = .over(step)
        return step
    }
}

extension ConnectionState {
    /// The request's answer; one that cannot be sent becomes a 500 that says why.
    ///
    /// - Returns: Whether its body comes in pieces; report them by ``send(_:into:)`` and ``endBody(into:)``.
    @discardableResult
    mutating func answer(with response: Response, date: [UInt8], into output: inout Output) -> Bool {
        guard case .handling(var exchange) = phase else { return false }  // The connection is gone meanwhile.
        if isLast { exchange.keepsAlive = false }
        var fault = response.fault?.wire
        switch fault {
        case .silence:
            phase = .silent
            return false
        case .nothing:
            phase = .over(.close)
            return false
        case .reset:
            phase = .over(.reset)
            return false
        case .garbage:
            output.append("\u{1}\u{2}\u{3} this is no HTTP \u{7F}\r\n\r\n")
            phase = .over(.close)
            return false
        case .contentLength, nil:
            break
        case .endBody, .resetBody, .malformedChunk:
            // A client that has the whole body learns of nothing.
            let breaksOff = response.isStream || response.fault?.breaksOff(bodyOf: response.body.count) == true
            if !breaksOff { fault = nil }
        }
        if fault != nil { exchange.keepsAlive = false }
        var framing = ResponseSerializer.framing(of: response, for: exchange)
        switch (fault, framing) {
        case (.contentLength(let length), .none(told: _?)): framing = .none(told: length)
        case (_, .none): break
        case (.contentLength(let length), _): framing = .length(length)
        case (.malformedChunk, _) where exchange.minorVersion > 0: framing = .chunked
        default: break
        }
        if framing == .close { exchange.keepsAlive = false }
        do throws(UnsendableResponse) {
            try ResponseSerializer.writeHead(of: response, framing: framing, for: &exchange, date: date, to: &output)
        } catch {
            let text = "The handler's response cannot be sent. \(error.reason)"
            return answer(with: .plain(500, text), date: date, into: &output)
        }
        if case .none = framing {
            finish(keepsAlive: exchange.keepsAlive)
            return false
        }
        if fault == nil, !response.isStream {
            ResponseSerializer.writePiece(response.body, framing: framing, to: &output)
            ResponseSerializer.writeEnd(response.trailers, framing: framing, to: &output)
            finish(keepsAlive: exchange.keepsAlive)
            return false
        }
        let sending = Sending(
            exchange: exchange, framing: framing, trailers: response.trailers, fault: fault)
        phase = .streaming(sending)
        if response.isStream { return true }
        send(response.body, into: &output)
        endBody(into: &output)
        return false
    }

    /// Sends a piece of a body.
    mutating func send(_ piece: Data, into output: inout Output) {
        guard case .streaming(var sending) = phase else { return }
        var piece = piece
        if case .length(let length) = sending.framing, sending.fault == nil {
            piece = piece.prefix(length - sending.count)
        }
        let limit: Int? =
            switch sending.fault {
            case .endBody(let count), .resetBody(let count), .malformedChunk(let count): count
            default: nil
            }
        if let limit, piece.count > limit - sending.count {
            ResponseSerializer.writePiece(
                piece.prefix(max(0, limit - sending.count)), framing: sending.framing, to: &output)
            return breakOff(sending, into: &output)
        }
        ResponseSerializer.writePiece(piece, framing: sending.framing, to: &output)
        sending.count += piece.count
        phase = .streaming(sending)
    }

    /// The body is whole.
    mutating func endBody(into output: inout Output) {
        guard case .streaming(let sending) = phase else { return }
        if case .malformedChunk = sending.fault { return breakOff(sending, into: &output) }
        ResponseSerializer.writeEnd(sending.trailers, framing: sending.framing, to: &output)
        var keepsAlive = sending.exchange.keepsAlive && sending.fault == nil
        // A body shorter than was said can only end with the connection.
        if case .length(let length) = sending.framing, sending.count < length { keepsAlive = false }
        finish(keepsAlive: keepsAlive)
    }

    /// A response is out.
    private mutating func finish(keepsAlive: Bool) {
        // Behind a request that was read to its end nothing waits that a closing could reset.
        phase = keepsAlive ? .reading : .over(parser.isWithinRequest ? .linger : .close)
    }

    /// The body breaks off: its maker failed.
    mutating func failBody() {
        guard case .streaming = phase else { return }
        phase = .over(.close)
    }

    /// From here on another protocol is spoken.
    ///
    /// - Returns: What has come of it already.
    mutating func upgrade() -> [UInt8] {
        phase = .upgraded
        return parser.takeRest()
    }

    private mutating func breakOff(_ sending: Sending, into output: inout Output) {
        switch sending.fault {
        case .resetBody: phase = .over(.reset)
        case .malformedChunk:
            output.append("no size\r\n")
            phase = .over(.close)
        default: phase = .over(.close)
        }
    }
}

extension Response {
    /// Whether the body comes in pieces.
    var isStream: Bool { if case .stream = content { true } else { false } }
}
