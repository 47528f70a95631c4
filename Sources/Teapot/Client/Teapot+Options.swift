public import Foundation

extension Teapot {
    /// The options that apply to every request of a client.
    public struct Options: Sendable {
        /// The headers of every request.
        ///
        /// A request's own headers replace those with the same name. A `Content-Type` here applies to JSON and bytes;
        /// forms, multipart bodies and files have their own.
        public var headers: [String: String] = [:]
        /// The time to wait for anything to arrive, in seconds, unless the call specifies another.
        public var timeout: TimeInterval = 60
        /// The time that a whole call may take, in seconds, by default unlimited (`.infinity`).
        ///
        /// It counts from the beginning of the call to its result, including adapters, the wait for a connection,
        /// redirects and retries. It continues while a call is suspended, and applies to streams. For `events` it ends
        /// when a response begins. The result is a failure of type `timeout`.
        public var totalTimeout: TimeInterval = .infinity
        /// The encoder that turns an `Encodable` into a body.
        public var encoder = JSONEncoder()
        /// The decoder that turns a body into a `Decodable`.
        public var decoder = JSONDecoder()
        /// The adapters that may change each request before it is sent, in this order, for example to sign it or to add
        /// a token.
        public var adapters: [Adapter] = []
        /// The retriers that decide, after a failure, whether to retry, such as `.backoff()`.
        ///
        /// Without hooks, nothing is retried.
        ///
        /// They are asked in order. The first that does not give up decides.
        public var retriers: [Retrier] = []
        /// The checks that a successful response has to pass before it's decoded, such as
        /// `.contentType("application/json")`.
        public var validators: [Validator] = []
        /// The observers that are called when a call starts, is redirected, is retried and ends.
        public var observers: [Observer] = []
        /// The initial level of the client's logger.
        public var logLevel = Logger.Level.none
        /// The cache of responses, such as `.memory()` of `TeapotResponseCache`.
        public var cache: ResponseCache?
        /// Which redirects are followed, by default all, at most 20 in a row.
        public var redirects = Redirects.follow
        /// The maximum length of a body, in bytes after decompression.
        ///
        /// A longer body ends with `incompleteResponse`. For `events`, it is the maximum length of each event.
        public var maximumBodyLength = Int.max
        /// The names of header fields, query items and members of bodies that hold secrets, in addition to the usual
        /// names.
        ///
        /// Their values are shortened in logs, errors and descriptions. The header fields are never sent to another
        /// origin unless ``forwardedHeaders`` names them.
        public var secrets: Set<String> = []
        /// The names of header fields that are also sent to another origin.
        ///
        /// They are kept when a redirect leads to another origin, and in requests for absolute URLs of another origin,
        /// in addition to `Accept*`, `Content-*`, `If-*`, `Range` and `User-Agent`.
        public var forwardedHeaders: Set<String> = []

        /// The decision whether a server is trusted and which certificate the client shows, or `nil` to leave both to
        /// the system.
        ///
        /// On Linux, Foundation has no such challenges. With a `trust`, each request for an https URL fails there with
        /// `dataTaskError`, and nothing is sent. `MockTeapot` makes no connections and never asks.
        public var trust: Trust?

        /// Whether descriptions show secrets, for failures of a test that made them up.
        package var showsSecrets = false

        /// Creates options; all others have the defaults that each property documents.
        ///
        /// - Parameters:
        ///   - headers: The headers of every request.
        ///   - timeout: The time to wait for anything to arrive, in seconds.
        ///   - retriers: The retriers, such as `.backoff()`.
        public init(headers: [String: String] = [:], timeout: TimeInterval = 60, retriers: [Retrier] = []) {
            (self.headers, self.timeout, self.retriers) = (headers, timeout, retriers)
        }

        /// The headers that always contain credentials (RFC 9110 §11.6, §11.7; RFC 6265).
        package static let credentials = ["Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization"]

        /// Returns whether the value of a header field is kept out of logs and not sent to other origins.
        package func isSecret(_ name: String) -> Bool { Secrets.isSecret(name, secrets) }
    }
}
