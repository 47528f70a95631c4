public import Foundation

extension Teapot {
    /// A failed attempt, passed to a ``Retrier``.
    public struct FailedAttempt: Sendable {
        /// The request as sent, after the adapters, or as built if an adapter failed.
        ///
        /// In a chain of redirects, it's the first request, which the next attempt would repeat.
        public let request: Request
        /// The number of failed attempts so far, including this one.
        public let number: Int
        /// The error, with the response if one was received.
        public let error: TeapotError
        /// The errors of earlier attempts, in order.
        ///
        /// Their responses have no bodies.
        public let earlierErrors: [TeapotError]
        /// Whether the failed response was to a redirected request.
        var wasRedirected = false

        /// Creates a failed attempt, for testing a retrier.
        ///
        /// - Parameters:
        ///   - request: The request as sent.
        ///   - number: The number of failed attempts so far.
        ///   - error: The error.
        ///   - earlierErrors: The errors of earlier attempts, in order.
        public init(request: Request, number: Int, error: TeapotError, earlierErrors: [TeapotError] = []) {
            (self.request, self.number, self.error, self.earlierErrors) = (request, number, error, earlierErrors)
        }

        /// Whether the server may have processed the request before the failure.
        ///
        /// It is `false` if no connection was made, or if the status is 408, 425 or 429 (RFC 9110 §15.5.9, RFC 8470
        /// §5.2, RFC 6585 §4). It is `true` after a redirect, because servers often answer a `POST` with one.
        public var mayHaveBeenProcessed: Bool {
            if wasRedirected { return true }
            if let status = error.responseStatus { return ![408, 425, 429].contains(status) }
            guard let code = (error.underlyingError as? URLError)?.code else { return true }
            let unsent: [URLError.Code] = [
                .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet,
            ]
            return !unsent.contains(code)
        }
    }

    /// A decision about whether and when to retry.
    public enum RetryDecision: Sendable, Equatable {
        /// Doesn't retry.
        ///
        /// The failure is delivered unless another retrier retries.
        case giveUp
        /// Doesn't retry or ask any other retrier, and delivers this error instead of the failure.
        case fail(TeapotError)
        /// Retries after a number of seconds; 0 means immediately.
        case retry(after: TimeInterval)
    }

    /// A closure that decides whether to retry after a failure, for ``Options/retriers``.
    ///
    /// A retrier is asked when an adapter or a validator throws an error, when sending a request fails, and when the
    /// status is a failure, but not when a body can't be decoded. Adapters run again for each attempt.
    ///
    /// ```swift
    /// options.retriers = [.backoff(attempts: 3)]
    /// ```
    public struct Retrier: Sendable {
        /// The closure that returns the decision about a failed attempt.
        public let decide: @Sendable (FailedAttempt) async -> RetryDecision
        /// The closure that returns why the retrier doesn't retry a temporary failure before its last attempt.
        var refusal: @Sendable (FailedAttempt) -> String? = { _ in nil }

        /// Creates a retrier.
        ///
        /// - Parameter decide: A closure that returns the decision about a failed attempt.
        public init(_ decide: @escaping @Sendable (FailedAttempt) async -> RetryDecision) { self.decide = decide }
    }
}
