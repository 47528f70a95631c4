extension Teapot {
    /// A request that is ready to go out: where to, what with, and how long to wait.
    ///
    /// An ``Adapter`` may change every part. It becomes a `URLRequest` only behind the last check, because
    /// `URLRequest` on Linux drops or injects header fields that hold line breaks.
    public struct Request: Sendable {
        /// Names the request: the same for all of its tries and redirects, another for each request that is made.
        public internal(set) var id: UUID
        /// What to do.
        public var method: Method
        /// Where it goes.
        public var url: URL
        /// The header fields.
        ///
        /// `Content-Length` and `Transfer-Encoding` are worked out and may not be set.
        public var headerFields: HeaderFields
        /// What is sent behind the header fields.
        public var body: Body
        /// How long to wait for anything to arrive before giving up, in seconds; `.infinity` waits for ever.
        public var timeoutInterval: TimeInterval
        /// How long the whole call may take, in seconds; `.infinity` sets no bound.
        ///
        /// It counts from the call's begin to its result: adapters, the wait for a connection, redirects and retries
        /// included.
        public var totalTimeoutInterval: TimeInterval
        /// Whether the request may go over a cellular network.
        ///
        /// Linux has none, and ignores it.
        public var allowsCellularAccess: Bool
        /// How the request uses the client's ``Options/responseStore``, if there is one.
        public var cachePolicy = CachePolicy.useStored
        /// The statuses that are no failure; 304 or 404 among them are delivered like a 200.
        ///
        /// Redirects are followed before this is asked.
        public var acceptedStatusCodes: Set<Int>
        /// Whether the body is read into ``Teapot/Response/json`` where it claims or looks to be JSON.
        public var readsJSON: Bool

        /// The statuses of success, 200 to 299.
        public static let successfulStatusCodes = Set(200...299)

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - method: What to do.
        ///   - url: Where it goes.
        ///   - headerFields: The header fields.
        ///   - body: What is sent behind them.
        ///   - timeoutInterval: How long to wait for anything to arrive, in seconds.
        ///   - totalTimeoutInterval: How long the whole call may take, in seconds.
        ///   - allowsCellularAccess: Whether it may go over a cellular network.
        ///   - acceptedStatusCodes: The statuses that are no failure.
        ///   - readsJSON: Whether the body is read into ``Teapot/Response/json``.
        ///   - id: What names the request.
        public init(
            method: Method = .get, url: URL, headerFields: HeaderFields = [:], body: Body = .none,
            timeoutInterval: TimeInterval = 60, totalTimeoutInterval: TimeInterval = .infinity,
            allowsCellularAccess: Bool = true, acceptedStatusCodes: Set<Int> = successfulStatusCodes,
            readsJSON: Bool = true, id: UUID = UUID()
        ) {
            self.id = id
            self.method = method
            self.url = url
            self.headerFields = headerFields
            self.body = body
            self.timeoutInterval = timeoutInterval
            self.totalTimeoutInterval = totalTimeoutInterval
            self.allowsCellularAccess = allowsCellularAccess
            self.acceptedStatusCodes = acceptedStatusCodes
            self.readsJSON = readsJSON
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
    /// The method and the URL without its secrets; never the header fields, which may hold some.
    public var description: String { "\(method) \(url.withoutSecrets)" }
}
