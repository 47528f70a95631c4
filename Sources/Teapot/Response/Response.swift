extension Teapot {
    /// What came back for a request: status, header fields and body.
    public struct Response: Sendable {
        /// The URL that answered, after redirects.
        public var url: URL
        /// The status code, for example 200; 0 when no response came.
        public var statusCode: Int
        /// The header fields as they came.
        public var headerFields: HeaderFields
        /// The body's bytes; empty when there was none or it went elsewhere, such as to a file.
        public var data: Data
        /// The body read as JSON; `nil` when it is none, or a scalar, which ``data`` still holds.
        public internal(set) var json: JSON?
        /// The decoder of the client that received the response.
        var decoder: JSONDecoder?

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - url: The URL that answered.
        ///   - statusCode: The status code.
        ///   - headerFields: The header fields.
        ///   - data: The body's bytes.
        public init(url: URL, statusCode: Int, headerFields: HeaderFields = [:], data: Data = Data()) {
            self.url = url
            self.statusCode = statusCode
            self.headerFields = headerFields
            self.data = data
        }

        /// The status code, under the shorter name; the same number as ``statusCode``.
        public var status: Int { statusCode }

        /// The value of a header field.
        ///
        /// - Parameter field: The field's name, in any case.
        /// - Returns: Its values joined with a comma, or `nil` when there is none.
        public func value(forHTTPHeaderField field: String) -> String? { headerFields[field] }
    }
}

extension Teapot.Response: Equatable {
    /// Whether two responses have the same URL, status, header fields and body.
    public static func == (left: Self, right: Self) -> Bool {
        left.url == right.url && left.statusCode == right.statusCode && left.headerFields == right.headerFields
            && left.data == right.data
    }
}

extension Teapot.Response: CustomStringConvertible {
    /// The status, the URL without its secrets, and how many bytes came; never the header fields, which may hold some.
    public var description: String { "\(statusCode) from \(url.withoutSecrets), \(data.count) bytes" }
}
