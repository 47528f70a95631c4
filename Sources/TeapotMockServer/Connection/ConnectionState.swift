import Foundation
import Teapot
import TeapotMock

/// The state machine of a connection, which takes bytes and returns bytes and steps, without a socket, a clock or a
/// thread.
///
/// A connection handles one request at a time, so pipelined requests are answered in the order in which they arrived
/// (RFC 9112 §9.3.2). While it handles a request, it doesn't ask for input. TCP then holds back a client that sends
/// without reading, and no memory is used.
struct ConnectionState {
    /// The next action for the owner of the socket.
    enum Step: Equatable {
        /// Write the pending output, and wait for the next event.
        case wait
        /// Pass the request to the handler, and report the handler's response.
        case handle(IncomingRequest)
        /// Write the pending output, and end the connection.
        case end(Ending)
    }

    /// The way a connection ends after its output.
    enum Ending {
        /// End the sending half of the stream, and discard input.
        ///
        /// The owner waits until the peer ends its half or a timeout expires. Closing immediately could reset the
        /// connection and destroy the response before the client has read it (RFC 9112 §9.6).
        case linger
        /// Close the socket.
        case close
        /// Reset the connection.
        case reset
    }

    /// A response whose body is being sent.
    private struct Sending {
        var exchange: ResponseSerializer.Context
        var framing: ResponseSerializer.Framing
        var plan: ResponsePlan
    }

    /// The rest of a response.
    enum Rest {
        /// The pieces of its body, which must be passed to ``send(_:into:)`` and ``endBody(into:)``.
        case pieces(Response.Stream)
        /// Nothing, because the response is complete.
        case nothing
        /// Nothing, because the connection breaks off.
        case brokenOff
    }

    private enum Phase {
        /// A request is being received.
        case reading
        /// The handler is processing a request.
        case handling(ResponseSerializer.Context)
        /// A body is being sent in pieces.
        case streaming(Sending)
        /// The connection uses another protocol, whose implementation receives the input.
        case upgraded
        /// The server sends nothing and ignores input until the peer disconnects.
        case silent
        /// All output has been produced.
        case over(Ending)
    }

    private var parser: RequestParser
    private var phase = Phase.reading
    private var inputHasEnded = false
    /// The status of the last response that was sent, or 500 if the response couldn't be sent.
    private(set) var status: Teapot.StatusCode = .ok
    /// Whether the connection ends with the current response.
    var isLast = false

    init(limits: Server.Limits = Server.Limits()) {
        parser = RequestParser(limits: limits)
    }

    /// Whether reading from the socket would be useful now.
    var wantsInput: Bool {
        guard !inputHasEnded else { return false }
        switch phase {
        case .reading, .upgraded, .silent, .over: return true
        case .handling, .streaming: return false
        }
    }

    /// Whether there is room for more input to process after the current request.
    var hasRoom: Bool { !inputHasEnded && parser.unreadCount < 64 * 1024 }

    /// The event that a peer must cause in time.
    enum Timeout {
        /// The next request, or the end of the connection.
        case request
        /// The rest of a request's head.
        case head
        /// The rest of a request's body.
        case body
        /// No event, or one without a time limit.
        case none
    }

    var timeout: Timeout {
        guard case .reading = phase else { return .none }
        if parser.isWithinBody { return .body }
        return parser.isWithinRequest ? .head : .request
    }

    /// The memory for the rest of a large body.
    ///
    /// Bytes can be read directly into this memory and reported with ``didReadBody(_:)``, instead of being passed to
    /// ``received(_:)``.
    var bodyRest: UnsafeMutableRawBufferPointer? {
        if case .reading = phase { parser.bodyRest } else { nil }
    }

    /// Reports that bytes were read into ``bodyRest``.
    mutating func didReadBody(_ count: Int) { parser.didReadBody(count) }

    /// Reports received bytes; bytes after the last response are discarded.
    mutating func received(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .reading, .handling, .streaming: parser.append(bytes)
        case .upgraded, .silent, .over: break
        }
    }

    /// Reports that the peer ended its half of the stream; earlier requests are still answered.
    mutating func inputDidEnd() {
        inputHasEnded = true
        switch phase {
        case .upgraded, .silent: phase = .over(.close)
        case .over(.linger): phase = .over(.close)
        case .reading, .handling, .streaming, .over: break
        }
    }

    /// Returns the next step.
    ///
    /// Call this again after each response, until it returns a step other than handling a request.
    mutating func next(date: [UInt8], into output: inout Output) -> Step {
        switch phase {
        case .handling, .streaming, .upgraded, .silent: return .wait
        case .over(let ending): return .end(ending)
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
                ResponseSerializer.Context(
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

    /// Rejects the current request, for example because it arrived too slowly.
    mutating func reject(_ rejection: Rejection, date: [UInt8], into output: inout Output) -> Step {
        let response = Response.text(rejection.reason + "\n", status: rejection.status)
        phase = .handling(ResponseSerializer.Context(isHead: parser.isHead, keepsAlive: false))
        answer(with: response, date: date, into: &output)
        if case .over = phase { phase = .over(inputHasEnded ? .close : .linger) }
        return next(date: date, into: &output)
    }

    /// Ends the connection, because the socket has failed or should be closed.
    mutating func end(_ ending: Ending) -> Step {
        phase = .over(ending)
        return .end(ending)
    }
}

extension ConnectionState {
    /// Sends the response to the request, or a 500 with the reason if the response can't be sent.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - date: The value of the `Date` header.
    ///   - heads: The recently written heads, or `nil` to write each head from scratch.
    ///   - output: The output to write to.
    /// - Returns: The rest of the response.
    @discardableResult
    mutating func answer(
        with response: Response, date: [UInt8], heads: KnownHeads? = nil, into output: inout Output
    ) -> Rest {
        guard case .handling(var exchange) = phase else { return .brokenOff }  // The connection is already gone.
        status = response.status
        if isLast { exchange.keepsAlive = false }
        if let heads, exchange.minorVersion > 0, !exchange.isHead, let body = response.plainBody,
            heads.write(
                response, length: body.count, closes: !exchange.keepsAlive, date: date, to: &output)
        {
            output.append(body)
            finish(keepsAlive: exchange.keepsAlive)
            return .nothing
        }
        let plan = ResponsePlan(response, isHead: exchange.isHead, isInProcess: false)
        status = plan.response.status
        var framing = ResponseSerializer.framing(of: plan, for: exchange)
        if case .malformedChunk? = plan.fault?.wire, exchange.minorVersion > 0, plan.hasContent { framing = .chunked }
        if framing == .close || plan.fault != nil { exchange.keepsAlive = false }
        return proceed(Sending(exchange: exchange, framing: framing, plan: plan), date: date, into: &output)
    }

    /// Sends the available part of a response.
    private mutating func proceed(_ sending: Sending, date: [UInt8] = [], into output: inout Output) -> Rest {
        var sending = sending
        while true {
            switch sending.plan.next() {
            case .head:
                ResponseSerializer.writeHead(
                    of: sending.plan.response, framing: sending.framing, for: &sending.exchange, date: date, to: &output
                )
            case .bytes(let bytes): ResponseSerializer.writePiece(bytes, framing: sending.framing, to: &output)
            case .pull(let stream):
                phase = .streaming(sending)
                return .pieces(stream)
            case .end:
                ResponseSerializer.writeEnd(sending.plan.response.trailers, framing: sending.framing, to: &output)
                finish(keepsAlive: sending.exchange.keepsAlive)
                return .nothing
            case .breakOff:
                switch sending.plan.fault?.wire {
                case .silence: return breakOff(.silent)
                case .reset, .resetBody: return breakOff(.over(.reset))
                case .garbage: output.append("\u{1}\u{2}\u{3} this isn't HTTP \u{7F}\r\n\r\n")
                case .malformedChunk: output.append("no size\r\n")
                case .nothing, .endBody, .contentLength, .explanation, nil: break
                }
                return breakOff(.over(.close))
            }
        }
    }

    private mutating func breakOff(_ phase: Phase) -> Rest {
        self.phase = phase
        return .brokenOff
    }

    /// Sends a piece of a body.
    @discardableResult
    mutating func send(_ piece: Data, into output: inout Output) -> Rest? {
        guard case .streaming(var sending) = phase else { return nil }
        sending.plan.receive(piece)
        return proceed(sending, into: &output)
    }

    /// Ends a body.
    @discardableResult
    mutating func endBody(into output: inout Output) -> Rest? {
        guard case .streaming(var sending) = phase else { return nil }
        sending.plan.endStream()
        return proceed(sending, into: &output)
    }

    /// Whether all of the declared body has been sent, so a client that disconnects has missed nothing.
    var hasSentBody: Bool { if case .streaming(let sending) = phase { sending.plan.isComplete } else { false } }

    /// Finishes a response.
    private mutating func finish(keepsAlive: Bool) {
        // If the request was read to its end, there's no unread input, so closing doesn't cause a reset.
        phase = keepsAlive ? .reading : .over(parser.isWithinRequest ? .linger : .close)
    }

    /// Aborts the body, because its producer failed.
    mutating func failBody() {
        guard case .streaming = phase else { return }
        phase = .over(.close)
    }

    /// Switches the connection to another protocol.
    ///
    /// - Returns: The bytes of the new protocol that have already been received.
    mutating func upgrade() -> [UInt8] {
        phase = .upgraded
        return parser.takeRest()
    }
}

extension Response {
    /// The body of an ordinary response: one with a body, without trailers, and without a fault.
    fileprivate var plainBody: Data? {
        guard !hasExtras, case .data(let body) = content else { return nil }
        switch status.rawValue {
        case 200...203, 206...303, 305...999: return body
        default: return nil
        }
    }
}
