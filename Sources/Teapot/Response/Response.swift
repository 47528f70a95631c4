public import Foundation

extension Teapot {
    /// A response, with its status, headers and body.
    public struct Response: Sendable {
        /// The URL of the response, after redirects.
        public var url: URL
        /// The status code, for example 200, or 0 if no response was received.
        public var statusCode: Int
        /// The headers as received.
        public var headers: HeaderFields
        /// The bytes of the body.
        ///
        /// It's empty if there was no body, or if the body went to another destination, such as a file.
        public var body: Data
        /// The body parsed as JSON, or `nil` if it's a scalar or isn't JSON; ``body`` has the bytes either way.
        public internal(set) var json: JSON?
        /// The decoder of the client that received the response.
        var decoder: JSONDecoder?
        /// A closure that describes the mock that answered, or returns `nil` for a response from a server.
        package var mock: Box<@Sendable () -> String?>?
        /// The names of secrets in addition to the usual ones.
        var secretNames: Set<String> = []
        /// The method of the request, if a client received the response.
        var method: Teapot.Method?

        /// Creates a response.
        ///
        /// - Parameters:
        ///   - url: The URL of the response.
        ///   - statusCode: The status code.
        ///   - headers: The headers.
        ///   - body: The bytes of the body.
        public init(url: URL, statusCode: Int, headers: HeaderFields = [:], body: Data = Data()) {
            (self.url, self.statusCode, self.headers, self.body) = (url, statusCode, headers, body)
        }

        /// Returns the response with the options of the client that received it.
        ///
        /// Decoding and describing the response need them.
        consuming func keeping(_ options: Teapot.Options, _ method: Teapot.Method? = nil) -> Self {
            (decoder, secretNames, self.method) = (options.decoder, options.secrets, method)
            return self
        }

        /// The known parts of the request, for an error about the response.
        var knownRequest: TeapotError.FailedRequest? { method.map { ($0, url, nil, secretNames, 1) } }

        /// The status code, the same number as ``statusCode``.
        public var status: Int { statusCode }
    }
}

extension Teapot.Response: Equatable {
    /// Returns whether two responses have the same URL, status, headers and body.
    public static func == (left: Self, right: Self) -> Bool {
        left.url == right.url && left.statusCode == right.statusCode && left.headers == right.headers
            && left.body == right.body
    }
}

extension Teapot.Response: CustomStringConvertible {
    /// The status, the URL without its secrets, and the number of bytes.
    ///
    /// The headers are omitted, because they may contain secrets.
    public var description: String { "\(statusCode) from \(url.withoutSecrets(secretNames)), \(body.count) bytes" }
}
