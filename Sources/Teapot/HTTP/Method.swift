extension Teapot {
    /// A request method (RFC 9110 §9).
    public struct Method: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
        /// The method as it is sent, such as `GET`.
        public let rawValue: String

        /// Creates a method of any name.
        ///
        /// - Parameter rawValue: The name, case-sensitive as RFC 9110 §9.1 has it. It is checked when a request is
        ///   sent: what is no token is a ``TeapotError`` of type `invalidHeader`.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Creates a method from a literal, so that `"OPTIONS"` can stand where `.get` does.
        public init(stringLiteral name: String) { rawValue = name }

        /// The method as it is sent.
        public var description: String { rawValue }

        /// Reads a resource.
        public static let get = Self("GET")
        /// Reads a resource's header fields alone.
        public static let head = Self("HEAD")
        /// Hands a resource something to process.
        public static let post = Self("POST")
        /// Replaces a resource.
        public static let put = Self("PUT")
        /// Changes a part of a resource (RFC 5789).
        public static let patch = Self("PATCH")
        /// Removes a resource.
        public static let delete = Self("DELETE")

        /// Whether doing it twice is the same as doing it once (RFC 9110 §9.2.2).
        package var isIdempotent: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(rawValue) }

        /// Whether it asks for no change (RFC 9110 §9.2.1).
        var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(rawValue) }

        /// Whether a dictionary of parameters goes into the query, there being no body.
        var hasNoBody: Bool { self == .get || self == .head }
    }
}
