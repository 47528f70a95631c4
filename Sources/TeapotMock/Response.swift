public import Teapot

/// What a mock answers with: what goes out.
public struct Response: Sendable, Equatable {
    /// The status code, such as 200.
    public var status: Teapot.StatusCode
    /// The header fields.
    public var headers: Teapot.HeaderFields
    /// The body's bytes.
    public var body: Data
    /// How long to wait before answering, in seconds.
    public var delay: Double

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - body: The body's bytes.
    ///   - delay: How long to wait before answering, in seconds.
    public init(
        status: Teapot.StatusCode = .ok,
        headers: Teapot.HeaderFields = [:],
        body: Data = Data(),
        delay: Double = 0
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
    }
}
