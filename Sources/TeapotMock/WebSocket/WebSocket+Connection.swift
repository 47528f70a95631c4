import Teapot

/// What the connection below calls.
extension WebSocket {
    /// What comes of bytes that were received.
    package struct Reception: Sendable, Equatable {
        /// What is to be written at once: pongs, and the answer to a close frame.
        package var reply: [UInt8] = []
        /// Whether the connection is to be closed behind the reply; what is written later is dropped.
        package var ends = false
        /// Whether the messages that nobody has read are so many that no more should be read until `resume` is called.
        package var pauses = false
    }

    /// Takes bytes of the client, in order and from one thread at a time.
    ///
    /// - Parameter bytes: What came behind the handshake, cut anywhere.
    /// - Returns: What is to be done.
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

    /// The connection is gone, or the client sends nothing more; called again it does nothing.
    package func connectionDidEnd() {
        let isLost = state.withLock { state in
            guard state.end == nil else { return false }
            state.phase = .over(.lost)
            state.peerClose = (.abnormalClosure, "")  // RFC 6455 §7.1.5.
            return true
        }
        if isLost { inbox.end(.lost) }
    }

    /// Serves the connection and closes it; returns when all is written.
    ///
    /// The connection's owner calls it once, in a task that it cancels when the connection is gone or has to end: then the
    /// code is 1001, for as long as anything can be written.
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

    /// What answers the client's close frame, if it is not an answer itself (RFC 6455 §5.5.1).
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
    /// - Returns: The close frame that still has to be sent.
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
