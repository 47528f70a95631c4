import Foundation

extension Teapot {
    /// A closure that changes a request before it is sent, for example to sign it or to add a token.
    ///
    /// If no adapter waits, `MockTeapot` answers before the verb returns. For a closure that has to wait, use
    /// `Adapter(awaiting:)`. The time that adapters take doesn't count toward a request's timeout, which begins when
    /// the request is sent.
    public struct Adapter: Sendable {
        enum Change: Sendable {
            case immediate(@Sendable (inout Request) throws -> Void)
            case awaiting(@Sendable (inout Request) async throws -> Void)
        }

        let change: Change

        /// Creates an adapter that changes the request immediately.
        ///
        /// - Parameter adapt: The closure that changes the request. If it throws, the attempt fails with
        ///   `adapterFailed`, or with the thrown error if that is a ``TeapotError``.
        public init(_ adapt: @escaping @Sendable (inout Request) throws -> Void) { change = .immediate(adapt) }

        /// Creates an adapter that waits for something first.
        ///
        /// - Parameter adapt: The closure that changes the request. If it throws, the attempt fails with
        ///   `adapterFailed`, or with the thrown error if that is a ``TeapotError``.
        public init(awaiting adapt: @escaping @Sendable (inout Request) async throws -> Void) {
            change = .awaiting(adapt)
        }
    }
}

extension Teapot.Adapter {
    /// Returns an adapter that sends each request's ID, which stays the same for all attempts and redirects.
    ///
    /// Use the ID to match the client's logs with the server's. A request that already has this header isn't changed.
    ///
    /// - Parameter name: The name of the header.
    /// - Returns: The adapter.
    public static func requestID(as name: String = "X-Request-ID") -> Self {
        Self { $0.headers[name] = $0.headers[name] ?? $0.id.uuidString }
    }

    /// Returns an adapter that adds a bearer token to each request, in its `Authorization` header (RFC 6750 §2.1).
    ///
    /// A request that already has this header isn't changed. For a token that must be refreshed after a 401, use
    /// ``Teapot/Authentication`` instead.
    ///
    /// - Parameter token: A closure that returns the token. If it throws, the attempt fails with `adapterFailed`, or
    ///   with the thrown error if that is a ``TeapotError``.
    /// - Returns: The adapter.
    public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> Self {
        Self(awaiting: {
            if $0.headers["Authorization"] == nil { $0.headers["Authorization"] = "Bearer \(try await token())" }
        })
    }
}
