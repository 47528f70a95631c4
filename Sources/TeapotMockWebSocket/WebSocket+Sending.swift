public import Foundation
import Teapot
import TeapotMock

extension WebSocket {
    /// Sends text.
    ///
    /// - Parameter text: The text.
    /// - Throws: Any error that ``send(_:)-(WebSocket.Message)`` throws.
    public func send(_ text: String) async throws { try await send(.text(text)) }

    /// Sends bytes.
    ///
    /// - Parameter data: The bytes.
    /// - Throws: Any error that ``send(_:)-(WebSocket.Message)`` throws.
    public func send(_ data: Data) async throws { try await send(.data(data)) }

    /// Sends a message.
    ///
    /// The call waits until the client has read earlier messages. Messages are sent in the order of the calls.
    ///
    /// - Parameter message: The message.
    /// - Throws: A ``WebSocketError`` if either side has closed the connection or the connection is lost;
    ///   `CancellationError` if the task was cancelled before the message's turn, in which case the message isn't sent.
    public func send(_ message: Message) async throws {
        if let obstacle = state.withLock({ $0.obstacle }) { throw obstacle }
        try await put(WebSocketFrame.bytes(of: message))
    }

    /// Sends a ping, which the client answers automatically.
    ///
    /// The call doesn't wait for the answer.
    ///
    /// - Parameter data: At most 125 bytes, which the answer repeats (RFC 6455 §5.5.2).
    /// - Throws: A ``WebSocketError`` if there are more bytes, or if the connection is closed or lost;
    ///   `CancellationError` if the task was cancelled before the ping's turn.
    public func ping(_ data: Data = Data()) async throws {
        guard data.count <= WebSocketFrame.maximumControlBytes else { throw WebSocketError.longPing(data.count) }
        if let obstacle = state.withLock({ $0.obstacle }) { throw obstacle }
        try await put(WebSocketFrame.bytes(.ping, data))
    }

    /// Closes the connection once all earlier messages have been sent.
    ///
    /// ``messages`` ends immediately, and further messages from the client are dropped. If the connection is already
    /// closed, this does nothing.
    ///
    /// - Parameters:
    ///   - code: The code: from 1000 to 1003, from 1007 to 1011, or from 3000 to 4999.
    ///   - reason: The reason as text, at most 123 bytes of UTF-8.
    /// - Throws: A ``WebSocketError`` if the code isn't one of these, or the reason is too long.
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

    /// Closes the connection, unless either side has already closed it.
    ///
    /// It returns once everything has been written.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - reason: The reason as text, truncated if it's too long.
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
            // From here on, the client's close frame answers this side's, even if that one is still waiting to be sent.
            state.hasSentClose = true
            return true
        }
        guard isOpen else { return }
        do {
            try await write(WebSocketFrame.close(code, reason))
        } catch is CancellationError {
            return  // The bytes were accepted anyway.
        } catch {
            connectionDidEnd()
        }
    }
}
