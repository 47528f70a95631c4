extension WebSocket {
    /// What serves the WebSockets of a route: see ``Response/webSocket(protocols:maximumMessageBytes:delay:_:)``.
    public struct Service: Sendable {
        private final class Identity: Sendable {}

        private let identity = Identity()
        /// The subprotocols that are understood.
        package let protocols: [String]
        let maximumMessageBytes: Int
        let handler: @Sendable (WebSocket) async throws -> Void

        /// Creates a service.
        ///
        /// - Parameters:
        ///   - protocols: The subprotocols that are understood; of those that a client offers the first that is among them
        ///     is chosen.
        ///   - maximumMessageBytes: The longest message of a client, in bytes; a longer one ends the connection with the
        ///     code 1009.
        ///   - handler: Serves one connection, run anew for each and cancelled when its client is gone.
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
    /// Whether two services are one and the same.
    public static func == (left: Self, right: Self) -> Bool { left.identity === right.identity }
}
