import Teapot

extension Response {
    /// A protocol that replaces the HTTP connection, such as a WebSocket from `TeapotMockWebSocket`.
    ///
    /// Only a `Server` from `TeapotMockServer` can send such a response. A request in the same process has no
    /// connection, so the call fails with an error that explains why.
    public struct Upgrade: Sendable, Equatable {
        /// The object that serves the connection, which the server recognizes.
        package let service: any Sendable & AnyObject
        /// The name of the protocol, such as `WebSocket`.
        package let name: String

        package init(to service: any Sendable & AnyObject, named name: String) {
            (self.service, self.name) = (service, name)
        }

        /// Returns whether two values have the same service.
        public static func == (left: Self, right: Self) -> Bool { left.service === right.service }
    }
}

extension TeapotError {
    /// Returns the error for an upgrade that answers a request in this process.
    static func needsServer(_ request: Request, _ upgrade: Response.Upgrade) -> TeapotError {
        make(
            .unansweredRequest,
            """
            \(request.method) \(request.path) is answered by a \(upgrade.name), which needs a `Server` from \
            TeapotMockServer: without a socket there is no connection to keep open. Serve the router with \
            `Server(router:)`, and connect to its address.
            """)
    }
}
