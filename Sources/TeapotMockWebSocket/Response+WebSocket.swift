import Teapot
public import TeapotMock

extension Response {
    /// Creates a response that turns the connection into a WebSocket (RFC 6455).
    ///
    /// Only a `Server` from `TeapotMockServer` can send this response. A request in the same process has no connection,
    /// so it fails with an error that explains the reason. A request that doesn't ask for a WebSocket gets status 426.
    ///
    /// - Parameters:
    ///   - protocols: The supported subprotocols. The server picks the first protocol offered by the client that is
    ///     also in this list.
    ///   - maximumMessageBytes: The maximum length of a client's message, in bytes; 16 MiB by default. A longer message
    ///     closes the connection with code 1009.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - handler: A closure that serves one connection. It runs once for each connection, and its task is cancelled
    ///     when the client disconnects. When it returns, the connection is closed with code 1000. When it throws an
    ///     error, the connection is closed with code 1011.
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

extension Response.Content {
    /// A WebSocket, which replaces the HTTP connection.
    ///
    /// The response has no body.
    public static func webSocket(_ service: WebSocket.Service) -> Self {
        .upgrade(Response.Upgrade(to: service, named: "WebSocket"))
    }
}
