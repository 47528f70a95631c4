import Teapot

extension Response {
    /// Creates a response that turns the connection into a WebSocket (RFC 6455).
    ///
    /// Only a `Server` of `TeapotMockServer` can send this response. For a request in the same process there is no
    /// connection, so the call fails with an error that explains this. A request that does not ask for a WebSocket is
    /// answered with status 426.
    ///
    /// - Parameters:
    ///   - protocols: The supported subprotocols. The first protocol that the client offers and that is in this list is
    ///     chosen.
    ///   - maximumMessageBytes: The maximum length of a client's message, in bytes. The default is 16 MiB. A longer
    ///     message closes the connection with code 1009.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - handler: A closure that serves one connection. It runs once for each connection, and its task is cancelled
    ///     when the client disconnects. When it returns, the connection is closed with code 1000. When it throws, the
    ///     connection is closed with code 1011.
    /// - Returns: The response, which has status 101.
    public static func webSocket(
        protocols: [String] = [],
        maximumMessageBytes: Int = 16 << 20,
        delay: Double = 0,
        _ handler: @escaping @Sendable (WebSocket) async throws -> Void
    ) -> Response {
        var response = Response(status: 101, delay: delay)
        response.content = .webSocket(
            WebSocket.Service(protocols: protocols, maximumMessageBytes: maximumMessageBytes, handler))
        return response
    }
}

extension TeapotError {
    /// Returns the error for a request in this process whose response is a WebSocket.
    static func needsServer(_ request: Request) -> TeapotError {
        make(
            .unansweredRequest,
            """
            \(request.method) \(request.path) is answered by a WebSocket, which needs a `Server` of TeapotMockServer: \
            without a socket there is no connection to keep open. Put the router behind `Server(router:)`, and connect \
            to its address.
            """)
    }
}
