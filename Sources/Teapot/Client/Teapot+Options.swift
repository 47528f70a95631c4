extension Teapot {
    /// What a client does the same for each of its requests.
    public struct Options: Sendable {
        /// Header fields for every request; a request's own replace those of the same name.
        public var headerFields: [String: String] = [:]
        /// How long to wait for anything to arrive before giving up, in seconds, unless the call says otherwise.
        public var timeoutInterval: TimeInterval = 60
        /// How long a whole call may take, in seconds; `.infinity`, which is the default, sets no bound.
        ///
        /// It counts from the call's begin to its result: adapters, the wait for a connection, redirects and retries
        /// included. It runs on while a call is held, and ends streams too; `events` alone go on. The result is a failure of type
        /// `noResponse`, or `incompleteResponse` if a response had begun to come.
        public var totalTimeoutInterval: TimeInterval = .infinity
        /// What turns an `Encodable` into a body.
        public var encoder = JSONEncoder()
        /// What turns a body into a `Decodable`.
        public var decoder = JSONDecoder()
        /// What may change each request before it goes out, in this order: sign it, add a token.
        public var adapters: [Adapter] = []
        /// What decides, after a failure, whether to try again; none never does.
        ///
        /// They are asked in their order. The first that does not give up decides.
        public var retriers: [RetryHook] = []
        /// What is told of each call: its start, redirects, retries and end.
        public var observers: [Observer] = []
        /// How much the client's logger logs at first.
        public var logLevel = Logger.Level.none
        /// What keeps responses, so that the server need not send them again unless they have changed.
        public var responseStore: ResponseStore?
        /// How many redirects in a row are followed; 0 follows none and delivers the redirect itself.
        public var maximumRedirects = 20
        /// What decides about each redirect before it is followed; without one all are.
        public var redirectHook: RedirectHook?
        /// The longest body that is read, in bytes after decompression; a longer one ends as `incompleteResponse`.
        public var maximumResponseLength = Int.max
        /// Names of header fields, query items and members of bodies, beyond the usual ones, that hold secrets: they are
        /// shortened in logs and in `curl` descriptions, and never go to another origin unless ``forwardedHeaderFields``
        /// names them.
        public var secretHeaderFields: Set<String> = []
        /// Names of header fields that go along when a redirect leads to another origin, and into requests for whole URLs
        /// of another origin, besides `Accept*`, `Content-*`, `If-*`, `Range` and `User-Agent`.
        public var forwardedHeaderFields: Set<String> = []

        /// What is asked whether a server is trusted, and for the client's certificate; `nil` leaves that to the system.
        ///
        /// On Linux Foundation asks nobody: with a hook each request for an https URL fails there as `dataTaskError`, and
        /// nothing is sent. `MockTeapot` makes no connections and never asks.
        public var challengeHook: ChallengeHook?

        /// Creates options with the defaults that each property documents.
        public init() {}

        /// The fields whose values are credentials by their definition (RFC 9110 §11.6, §11.7; RFC 6265).
        package static let credentials = ["Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization"]

        /// Whether a header field's value is to be kept from logs and from other origins.
        package func isSecret(_ name: String) -> Bool {
            Self.credentials.contains { $0.isSameHeaderName(as: name) } || Secrets.isUsual(name)
                || secretHeaderFields.contains { $0.isSameHeaderName(as: name) }
        }

        /// Whether a header field may go to another origin than the one it was meant for.
        ///
        /// What is not known to be harmless is taken to be meant for one server alone. `Host` never goes: it names that
        /// server (RFC 9110 §7.2).
        package func mayFollow(_ name: String) -> Bool {
            let name = name.lowercased()
            if forwardedHeaderFields.contains(where: { $0.isSameHeaderName(as: name) }) { return name != "host" }
            let isHarmless =
                ["range", "user-agent"].contains(name)
                || ["accept", "content-", "if-"].contains { name.hasPrefix($0) }
            return isHarmless && !isSecret(name)
        }
    }

    /// Changes a request before it goes out, for example to sign it or to add a token.
    ///
    /// A closure that need not wait keeps `MockTeapot` answering before the verb returns; one that has to wait is
    /// spelled `Adapter(awaiting:)`. Neither counts towards a request's time-out, which begins when it goes out.
    public enum Adapter: Sendable {
        /// Changes the request at once.
        case immediate(@Sendable (inout Request) throws -> Void)
        /// Changes the request after waiting for something.
        case awaiting(@Sendable (inout Request) async throws -> Void)

        /// Creates an adapter that changes the request at once.
        ///
        /// - Parameter adapt: What to change; what it throws ends the call as `adapterFailed`.
        public init(_ adapt: @escaping @Sendable (inout Request) throws -> Void) { self = .immediate(adapt) }

        /// Creates an adapter that waits for something first.
        ///
        /// - Parameter adapt: What to change; what it throws ends the call as `adapterFailed`.
        public init(awaiting adapt: @escaping @Sendable (inout Request) async throws -> Void) {
            self = .awaiting(adapt)
        }
    }
}
