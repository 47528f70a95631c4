import Teapot
import TeapotMock

/// The functions that the underlying connection calls.
extension WebSocket {
    /// The result of processing received bytes.
    package struct Reception: Sendable, Equatable {
        /// The bytes to write immediately: pongs, and the answer to a close frame.
        package var reply: [UInt8] = []
        /// Whether the connection must be closed after the reply.
        ///
        /// Later writes are dropped.
        package var ends = false
        /// Whether reading must pause until `resume` is called, because too many messages are unread.
        package var pauses = false
    }

    /// Processes bytes from the client.
    ///
    /// They must be passed in order, from one thread at a time.
    ///
    /// - Parameter bytes: The bytes after the handshake, which can begin and end anywhere.
    /// - Returns: The actions for the connection.
    package func received(_ bytes: UnsafeRawBufferPointer) -> Reception {
        var reception = Reception()
        for event in decoder.withLock({ $0.decode(bytes) }) {
            switch event {
            case .message(let message): inbox.put(message)
            case .ping(let payload): reception.reply += WebSocketFrame.bytes(.pong, payload)
            case .pong: break
            case .close(let code, let reason): reception.reply += peerDidClose(code, reason)
            case .violation(let violation): reception.reply += peerDidViolate(violation)
            }
        }
        reception.ends = state.withLock { $0.end != nil }
        reception.pauses = !reception.ends && inbox.isFull
        return reception
    }

    /// Reports that the connection is lost, or that the client won't send anything else.
    ///
    /// Further calls do nothing.
    package func connectionDidEnd() {
        let isLost = state.withLock { state in
            guard state.end == nil else { return false }
            state.phase = .over(.lost)
            state.peerClose = (.abnormalClosure, "")  // RFC 6455 §7.1.5.
            return true
        }
        if isLost { inbox.end(.lost) }
    }

    /// Serves the connection and closes it.
    ///
    /// It returns once everything has been written.
    ///
    /// The owner of the connection calls it once, in a task that the owner cancels when the connection is lost or must
    /// end. The connection is then closed with code 1001, as long as bytes can be written.
    package func run() async {
        do {
            try await handler(self)
            await end(.normalClosure, "")
        } catch {
            if Task.isCancelled {
                await end(.goingAway, "")
            } else {
                await end(.internalServerError, "\(error)")
            }
        }
    }

    /// Returns the answer to the client's close frame.
    ///
    /// It's empty if that frame is itself an answer (RFC 6455 §5.5.1).
    private func peerDidClose(_ code: CloseCode?, _ reason: String) -> [UInt8] {
        let received = code ?? .noStatusReceived
        let error = WebSocketError.closedByClient(received, reason)
        let reply = state.withLock { state -> [UInt8] in
            state.peerClose = (received, reason)
            return state.finish(error, with: code)
        }
        inbox.end(received.isOrderly ? nil : error)
        return reply
    }

    private func peerDidViolate(_ violation: WebSocketViolation) -> [UInt8] {
        let error = WebSocketError.violated(violation)
        let reply = state.withLock { $0.finish(error, with: violation.code, violation.reason) }
        inbox.end(error)
        return reply
    }
}

extension WebSocket.State {
    /// Ends the connection.
    ///
    /// - Returns: The close frame to send, or no bytes if one has already been sent.
    fileprivate mutating func finish(
        _ error: WebSocketError,
        with code: WebSocket.CloseCode?,
        _ reason: String = ""
    ) -> [UInt8] {
        if end == nil { phase = .over(error) }
        defer { hasSentClose = true }
        return hasSentClose ? [] : WebSocketFrame.close(code, reason)
    }
}
