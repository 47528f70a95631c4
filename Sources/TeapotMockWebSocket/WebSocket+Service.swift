import TeapotMock

extension WebSocket {
    /// A service for the WebSockets of a route; see `.webSocket`.
    public final class Service: Sendable {
        /// The supported subprotocols.
        package let protocols: [String]
        let maximumMessageBytes: Int
        let handler: @Sendable (WebSocket) async throws -> Void

        /// Creates a service.
        ///
        /// - Parameters:
        ///   - protocols: The supported subprotocols. The server picks the first protocol offered by the client that is
        ///     also in this list.
        ///   - maximumMessageBytes: The maximum length of a client's message, in bytes. A longer message closes the
        ///     connection with code 1009.
        ///   - handler: A closure that serves one connection. It runs once for each connection, and its task is
        ///     cancelled when the client disconnects.
        public init(
            protocols: [String] = [],
            maximumMessageBytes: Int = 16 << 20,
            _ handler: @escaping @Sendable (WebSocket) async throws -> Void
        ) {
            self.protocols = protocols
            self.maximumMessageBytes = maximumMessageBytes
            self.handler = handler
        }
    }
}

extension WebSocket.Service: Equatable {
    /// Returns whether two values are the same service.
    public static func == (left: WebSocket.Service, right: WebSocket.Service) -> Bool { left === right }
}
