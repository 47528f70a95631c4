public import Teapot

/// A request as it reached a mock: what came in.
public struct Request: Sendable, Equatable {
    /// The method in capitals, such as `GET`.
    public var method: String
    /// Where it was sent, such as `https://api.test`: scheme, host, and the port unless it is the scheme's own, in small
    /// letters (RFC 6454 §6.1); `nil` when that is not known.
    public var origin: String?
    /// The path as it was sent, percent-encoded and without the query, such as `/users/1`.
    public var path: String
    /// The query's items, decoded, in order; names may repeat.
    public var query: [URLQueryItem]
    /// The header fields as they were sent.
    public var headers: Teapot.HeaderFields
    /// The body's bytes; empty when there was none.
    public var body: Data
    /// What the `:variables` of the route that was matched stand for, decoded, by their names.
    ///
    /// A catch-all `**` is there under that name: the segments it stands for, with slashes between them.
    public var components: [String: String] = [:]

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method in capitals.
    ///   - origin: Scheme, host and port, such as `https://api.test`; `nil` when they are not known.
    ///   - path: The percent-encoded path without the query.
    ///   - query: The query's items, decoded.
    ///   - headers: The header fields.
    ///   - body: The body's bytes.
    public init(
        method: String,
        origin: String? = nil,
        path: String,
        query: [URLQueryItem] = [],
        headers: Teapot.HeaderFields = [:],
        body: Data = Data()
    ) {
        self.method = method
        self.origin = origin
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }

    /// What a `:variable` of the route that was matched stands for.
    ///
    /// - Parameter variable: The variable's name, without the colon.
    /// - Returns: The path's segment, decoded; `nil` when the route has no such variable.
    public subscript(variable: String) -> String? { components[variable] }
}
