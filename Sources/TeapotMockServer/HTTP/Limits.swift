import Teapot

extension Server {
    /// How much the server takes in, and how long it waits for it.
    public struct Limits: Sendable, Equatable {
        /// The most bytes that a request line and its header fields may take together; more is answered with 431, or
        /// with 414 when the request line alone is too long.
        public var headBytes: Int
        /// The most bytes that a request's body may have once chunks are joined; more is answered with 413.
        public var bodyBytes: Int
        /// How long a request's head may take from its first byte to its last, in seconds; longer is answered with 408.
        public var headSeconds: Double
        /// How long may pass before more comes of a request's body, in seconds; longer is answered with 408.
        public var bodySeconds: Double
        /// How long a connection may be open without a request, or with a client that takes nothing of its response, in
        /// seconds; then it is closed.
        public var idleSeconds: Double
        /// How many connections each event loop has open; others wait until one is closed.
        public var connections: Int

        /// Creates limits.
        ///
        /// - Parameters:
        ///   - headBytes: The most bytes of request line and header fields; 64 KiB unless told otherwise.
        ///   - bodyBytes: The most bytes of a body; 256 MiB unless told otherwise.
        ///   - headSeconds: The longest that a head may take; 30 s unless told otherwise.
        ///   - bodySeconds: The longest pause in a body; 60 s unless told otherwise.
        ///   - idleSeconds: The longest that a connection may be idle; 120 s unless told otherwise.
        ///   - connections: The most connections; 65,536 unless told otherwise.
        public init(
            headBytes: Int = 64 * 1024,
            bodyBytes: Int = 256 * 1024 * 1024,
            headSeconds: Double = 30,
            bodySeconds: Double = 60,
            idleSeconds: Double = 120,
            connections: Int = 65_536
        ) {
            self.headBytes = max(headBytes, 0)
            self.bodyBytes = max(bodyBytes, 0)
            self.headSeconds = headSeconds
            self.bodySeconds = bodySeconds
            self.idleSeconds = idleSeconds
            self.connections = max(connections, 1)
        }
    }
}

extension Server.Limits {
    var headNanoseconds: UInt64 { Self.nanoseconds(headSeconds) }
    var bodyNanoseconds: UInt64 { Self.nanoseconds(bodySeconds) }
    var idleNanoseconds: UInt64 { Self.nanoseconds(idleSeconds) }

    /// How often to look for clients who are too slow, in seconds.
    var lookingInterval: Double {
        min(max(min(headSeconds, bodySeconds, idleSeconds) / 4, 0.01), 1)
    }

    /// A longer time than thirty years would overflow, and no time at all is a millisecond.
    private static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(min(seconds > 0 ? max(seconds, 0.001) : 0.001, 1e9) * 1e9)
    }
}
