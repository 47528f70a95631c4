import Teapot
public import TeapotMock

/// The server side of a WebSocket connection (RFC 6455), for the closure that serves it.
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
/// When the closure returns, the connection is closed with code 1000. When it throws an error, the connection is closed
/// with code 1011 and the error as the reason. Pings are answered automatically. Several tasks can send at the same
/// time. Each message is sent as a whole.
public final class WebSocket: Sendable {
    /// The request that opened the connection, with the `:variables` of its route.
    public let request: Request
    /// The agreed subprotocol, or `nil` if there's none.
    public let subprotocol: String?

    let handler: @Sendable (WebSocket) async throws -> Void
    let write: @Sendable ([UInt8]) async throws -> Void
    let state = Locked(State())
    let decoder: Locked<WebSocketDecoder>
    let inbox: WebSocketInbox
    let line = WaitingLine()

    /// Creates the server side of a connection after an accepted handshake.
    ///
    /// - Parameters:
    ///   - request: The request of the handshake.
    ///   - subprotocol: The agreed subprotocol, or `nil` if there's none.
    ///   - service: The service for the connection.
    ///   - resume: A closure to call when reading may continue after ``Reception/pauses`` stopped it. It can be called
    ///     on any thread.
    ///   - write: A closure that sends bytes to the client. Its calls never overlap. It returns once the bytes are
    ///     queued and the client is reading. It throws an error if the connection is lost, or after a reply that ends
    ///     it (``Reception/ends``). In a cancelled task, it also accepts the bytes, but may then stop waiting and throw
    ///     `CancellationError`.
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

    /// The code with which the client closed the connection, or `nil` if it hasn't closed it.
    ///
    /// It's ``CloseCode/noStatusReceived`` if the client sent no code, and ``CloseCode/abnormalClosure`` if the
    /// connection ended without a close frame (RFC 6455 §7.1.5).
    public var closeCode: CloseCode? { state.withLock { $0.peerClose?.code } }
    /// The reason that the client sent with ``closeCode``.
    ///
    /// It's empty if the client sent no reason, and `nil` if the client hasn't closed the connection.
    public var closeReason: String? { state.withLock { $0.peerClose?.reason } }

    /// The messages from the client, in order.
    ///
    /// The sequence ends when the client closes the connection with 1000, 1001 or no code, and immediately when this
    /// side closes it. It throws a ``WebSocketError`` with the code if the client closes with any other code, violates
    /// the protocol, or disconnects without closing. It throws `CancellationError` if the task is cancelled. If there
    /// are several iterators, each message goes to one of them.
    public var messages: Messages { Messages(inbox: inbox) }
}

extension WebSocket {
    struct State {
        enum Phase {
            case open
            /// This side has closed the connection or is closing it, and the client hasn't answered yet.
            case closing(CloseCode)
            /// Nothing can be sent anymore, for the given reason.
            case over(WebSocketError)
        }

        var phase = Phase.open
        /// Whether this side's close frame has been passed to the connection.
        var hasSentClose = false
        var peerClose: (code: CloseCode, reason: String)?

        /// The error for sending a message, or `nil` if messages can be sent.
        var obstacle: WebSocketError? {
            switch phase {
            case .open: nil
            case .closing(let code): .closedHere(code)
            case .over(let error): error
            }
        }

        /// The reason the connection is over, or `nil` if it isn't.
        var end: WebSocketError? { if case .over(let error) = phase { error } else { nil } }
    }
}
