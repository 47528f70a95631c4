public import Foundation

extension Teapot {
    /// A failed attempt, as a ``RetryHook`` receives it.
    public struct FailedAttempt: Sendable {
        /// The request as it was sent, after the adapters, or as it was built if an adapter failed.
        ///
        /// In a chain of redirects it is the first one, which another attempt would repeat.
        public let request: Request
        /// The number of failed attempts so far, which is 1 for the first.
        public let number: Int
        /// The error, with the response if one was received.
        public let error: TeapotError
        /// The errors of the attempts before this one, in order.
        ///
        /// Their responses have no bodies.
        public let earlierErrors: [TeapotError]
        /// Whether the failed response was to a redirected request.
        var wasRedirected = false

        /// Creates a failed attempt, for testing a hook.
        ///
        /// - Parameters:
        ///   - request: The request as it was sent.
        ///   - number: The number of failed attempts so far.
        ///   - error: The error.
        ///   - earlierErrors: The errors of the attempts before this one, in order.
        public init(request: Request, number: Int, error: TeapotError, earlierErrors: [TeapotError] = []) {
            (self.request, self.number, self.error, self.earlierErrors) = (request, number, error, earlierErrors)
        }

        /// Whether the server may have processed the request before the failure.
        ///
        /// It is `false` if no connection was made, or if the status is 408, 425 or 429 (RFC 9110 §15.5.9, RFC 8470
        /// §5.2, RFC 6585 §4). It is `true` after a redirect, because a `POST` is often answered by one.
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

    /// A decision whether and when to retry.
    public enum RetryDecision: Sendable, Equatable {
        /// Does not retry.
        ///
        /// Unless another retrier does, the failure is delivered.
        case giveUp
        /// Does not retry, asks no other retrier, and delivers this error in place of the failure.
        case fail(TeapotError)
        /// Retries after a number of seconds, where 0 means immediately.
        case retry(after: TimeInterval)
    }

    /// A function that decides after a failure whether to retry, for ``Options/retriers``.
    ///
    /// It is called for errors of adapters, failures of sending a request and failing statuses, but not for bodies that
    /// can't be decoded. Adapters run again for each attempt.
    public typealias RetryHook = @Sendable (FailedAttempt) async -> RetryDecision
}
