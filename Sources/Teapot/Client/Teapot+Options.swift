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
        /// The time that a whole call may take, in seconds; unlimited (`.infinity`) by default.
        ///
        /// The clock runs from the start of the call to its result, including adapters, the wait for a connection,
        /// redirects and retries. It keeps running while a call is suspended. The limit applies to streams, too; for
        /// `events`, the clock stops when a response begins. A call that takes longer fails with `timeout`.
        public var totalTimeout: TimeInterval = .infinity
        /// The encoder that turns an `Encodable` into a body.
        ///
        /// The default one sorts members by name, so equal values have equal bytes.
        public var encoder = {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return encoder
        }()
        /// The decoder that turns a body into a `Decodable`.
        ///
        /// A decoder is an object that copies of the options share. Configure it before you create a client, or set a
        /// new one.
        public var decoder = JSONDecoder()
        /// The adapters that may change each request before it is sent, in this order, for example to sign it or to add
        /// a token.
        public var adapters: [Adapter] = []
        /// The retriers that decide, after a failure, whether to retry, such as `.backoff()`.
        ///
        /// Without retriers, nothing is retried.
        ///
        /// They're asked in order, and the first one that doesn't give up makes the decision.
        public var retriers: [Retrier] = []
        /// The checks that a successful response has to pass before it's decoded, such as
        /// `.contentType("application/json")`.
        public var validators: [Validator] = []
        /// The observers that are called when a call starts, is redirected, is retried or ends.
        public var observers: [Observer] = []
        /// The initial level of the client's logger.
        public var logLevel = Logger.Level.none
        /// The cache of responses, such as `.memory()` from `TeapotResponseCache`.
        public var cache: ResponseCache?
        /// The rule for following redirects; by default, all are followed, up to 20 in a row.
        public var redirects = Redirects.follow
        /// The maximum length of a body, in bytes after decompression.
        ///
        /// A longer body fails with `incompleteResponse`. For `events`, it is the maximum length of each event.
        public var maximumBodyLength = Int.max
        /// The names of headers, query items and body members that hold secrets, in addition to the usual names.
        ///
        /// Logs, errors and descriptions show shortened values. The headers are never sent to another origin unless
        /// ``forwardedHeaders`` names them.
        public var secrets: Set<String> = []
        /// The names of headers that may also be sent to another origin.
        ///
        /// The client keeps these headers, and `Accept*`, `Content-*`, `If-*`, `Range` and `User-Agent`, when a
        /// redirect leads to another origin, and in requests for absolute URLs of another origin.
        public var forwardedHeaders: Set<String> = []

        /// The hook that decides whether to trust a server and which client certificate to present, or `nil` to leave
        /// both to the system.
        ///
        /// Foundation on Linux doesn't report certificate challenges. If `trust` is set, every request for an https URL
        /// fails there with `dataTaskError`, and nothing is sent. `MockTeapot` never connects and never calls the hook.
        public var trust: Trust?

        /// Whether descriptions show secrets, for failures in a test that made the secrets up.
        package var showsSecrets = false

        /// Creates options; those without a parameter here keep their default values.
        ///
        /// - Parameters:
        ///   - headers: The headers of every request.
        ///   - timeout: The time to wait for anything to arrive, in seconds.
        ///   - adapters: The adapters, such as `.bearer { token }`.
        ///   - retriers: The retriers, such as `.backoff()`.
        ///   - decoder: The decoder, for example with a `dateDecodingStrategy`.
        public init(
            headers: [String: String] = [:], timeout: TimeInterval = 60, adapters: [Adapter] = [],
            retriers: [Retrier] = [], decoder: JSONDecoder = JSONDecoder()
        ) {
            (self.headers, self.timeout, self.adapters, self.retriers) = (headers, timeout, adapters, retriers)
            self.decoder = decoder
        }

        /// The headers that always contain credentials (RFC 9110 §11.6, §11.7; RFC 6265).
        package static let credentials = ["Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization"]

        /// Returns whether the value of a header is kept out of logs and not sent to other origins.
        package func isSecret(_ name: String) -> Bool { Secrets.isSecret(name, secrets) }
    }
}
