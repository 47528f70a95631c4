extension Teapot {
    /// A try that failed, as a ``RetryHook`` sees it.
    public struct FailedAttempt: Sendable {
        /// The request as it went out, adapters included; of a chain of redirects the first, which a try would repeat.
        public let request: Request
        /// How many tries have failed so far; 1 for the first.
        public let number: Int
        /// Why it failed, with the response if one came.
        public let error: TeapotError
        /// Why the tries before this one failed, the first one first; their responses have no bodies.
        public let earlierErrors: [TeapotError]
        /// Whether another request's response led to the failure.
        var wasRedirected = false

        /// Creates a failed try, as a test of a hook does.
        ///
        /// - Parameters:
        ///   - request: The request as it went out.
        ///   - number: How many tries have failed so far.
        ///   - error: Why it failed.
        ///   - earlierErrors: Why the tries before it failed.
        public init(request: Request, number: Int, error: TeapotError, earlierErrors: [TeapotError] = []) {
            self.request = request
            self.number = number
            self.error = error
            self.earlierErrors = earlierErrors
        }

        /// Whether the server may have acted on the request before the failure.
        ///
        /// It has not when no connection was made, or when the status says so: 408, 425, 429 (RFC 9110 §15.5.9,
        /// RFC 8470 §5.2, RFC 6585 §4). A redirect counts as having acted: a `POST` is often answered by one.
        public var mayHaveBeenCarriedOut: Bool {
            if wasRedirected { return true }
            if let status = error.responseStatus { return ![408, 425, 429].contains(status) }
            guard let code = (error.underlyingError as? URLError)?.code else { return true }
            let unsent: [URLError.Code] = [
                .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
            ]
            return !unsent.contains(code)
        }
    }

    /// Whether and when to try again.
    public enum RetryDecision: Sendable, Equatable {
        /// Does not try again; unless another retrier does, the failure is delivered.
        case giveUp
        /// Does not try again, asks no other retrier, and delivers this error in place of the failure.
        case fail(TeapotError)
        /// Tries again after so many seconds; 0 is at once.
        case retry(after: TimeInterval)
    }

    /// Decides after a failure whether to try again, one of ``Options/retriers``; adapters run anew for each try.
    ///
    /// It sees failures of carrying a request out and failing statuses, not bodies that can't be decoded.
    public typealias RetryHook = @Sendable (FailedAttempt) async -> RetryDecision
}
