public import Teapot

/// The rules by which browsers let pages of other origins send requests and read the responses: cross-origin resource
/// sharing (CORS), as in the Fetch standard, §3.2.
///
/// ```swift
/// router.cors = .permissive
/// ```
///
/// A property that is `nil` allows everything. The fields that a policy adds take the place of the `Access-Control-…`
/// fields of a response, such as those of a recording or of a live server.
public struct CORSPolicy: Sendable, Equatable {
    /// The origins of the pages that may read responses, such as `http://localhost:3000`, or `nil` for every origin.
    public var origins: [String]?
    /// The methods of requests, or `nil` for every method.
    public var methods: [Teapot.Method]?
    /// The names of the header fields of requests, or `nil` for every name.
    public var headerFields: [String]?
    /// The names of the header fields of responses that scripts may read, or `nil` for every name.
    public var exposedHeaderFields: [String]?
    /// Whether requests may contain cookies and HTTP authentication.
    public var allowsCredentials: Bool
    /// The time for which a browser may reuse the answer to a preflight request, in seconds, or `nil` to leave it to
    /// the browser, whose default is five seconds.
    public var maxAge: Double?

    /// A policy that allows every origin, method and header field, with credentials.
    public static let permissive = CORSPolicy()

    /// Creates a policy, by default one that allows everything.
    ///
    /// - Parameters:
    ///   - origins: The origins of the pages that may read responses, such as `http://localhost:3000`, or `nil` for
    ///     every origin.
    ///   - methods: The methods of requests, or `nil` for every method.
    ///   - headerFields: The names of the header fields of requests, or `nil` for every name.
    ///   - exposedHeaderFields: The names of the header fields of responses that scripts may read, or `nil` for every
    ///     name.
    ///   - allowsCredentials: Whether requests may contain cookies and HTTP authentication.
    ///   - maxAge: The time for which a browser may reuse the answer to a preflight request, in seconds, or `nil` to
    ///     leave it to the browser.
    public init(
        origins: [String]? = nil,
        methods: [Teapot.Method]? = nil,
        headerFields: [String]? = nil,
        exposedHeaderFields: [String]? = nil,
        allowsCredentials: Bool = true,
        maxAge: Double? = nil
    ) {
        self.origins = origins
        self.methods = methods
        self.headerFields = headerFields
        self.exposedHeaderFields = exposedHeaderFields
        self.allowsCredentials = allowsCredentials
        self.maxAge = maxAge
    }
}
