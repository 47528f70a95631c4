public import Foundation

extension Teapot {
    /// A request with everything that is needed to send it.
    ///
    /// An ``Adapter`` may change every part. The `URLRequest` is created only after the last validation, because
    /// `URLRequest` on Linux drops or injects header fields that contain line breaks.
    public struct Request: Sendable {
        /// The ID of the request, which is the same for all of its attempts and redirects, and unique for each request.
        public internal(set) var id: UUID
        /// The request method.
        public var method: Method
        /// The URL that the request is sent to.
        public var url: URL
        /// The header fields.
        ///
        /// `Content-Length` and `Transfer-Encoding` follow from the body and must not be set.
        public var headerFields: HeaderFields
        /// The body.
        public var body: Body
        /// The time to wait for anything to arrive, in seconds, or `.infinity` for no limit.
        public var timeoutInterval: TimeInterval
        /// The time that the whole call may take, in seconds, or `.infinity` for no limit.
        ///
        /// It counts from the beginning of the call to its result, including adapters, the wait for a connection,
        /// redirects and retries.
        public var totalTimeoutInterval: TimeInterval
        /// Whether the request may use a cellular network.
        ///
        /// It has no effect on Linux.
        public var allowsCellularAccess: Bool
        /// The rule for how the request uses the client's ``Options/responseStore``, if there is one.
        public var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
        /// The statuses that are not a failure.
        ///
        /// If it contains 304 or 404, for example, they are delivered like a 200. Redirects are followed before the
        /// status is compared.
        public var acceptedStatusCodes: Set<Int>
        /// The hooks that decide, after a failure of this request, whether to retry, or `nil` for those of the client.
        ///
        /// They replace ``Options/retriers``, also that of an ``Authentication``. With an empty list, nothing is
        /// retried.
        public var retriers: [RetryHook]?
        /// Whether the body is parsed as ``Teapot/Response/json`` if it is declared as JSON or looks like JSON.
        public var readsJSON: Bool

        /// The time to wait for anything to arrive after the head, if it differs, in seconds.
        ///
        /// With such a time, the total timeout ends with the head.
        package var idleTimeoutInterval: TimeInterval?
        /// The names of secrets in addition to the usual ones.
        var secretNames: Set<String> = []
        /// The cookies of the client's session for the URL, as they were when a stored response was chosen.
        var sessionCookies: String?
        /// The time of the call that the request is sent in.
        package var timeline = Timeline.real

        /// The statuses of a successful response, 200 to 299.
        @usableFromInline package static let successfulStatusCodes = Set(200...299)

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - method: The request method.
        ///   - url: The URL that the request is sent to.
        ///   - headerFields: The header fields.
        ///   - body: The body.
        ///   - timeoutInterval: The time to wait for anything to arrive, in seconds.
        ///   - totalTimeoutInterval: The time that the whole call may take, in seconds.
        ///   - allowsCellularAccess: Whether the request may use a cellular network.
        ///   - acceptedStatusCodes: The statuses that are not a failure.
        ///   - readsJSON: Whether the body is parsed as ``Teapot/Response/json``.
        ///   - id: The ID of the request, or `nil` for a new one.
        public init(
            method: Method = .get, url: URL, headerFields: HeaderFields = [:], body: Body = .none,
            timeoutInterval: TimeInterval = 60, totalTimeoutInterval: TimeInterval = .infinity,
            allowsCellularAccess: Bool = true, acceptedStatusCodes: Set<Int> = successfulStatusCodes,
            readsJSON: Bool = true, id: UUID? = nil
        ) {
            (self.id, self.method, self.url) = (id ?? .random(), method, url)
            (self.headerFields, self.body, self.readsJSON) = (headerFields, body, readsJSON)
            (self.timeoutInterval, self.totalTimeoutInterval) = (timeoutInterval, totalTimeoutInterval)
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
    /// The header fields are left out, because they may contain secrets.
    public var description: String { "\(method) \(url.withoutSecrets(secretNames))" }
}
