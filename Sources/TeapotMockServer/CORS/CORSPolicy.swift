public import Teapot

/// A policy for cross-origin resource sharing (CORS, Fetch standard §3.2).
///
/// It tells browsers which pages from other origins may send requests and read the responses.
///
/// ```swift
/// router.cors = .permissive
/// ```
///
/// Without origins, methods or headers, every one is allowed. The headers that a policy adds replace a response's own
/// `Access-Control-…` headers, such as those from a recording or a live server.
public struct CORSPolicy: Sendable, Equatable {
    /// The origins of the pages that may read responses, such as `http://localhost:3000`, or `nil` for every origin.
    public var origins: [String]?
    /// The methods of requests, or `nil` for every method.
    public var methods: [Teapot.Method]?
    /// The names of request headers, or `nil` for every name.
    public var headers: [String]?
    /// The names of response headers that scripts may read, or `nil` for every name.
    public var exposedHeaderFields: [String]?
    /// Whether requests may include cookies and HTTP authentication.
    public var allowsCredentials: Bool
    /// The time for which a browser may reuse the answer to a preflight request, in seconds, or `nil` for the browser's
    /// default, which is five seconds.
    public var maxAge: Double?

    /// A policy that allows every origin, method and header, with credentials.
    public static let permissive = CORSPolicy()

    /// Creates a policy, which allows everything by default.
    ///
    /// - Parameters:
    ///   - origins: The origins of the pages that may read responses, such as `http://localhost:3000`, or `nil` for
    ///     every origin.
    ///   - methods: The methods of requests, or `nil` for every method.
    ///   - headers: The names of request headers, or `nil` for every name.
    ///   - exposedHeaderFields: The names of response headers that scripts may read, or `nil` for every name.
    ///   - allowsCredentials: Whether requests may include cookies and HTTP authentication.
    ///   - maxAge: The time for which a browser may reuse the answer to a preflight request, in seconds, or `nil` for
    ///     the browser's default.
    public init(
        origins: [String]? = nil,
        methods: [Teapot.Method]? = nil,
        headers: [String]? = nil,
        exposedHeaderFields: [String]? = nil,
        allowsCredentials: Bool = true,
        maxAge: Double? = nil
    ) {
        self.origins = origins
        self.methods = methods
        self.headers = headers
        self.exposedHeaderFields = exposedHeaderFields
        self.allowsCredentials = allowsCredentials
        self.maxAge = maxAge
    }
}
