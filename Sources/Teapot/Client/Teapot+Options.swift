public import Foundation

extension Teapot {
    /// The options that apply to every request of a client.
    public struct Options: Sendable {
        /// The header fields of every request.
        ///
        /// A request's own fields replace those of the same name. A `Content-Type` here is that of JSON and of bytes;
        /// forms, multipart bodies and files have their own.
        public var headerFields: [String: String] = [:]
        /// The time to wait for anything to arrive, in seconds, unless the call specifies another.
        public var timeoutInterval: TimeInterval = 60
        /// The time that a whole call may take, in seconds, by default unlimited (`.infinity`).
        ///
        /// It counts from the beginning of the call to its result, including adapters, the wait for a connection,
        /// redirects and retries. It continues while a call is suspended, and applies to streams. For `events` it ends
        /// when a response begins. The result is a failure of type `noResponse`, or `incompleteResponse` if a response
        /// had begun to arrive.
        public var totalTimeoutInterval: TimeInterval = .infinity
        /// The encoder that turns an `Encodable` into a body.
        public var encoder = JSONEncoder()
        /// The decoder that turns a body into a `Decodable`.
        public var decoder = JSONDecoder()
        /// The adapters that may change each request before it is sent, in this order, for example to sign it or to add
        /// a token.
        public var adapters: [Adapter] = []
        /// The hooks that decide, after a failure, whether to retry.
        ///
        /// Without any, nothing is retried.
        ///
        /// They are asked in order. The first that does not give up decides.
        public var retriers: [RetryHook] = []
        /// The closures that are called when a call starts, is redirected, is retried and ends.
        ///
        /// Each is called on the thread where the event happens, and the call continues when it returns.
        public var observers: [@Sendable (CallEvent) -> Void] = []
        /// The initial level of the client's logger.
        public var logLevel = Logger.Level.none
        /// The store for responses, such as the one of `TeapotResponseStore`.
        public var responseStore: ResponseStore?
        /// The maximum number of consecutive redirects.
        ///
        /// With 0, none is followed, and the redirect itself is delivered.
        public var maximumRedirects = 20
        /// The hook that decides about each redirect before it is followed.
        ///
        /// Without one, all are followed.
        public var redirectHook: RedirectHook?
        /// The maximum length of a body, in bytes after decompression.
        ///
        /// A longer body ends with `incompleteResponse`. For `events`, it is the maximum length of each event.
        public var maximumResponseLength = Int.max
        /// The names of header fields, query items and members of bodies that hold secrets, in addition to the usual
        /// names.
        ///
        /// Their values are shortened in logs, errors and descriptions. The header fields are never sent to another
        /// origin unless ``forwardedHeaderFields`` names them.
        public var secretHeaderFields: Set<String> = []
        /// The names of header fields that are also sent to another origin.
        ///
        /// They are kept when a redirect leads to another origin, and in requests for absolute URLs of another origin,
        /// in addition to `Accept*`, `Content-*`, `If-*`, `Range` and `User-Agent`.
        public var forwardedHeaderFields: Set<String> = []

        /// The hook that decides whether a server is trusted, and provides the client's certificate, or `nil` to leave
        /// both to the system.
        ///
        /// On Linux, Foundation has no such challenges. With a hook, each request for an https URL fails there with
        /// `dataTaskError`, and nothing is sent. `MockTeapot` makes no connections and never calls the hook.
        public var challengeHook: ChallengeHook?

        /// Whether descriptions show secrets, for the failures of a test that made them up.
        package var showsSecrets = false

        /// Creates options with the defaults that each property documents.
        public init() {}

        /// The header fields whose values are credentials by definition (RFC 9110 §11.6, §11.7; RFC 6265).
        package static let credentials = ["Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization"]

        /// Returns whether the value of a header field is kept out of logs and not sent to other origins.
        package func isSecret(_ name: String) -> Bool { Secrets.isSecret(name, secretHeaderFields) }
    }

    /// A closure that changes a request before it is sent, for example to sign it or to add a token.
    ///
    /// With closures that do not wait, `MockTeapot` answers before the verb returns. A closure that has to wait is
    /// spelled `Adapter(awaiting:)`. Neither counts towards a request's timeout, which begins when the request is sent.
    public struct Adapter: Sendable {
        enum Change: Sendable {
            case immediate(@Sendable (inout Request) throws -> Void)
            case awaiting(@Sendable (inout Request) async throws -> Void)
        }

        let change: Change

        /// Creates an adapter that changes the request immediately.
        ///
        /// - Parameter adapt: The closure that changes the request. If it throws, the call ends with `adapterFailed`.
        public init(_ adapt: @escaping @Sendable (inout Request) throws -> Void) { change = .immediate(adapt) }

        /// Creates an adapter that waits for something first.
        ///
        /// - Parameter adapt: The closure that changes the request. If it throws, the call ends with `adapterFailed`.
        public init(awaiting adapt: @escaping @Sendable (inout Request) async throws -> Void) {
            change = .awaiting(adapt)
        }
    }
}
