import Teapot

extension Server {
    /// A server's limits on the size and duration of requests, and on the number of connections.
    public struct Limits: Sendable, Equatable {
        /// The maximum size of the request line and the headers together, in bytes.
        ///
        /// A larger head gets status 431, or 414 if the request line alone is too long.
        public var headBytes: Int
        /// The maximum size of a request's body after joining its chunks, in bytes; a larger body gets status 413.
        public var bodyBytes: Int
        /// The maximum time from the first byte of a request's head to the last, in seconds; a slower head gets status
        /// 408.
        public var headSeconds: Double
        /// The maximum time between pieces of a request's body, in seconds; a longer pause gets status 408.
        public var bodySeconds: Double
        /// The maximum idle time of a connection, in seconds, after which the connection is closed.
        ///
        /// A connection is idle if it has no request, or if the client isn't reading the response.
        public var idleSeconds: Double
        /// The maximum number of open connections for each event loop; others wait until one is closed.
        public var connections: Int

        /// Creates limits.
        ///
        /// - Parameters:
        ///   - headBytes: The maximum size of the request line and the headers, in bytes; 64 KiB by default.
        ///   - bodyBytes: The maximum size of a body, in bytes; 256 MiB by default.
        ///   - headSeconds: The maximum time for a head, in seconds; 30 by default.
        ///   - bodySeconds: The maximum pause in a body, in seconds; 60 by default.
        ///   - idleSeconds: The maximum idle time of a connection, in seconds; 120 by default.
        ///   - connections: The maximum number of connections; 65,536 by default.
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

    /// The interval between checks for slow clients, in seconds.
    var lookingInterval: Double {
        min(max(min(headSeconds, bodySeconds, idleSeconds) / 4, 0.01), 1)
    }

    /// Returns a time in nanoseconds that is at least a millisecond and at most about thirty years, so it can't
    /// overflow.
    private static func nanoseconds(_ seconds: Double) -> UInt64 {
        UInt64(min(seconds > 0 ? max(seconds, 0.001) : 0.001, 1e9) * 1e9)
    }
}
