public import Teapot

/// What a mock answers with: what goes out.
public struct Response: Sendable, Equatable {
    /// The status code, such as 200.
    public var status: Teapot.StatusCode
    /// The header fields; those that describe the body are added where they are not given.
    public var headers: Teapot.HeaderFields
    /// The body's bytes, unless ``file`` names a fixture.
    public var body: Data
    /// The name of a fixture whose bytes are the body, such as `users` or `logo.png`; `nil` for none.
    public var file: String?
    /// How long to wait before answering, in seconds.
    public var delay: Double
    /// How the exchange fails instead of being answered; `nil` if it does not.
    public var fault: Fault?

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

extension Response {
    /// A failure of the connection, in place of a response.
    public struct Fault: Sendable, Equatable {
        /// What the client is told.
        public let error: any Error

        /// Creates a fault.
        ///
        /// - Parameter error: What the client is told.
        public init(_ error: any Error) {
            self.error = error
        }

        /// Whether two faults tell the client the same.
        public static func == (left: Self, right: Self) -> Bool {
            String(reflecting: left.error) == String(reflecting: right.error)
        }
    }
}
