import Foundation
import Teapot
import TeapotMock

/// The state machine of a connection: it takes bytes and returns bytes and steps, without a socket, a clock or a
/// thread.
///
/// A connection handles one request at a time, so pipelined requests are answered in the order in which they arrived
/// (RFC 9112 §9.3.2). While it handles a request it asks for no input, so a client that sends without reading is held
/// back by TCP rather than by memory.
struct ConnectionState {
    /// The next action of the owner of the socket.
    enum Step: Equatable {
        /// Write the pending output, and wait for the next event.
        case wait
        /// Pass the request to the handler, and report the response.
        case handle(IncomingRequest)
        /// Write the pending output, and end the connection.
        case end(Ending)
    }

    /// The way in which a connection ends after its output.
    enum Ending {
        /// End the sending half of the stream, and drop input.
        ///
        /// The owner waits until the peer ends its half or a timeout expires. Closing at once could reset the
        /// connection and destroy the response before the client has read it (RFC 9112 §9.6).
        case linger
        /// Close the socket.
        case close
        /// Reset the connection.
        case reset
    }

    /// A response whose body is being sent.
    struct Sending: Equatable {
        var exchange: ResponseSerializer.Exchange
        var framing: ResponseSerializer.Framing
        var trailers: Teapot.HeaderFields
        var fault: Response.Fault.Wire?
        /// The number of bytes of the body that have been sent.
        var count = 0

        /// A Boolean value that indicates whether the body breaks off after the bytes that have been sent.
        var isCut: Bool { fault?.bodyLimit.map { count >= $0 } ?? false }
    }

    private enum Phase: Equatable {
        /// A request is being received.
        case reading
        /// The handler is processing a request.
        case handling(ResponseSerializer.Exchange)
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
    /// The status of the last response as it was sent, which is 500 for one that can't be sent.
    private(set) var status: Teapot.StatusCode = .ok
    /// A Boolean value that indicates whether connections end with the current response.
    var isLast = false

    init(limits: Server.Limits = Server.Limits()) {
        parser = RequestParser(limits: limits)
    }

    /// A Boolean value that indicates whether reading from the socket would be useful now.
    var wantsInput: Bool {
        guard !inputHasEnded else { return false }
        switch phase {
        case .reading, .upgraded, .silent, .over: return true
        case .handling, .streaming: return false
        }
    }

    /// A Boolean value that indicates whether more input can be kept for after the current request.
    var hasRoom: Bool { !inputHasEnded && parser.unreadCount < 64 * 1024 }

    /// The event that a peer is expected to cause.
    enum Patience {
        /// The next request, or the end of the connection.
        case request
        /// The rest of a request's head.
        case head
        /// The rest of a request's body.
        case body
        /// No event, or one without a time limit.
        case none
    }

    var patience: Patience {
        guard case .reading = phase else { return .none }
        if parser.isWithinBody { return .body }
        return parser.isWithinRequest ? .head : .request
    }

    /// The memory for the rest of a large body.
    ///
    /// Bytes can be read directly into it and reported with ``didReadBody(_:)``, instead of being passed to
    /// ``received(_:)``.
    var bodyRest: UnsafeMutableRawBufferPointer? {
        if case .reading = phase { parser.bodyRest } else { nil }
    }

    /// Reports that bytes were read into ``bodyRest``.
    mutating func didReadBody(_ count: Int) { parser.didReadBody(count) }

    /// Reports received bytes; those after the last response are dropped.
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
    /// Call it again after each response, until it returns another step than handling a request.
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

    /// Rejects the current request, for example because it arrived too slowly.
    mutating func reject(_ rejection: Rejection, date: [UInt8], into output: inout Output) -> Step {
        let response = Response.plain(rejection.status, rejection.reason)
        phase = .handling(ResponseSerializer.Exchange(isHead: parser.isHead, keepsAlive: false))
        answer(with: response, date: date, into: &output)
        if case .over = phase { phase = .over(inputHasEnded ? .close : .linger) }
        return next(date: date, into: &output)
    }

    /// Ends the connection, because the socket has failed or is to be closed.
    mutating func end(_ ending: Ending) -> Step {
        phase = .over(ending)
        return .end(ending)
    }
}

extension ConnectionState {
    /// Sends the response to the request; one that can't be sent becomes a 500 with the reason.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - date: The value of the `Date` field.
    ///   - heads: The heads that were written lately, or `nil` to write each anew.
    ///   - output: The output to write to.
    /// - Returns: Whether the body is sent in pieces, which have to be passed to ``send(_:into:)`` and
    ///   ``endBody(into:)``.
    @discardableResult
    mutating func answer(
        with response: Response, date: [UInt8], heads: KnownHeads? = nil, into output: inout Output
    ) -> Bool {
        guard case .handling(var exchange) = phase else { return false }  // The connection is gone meanwhile.
        status = response.status
        if isLast { exchange.keepsAlive = false }
        if let heads, exchange.minorVersion > 0, !exchange.isHead, let body = response.plainBody,
            heads.write(
                response, length: body.count, closes: !exchange.keepsAlive, date: date, to: &output)
        {
            output.append(body)
            finish(keepsAlive: exchange.keepsAlive)
            return false
        }
        var fault = response.fault?.wire
        var framing = ResponseSerializer.framing(of: response, for: exchange)
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
            // A client that has received the whole body would not notice the fault.
            let length = response.isStream ? framing.length : response.body.count
            if let length, response.fault?.breaksOff(bodyOf: length) == false { fault = nil }
        }
        if fault != nil { exchange.keepsAlive = false }
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
        if response.isStream, !sending.isCut { return true }
        send(response.body, into: &output)
        endBody(into: &output)
        return false
    }

    /// Sends a piece of a body.
    ///
    /// - Returns: `false` if the body breaks off with this piece; otherwise, `true`.
    @discardableResult
    mutating func send(_ piece: Data, into output: inout Output) -> Bool {
        guard case .streaming(var sending) = phase else { return true }
        var piece = piece
        if case .length(let length) = sending.framing, sending.fault == nil {
            piece = piece.prefix(length - sending.count)
        }
        if let limit = sending.fault?.bodyLimit { piece = piece.prefix(max(0, limit - sending.count)) }
        ResponseSerializer.writePiece(piece, framing: sending.framing, to: &output)
        sending.count += piece.count
        phase = .streaming(sending)
        if sending.isCut { breakOff(sending, into: &output) }
        return !sending.isCut
    }

    /// Ends a body.
    mutating func endBody(into output: inout Output) {
        guard case .streaming(let sending) = phase else { return }
        if case .malformedChunk = sending.fault { return breakOff(sending, into: &output) }
        ResponseSerializer.writeEnd(sending.trailers, framing: sending.framing, to: &output)
        var keepsAlive = sending.exchange.keepsAlive && sending.fault == nil
        // A body shorter than declared can end only with the connection.
        if case .length(let length) = sending.framing, sending.count < length { keepsAlive = false }
        finish(keepsAlive: keepsAlive)
    }

    /// Finishes a response.
    private mutating func finish(keepsAlive: Bool) {
        // If the request was read to its end, there is no unread input, so closing does not cause a reset.
        phase = keepsAlive ? .reading : .over(parser.isWithinRequest ? .linger : .close)
    }

    /// Aborts the body, because its producer failed.
    mutating func failBody() {
        guard case .streaming = phase else { return }
        phase = .over(.close)
    }

    /// Switches the connection to another protocol.
    ///
    /// - Returns: The bytes of that protocol that were already received.
    mutating func upgrade() -> [UInt8] {
        phase = .upgraded
        return parser.takeRest()
    }

    private mutating func breakOff(_ sending: Sending, into output: inout Output) {
        switch sending.fault {
        case .resetBody, .reset: phase = .over(.reset)
        case .malformedChunk:
            output.append("no size\r\n")
            phase = .over(.close)
        case .endBody, .contentLength, .silence, .nothing, .garbage, nil: phase = .over(.close)
        }
    }
}

extension Response {
    /// The body, if the form of the response is the usual one: it has a body, no trailers, and does not fail.
    fileprivate var plainBody: Data? {
        guard !hasExtras, case .data(let body) = content else { return nil }
        switch status.rawValue {
        case 200...203, 206...303, 305...999: return body
        default: return nil
        }
    }

    /// A Boolean value that indicates whether the body is sent in pieces.
    var isStream: Bool { if case .stream = content { true } else { false } }
}
