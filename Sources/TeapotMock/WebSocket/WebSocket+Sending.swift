public import Teapot

extension WebSocket {
    /// Sends text.
    ///
    /// - Parameter text: The message.
    /// - Throws: As ``send(_:)-(WebSocket.Message)`` does.
    public func send(_ text: String) async throws { try await send(.text(text)) }

    /// Sends bytes.
    ///
    /// - Parameter data: The message.
    /// - Throws: As ``send(_:)-(WebSocket.Message)`` does.
    public func send(_ data: Data) async throws { try await send(.data(data)) }

    /// Sends a message.
    ///
    /// It waits while the client does not read what was sent before. Messages go out in the order of the calls.
    ///
    /// - Parameter message: The message.
    /// - Throws: A ``WebSocketError`` when the connection is closed, by either side, or gone; `CancellationError` when the
    ///   task was cancelled before the message's turn came, which is then not sent.
    public func send(_ message: Message) async throws {
        if let obstacle = state.withLock({ $0.obstacle }) { throw obstacle }
        try await put(WebSocketFrame.bytes(of: message))
    }

    /// Sends a ping, which the client answers on its own; its answer is not waited for.
    ///
    /// - Parameter data: At most 125 bytes, which the answer repeats (RFC 6455 §5.5.2).
    /// - Throws: A ``WebSocketError`` when there are more, or when the connection is closed or gone; `CancellationError`
    ///   when the task was cancelled before the ping's turn came.
    public func ping(_ data: Data = Data()) async throws {
        guard data.count <= WebSocketFrame.maximumControlBytes else { throw WebSocketError.longPing(data.count) }
        if let obstacle = state.withLock({ $0.obstacle }) { throw obstacle }
        try await put(WebSocketFrame.bytes(.ping, data))
    }

    /// Closes the connection, behind what was sent before.
    ///
    /// ``messages`` ends at once, and what comes from the client is dropped. To close what is closed does nothing.
    ///
    /// - Parameters:
    ///   - code: Why: one from 1000 to 1003, from 1007 to 1011, or from 3000 to 4999.
    ///   - reason: The same for people, at most 123 bytes of UTF-8.
    /// - Throws: When the code is none of those, or the reason is longer.
    public func close(code: CloseCode = .normalClosure, reason: String = "") async throws(WebSocketError) {
        guard code.maySend else { throw .invalidCloseCode(code) }
        let count = reason.utf8.count
        guard count <= WebSocketFrame.maximumReasonBytes else { throw .longReason(count) }
        await end(code, reason)
    }

    private func put(_ frame: [UInt8]) async throws {
        try Task.checkCancellation()
        guard await line.enterUnlessCancelled() else { throw CancellationError() }
        defer { line.leave() }
        if let end = state.withLock({ $0.end }) { throw end }
        do {
            try await write(frame)
        } catch let error as CancellationError {
            throw error
        } catch {
            connectionDidEnd()
            throw state.withLock { $0.end } ?? .lost
        }
    }

    /// Closes, unless either side has; returns when all that was to be written is.
    ///
    /// - Parameters:
    ///   - code: Why.
    ///   - reason: The same for people; what does not fit is left out.
    func end(_ code: CloseCode, _ reason: String) async {
        let isFirst = state.withLock { state in
            guard case .open = state.phase else { return false }
            state.phase = .closing(code)
            return true
        }
        if isFirst { inbox.drop() }
        await line.enter()
        defer { line.leave() }
        guard isFirst else { return }
        let isOpen = state.withLock { state in
            guard state.end == nil else { return false }
            // From here on the client's close frame is the answer to ours, though that may be in line still.
            state.hasSentClose = true
            return true
        }
        guard isOpen else { return }
        do {
            try await write(WebSocketFrame.close(code, reason))
        } catch is CancellationError {
            return  // The bytes were taken all the same.
        } catch {
            connectionDidEnd()
        }
    }
}
