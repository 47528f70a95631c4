import Teapot

extension Response {
    /// A response that makes the connection a WebSocket (RFC 6455).
    ///
    /// Only a `Server` of `TeapotMockServer` can give it: in a process of its own a router has no connection, and the call
    /// fails with an error that says so. A request that asks for no WebSocket is answered with the status 426.
    ///
    /// - Parameters:
    ///   - protocols: The subprotocols that are understood; of those that a client offers the first that is among them is
    ///     chosen.
    ///   - maximumMessageBytes: The longest message of a client, in bytes: 16 MiB unless told otherwise. A longer one ends
    ///     the connection with the code 1009.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - handler: Serves one connection, run anew for each and cancelled when its client is gone. When it returns the
    ///     connection is closed with the code 1000, when it throws with 1011.
    /// - Returns: The response, of status 101.
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
    /// A request in this process whose answer is a WebSocket.
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
