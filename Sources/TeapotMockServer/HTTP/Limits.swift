extension Server {
    /// How much of one request the server takes in before it refuses it.
    public struct Limits: Sendable, Equatable {
        /// The most bytes that a request line and its header fields may take together; more is answered with 431, or
        /// with 414 when the request line alone is too long.
        public var headBytes: Int
        /// The most bytes that a request's body may have once chunks are joined; more is answered with 413.
        public var bodyBytes: Int

        /// Creates limits.
        ///
        /// - Parameters:
        ///   - headBytes: The most bytes of request line and header fields; 64 KiB unless told otherwise.
        ///   - bodyBytes: The most bytes of a body; 256 MiB unless told otherwise.
        public init(headBytes: Int = 64 * 1024, bodyBytes: Int = 256 * 1024 * 1024) {
            self.headBytes = max(headBytes, 0)
            self.bodyBytes = max(bodyBytes, 0)
        }
    }
}
