import Teapot

/// One WebSocket connection of a client, as the closure that serves it sees it (RFC 6455).
///
/// ```swift
/// router.get("/chat", with: .webSocket(protocols: ["chat"]) { socket in
///     for try await message in socket.messages {
///         switch message {
///         case .text(let text): try await socket.send("You said \(text)")
///         case .data(let data): try await socket.send(data)
///         }
///     }
/// })
/// ```
///
/// When the closure returns, the connection is closed with the code 1000; when it throws, with 1011 and the error as the
/// reason. Pings are answered on their own. Any task may send, several at once too: each message goes out whole.
public final class WebSocket: Sendable {
    /// The request that asked for the connection, with the `:variables` of its route.
    public let request: Request
    /// The subprotocol that was agreed on; `nil` if there is none.
    public let subprotocol: String?

    let handler: @Sendable (WebSocket) async throws -> Void
    let write: @Sendable ([UInt8]) async throws -> Void
    let state = Locked(State())
    let decoder: Locked<WebSocketDecoder>
    let inbox: WebSocketInbox
    let line = WaitingLine()

    /// Creates the connection's side of the protocol, behind an accepted handshake.
    ///
    /// - Parameters:
    ///   - request: The handshake's request.
    ///   - subprotocol: What was agreed on.
    ///   - service: What serves it.
    ///   - resume: Called when reading may go on that ``Reception/pauses`` stopped; from any thread.
    ///   - write: Takes bytes for the client, one call at a time. It returns once they are in line to be sent and the
    ///     client reads, and throws when the connection is gone, or behind a reply that ``Reception/ends`` it. For a task
    ///     that is cancelled it takes the bytes too; then it may stop to wait, with `CancellationError`.
    package init(
        request: Request,
        subprotocol: String?,
        service: Service,
        resume: @escaping @Sendable () -> Void = {},
        write: @escaping @Sendable (_ bytes: [UInt8]) async throws -> Void
    ) {
        self.request = request
        self.subprotocol = subprotocol
        handler = service.handler
        self.write = write
        decoder = Locked(WebSocketDecoder(maximumMessageBytes: service.maximumMessageBytes))
        inbox = WebSocketInbox(limit: service.maximumMessageBytes, drained: resume)
    }

    /// The code that the client closed the connection with; `nil` while it has not.
    ///
    /// It is ``CloseCode/noStatusReceived`` if the client gave none, and ``CloseCode/abnormalClosure`` if the connection
    /// ended without a close frame (RFC 6455 §7.1.5).
    public var closeCode: CloseCode? { state.withLock { $0.peerClose?.code } }
    /// The reason that the client gave with ``closeCode``; empty if it gave none, `nil` while it has not closed.
    public var closeReason: String? { state.withLock { $0.peerClose?.reason } }

    /// The messages of the client, in order.
    ///
    /// The sequence ends when the client closes with 1000, 1001 or no code, and at once when this side closes. It throws a
    /// ``WebSocketError`` with the code when the client closes with another one, breaks the protocol, or is gone without
    /// closing; and `CancellationError` when the task is cancelled. Each message goes to one of those who iterate.
    public var messages: Messages { Messages(inbox: inbox) }
}

extension WebSocket {
    struct State {
        enum Phase {
            case open
            /// This side closes, or has; the client has not answered yet.
            case closing(CloseCode)
            /// Nothing can be sent any more, and why.
            case over(WebSocketError)
        }

        var phase = Phase.open
        /// Whether a close frame of ours is on its way.
        var hasSentClose = false
        var peerClose: (code: CloseCode, reason: String)?

        /// What a message can't be sent for; `nil` while it can.
        var obstacle: WebSocketError? {
            switch phase {
            case .open: nil
            case .closing(let code): .closedHere(code)
            case .over(let error): error
            }
        }

        /// Why it is over; `nil` while the connection stands.
        var end: WebSocketError? { if case .over(let error) = phase { error } else { nil } }
    }
}
