extension Teapot {
    /// A request method (RFC 9110 §9).
    public struct Method: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
        /// The method as sent, such as `GET`.
        public let rawValue: String

        /// Creates a method with any name.
        ///
        /// - Parameter rawValue: The name. A method from RFC 9110 or 5789 may be in lowercase. Any other name is
        ///   case-sensitive (RFC 9110 §9.1). The name is validated when a request is sent. A name that isn't a token
        ///   causes a ``TeapotError`` of type `invalidHeader`.
        public init(_ rawValue: String) {
            self.rawValue = Self.standard.first { $0.isSameHeaderName(as: rawValue) } ?? rawValue
        }

        /// Creates a method from a literal, so you can use `"OPTIONS"` like `.get`.
        public init(stringLiteral name: String) { self.init(name) }

        private static let standard = [
            "GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT",
        ]

        /// The method as sent.
        public var description: String { rawValue }

        /// The method that reads a resource.
        public static let get = Self("GET")
        /// The method that reads only the headers of a resource.
        public static let head = Self("HEAD")
        /// The method that passes a body to a resource for processing.
        public static let post = Self("POST")
        /// The method that replaces a resource.
        public static let put = Self("PUT")
        /// The method that changes part of a resource (RFC 5789).
        public static let patch = Self("PATCH")
        /// The method that removes a resource.
        public static let delete = Self("DELETE")

        /// Whether sending the request twice has the same effect as sending it once (RFC 9110 §9.2.2).
        package var isIdempotent: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(rawValue) }

        /// Whether the request asks for no change (RFC 9110 §9.2.1).
        package var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(rawValue) }

        /// Whether the method has no body, so a dictionary of parameters becomes a query.
        var hasNoBody: Bool { self == .get || self == .head }
    }
}
