public import Teapot

/// A request as it reached a mock: what came in.
public struct Request: Sendable, Equatable {
    /// The method in capitals, such as `GET`.
    public var method: String
    /// The path as it was sent, percent-encoded and without the query, such as `/users/1`.
    public var path: String
    /// The query's items, decoded, in order; names may repeat.
    public var query: [URLQueryItem]
    /// The header fields as they were sent.
    public var headers: Teapot.HeaderFields
    /// The body's bytes; empty when there was none.
    public var body: Data

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method in capitals.
    ///   - path: The percent-encoded path without the query.
    ///   - query: The query's items, decoded.
    ///   - headers: The header fields.
    ///   - body: The body's bytes.
    public init(
        method: String,
        path: String,
        query: [URLQueryItem] = [],
        headers: Teapot.HeaderFields = [:],
        body: Data = Data()
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}
