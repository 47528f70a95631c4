import Foundation

extension Teapot {
    /// A closure that changes a request before it is sent, for example to sign it or to add a token.
    ///
    /// With closures that do not wait, `MockTeapot` answers before the verb returns. A closure that has to wait is
    /// spelled `Adapter(awaiting:)`. Neither counts towards a request's timeout, which begins when the request is sent.
    public struct Adapter: Sendable {
        enum Change: Sendable {
            case immediate(@Sendable (inout Request) throws -> Void)
            case awaiting(@Sendable (inout Request) async throws -> Void)
        }

        let change: Change

        /// Creates an adapter that changes the request immediately.
        ///
        /// - Parameter adapt: The closure that changes the request. If it throws, the call ends with `adapterFailed`.
        public init(_ adapt: @escaping @Sendable (inout Request) throws -> Void) { change = .immediate(adapt) }

        /// Creates an adapter that waits for something first.
        ///
        /// - Parameter adapt: The closure that changes the request. If it throws, the call ends with `adapterFailed`.
        public init(awaiting adapt: @escaping @Sendable (inout Request) async throws -> Void) {
            change = .awaiting(adapt)
        }
    }
}

extension Teapot.Adapter {
    /// Returns an adapter that sends the ID of each request, the same for all of its attempts and redirects.
    ///
    /// A request that has such a field of its own is not changed. With the ID, the logs of client and server can be
    /// matched.
    ///
    /// - Parameter name: The name of the header field.
    /// - Returns: The adapter.
    public static func requestID(as name: String = "X-Request-ID") -> Self {
        Self { $0.headers[name] = $0.headers[name] ?? $0.id.uuidString }
    }
}
