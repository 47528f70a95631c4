public import Foundation

extension Teapot {
    /// A request with everything needed to send it.
    ///
    /// An ``Adapter`` can change every part. The `URLRequest` is created only after the last validation, because
    /// `URLRequest` on Linux drops or injects headers that contain line breaks.
    public struct Request: Sendable {
        /// The unique ID of the request, which stays the same for all of its attempts and redirects.
        public package(set) var id: UUID
        /// The request method.
        public var method: Method
        /// The URL that the request is sent to.
        public var url: URL
        /// The headers.
        ///
        /// `Content-Length` and `Transfer-Encoding` are derived from the body, so don't set them.
        public var headers: HeaderFields
        /// The body.
        public var body: Body
        /// The time to wait for anything to arrive, in seconds, or `.infinity` for no limit.
        public var timeout: TimeInterval
        /// The time that the whole call may take, in seconds, or `.infinity` for no limit.
        ///
        /// The clock runs from the start of the call to its result, including adapters, the wait for a connection,
        /// redirects and retries.
        public var totalTimeout: TimeInterval
        /// Whether the request may use a cellular network.
        ///
        /// It has no effect on Linux.
        public var allowsCellularAccess: Bool
        /// The policy for using the client's ``Options/cache``, if there is one.
        public var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
        /// The statuses that count as success.
        ///
        /// If this set contains a 304 or a 404, for example, that response is delivered like a 200. Redirects are
        /// followed before the status is checked.
        public var acceptedStatusCodes: Set<Int>
        /// The retriers that decide whether to retry after a failure of this request, or `nil` for the client's.
        ///
        /// They replace all ``Options/retriers``, including an ``Authentication``'s. With an empty list, nothing is
        /// retried.
        public var retriers: [Retrier]?
        /// The checks of a successful response, or `nil` for the client's.
        public var validators: [Validator]?
        /// Whether a response's body is parsed as ``Teapot/Response/json`` if its type is JSON or it looks like JSON.
        public var readsJSON: Bool

        /// The time to wait for anything to arrive after the head, in seconds, if it differs.
        ///
        /// If it's set, the total timeout ends with the head.
        package var idleTimeout: TimeInterval?
        /// The names of secrets in addition to the usual ones.
        var secretNames: Set<String> = []
        /// The client session's cookies for the URL when a stored response was chosen.
        var sessionCookies: String?
        /// The timeline of the call that sends the request.
        package var timeline = Timeline.real

        /// The statuses of a successful response, 200 to 299.
        @usableFromInline package static let successfulStatusCodes = Set(200...299)

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - method: The request method.
        ///   - url: The URL that the request is sent to.
        ///   - headers: The headers.
        ///   - body: The body.
        ///   - timeout: The time to wait for anything to arrive, in seconds.
        ///   - totalTimeout: The time that the whole call may take, in seconds.
        ///   - allowsCellularAccess: Whether the request may use a cellular network.
        ///   - acceptedStatusCodes: The statuses that count as success.
        ///   - readsJSON: Whether a response's body is parsed as ``Teapot/Response/json``.
        ///   - id: The ID of the request, or `nil` for a new one.
        public init(
            method: Method = .get, url: URL, headers: HeaderFields = [:], body: Body = .none,
            timeout: TimeInterval = 60, totalTimeout: TimeInterval = .infinity, allowsCellularAccess: Bool = true,
            acceptedStatusCodes: Set<Int> = successfulStatusCodes, readsJSON: Bool = true, id: UUID? = nil
        ) {
            (self.id, self.method, self.url) = (id ?? .random(), method, url)
            (self.headers, self.body, self.readsJSON) = (headers, body, readsJSON)
            (self.timeout, self.totalTimeout) = (timeout, totalTimeout)
            (self.allowsCellularAccess, self.acceptedStatusCodes) = (allowsCellularAccess, acceptedStatusCodes)
        }
    }

    /// The body of a request.
    public enum Body: Sendable {
        /// No body.
        case none
        /// Bytes in memory.
        case data(Data)
        /// A file, streamed from disk.
        case file(BodyFile)
    }
}

extension Teapot.Request: CustomStringConvertible {
    /// The method, and the URL without its secrets.
    ///
    /// The headers are omitted, because they may contain secrets.
    public var description: String { "\(method) \(url.withoutSecrets(secretNames))" }
}
