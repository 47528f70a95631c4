public import Foundation

extension Teapot {
    /// A policy of exponential back-off with jitter that respects `Retry-After`.
    ///
    /// Use it with `options.retriers = [RetryPolicy().decide]`. A request that is not idempotent, such as a `POST`, is
    /// not repeated if the server may have processed it, unless it has an `Idempotency-Key` and was not redirected, or
    /// `repeatsUnsafeRequests` is set.
    public struct RetryPolicy: Sendable {
        var maximumAttempts: Int
        var baseDelay: TimeInterval
        var maximumDelay: TimeInterval
        var statusCodes: Set<Int>
        var repeatsUnsafeRequests: Bool

        /// The source of random numbers in place of the call's, for tests.
        var random: (@Sendable (ClosedRange<Double>) -> Double)?
        /// The current date in place of the call's, for tests.
        var now: (@Sendable () -> Date)?

        /// Creates a policy.
        ///
        /// - Parameters:
        ///   - maximumAttempts: The maximum number of attempts, the first included.
        ///   - baseDelay: The maximum wait before the second attempt, in seconds. It doubles with each further attempt.
        ///   - maximumDelay: The maximum wait, in seconds. If `Retry-After` is longer, the policy gives up.
        ///   - statusCodes: The statuses to retry after.
        ///   - repeatsUnsafeRequests: Whether to repeat requests that are not idempotent although the server may have
        ///     processed them.
        public init(
            maximumAttempts: Int = 3, baseDelay: TimeInterval = 0.5, maximumDelay: TimeInterval = 60,
            statusCodes: Set<Int> = [408, 425, 429, 500, 502, 503, 504], repeatsUnsafeRequests: Bool = false
        ) {
            (self.maximumAttempts, self.baseDelay, self.maximumDelay) = (maximumAttempts, baseDelay, maximumDelay)
            (self.statusCodes, self.repeatsUnsafeRequests) = (statusCodes, repeatsUnsafeRequests)
        }

        /// Decides about one failure, as a ``RetryHook``.
        ///
        /// - Parameter failure: The failed attempt.
        /// - Returns: The decision. The wait is random between zero and `baseDelay * 2^(number - 1)` seconds ("full
        ///   jitter"), and at least as long as `Retry-After`.
        @Sendable public func decide(_ failure: FailedAttempt) -> RetryDecision {
            // A failure that another retrier handled, such as a 401, does not count as an attempt here.
            let number = failure.number - failure.earlierErrors.filter { !isTransient($0) }.count
            guard number < maximumAttempts, isTransient(failure.error) else { return .giveUp }
            let request = failure.request
            // draft-ietf-httpapi-idempotency-key-header §2: by the key, a server knows a request that it has processed.
            // A redirect to another origin has left the key behind.
            let key = request.headerFields["Idempotency-Key"] ?? ""
            let hasKey = key.contains { $0 != " " && $0 != "\t" } && !failure.wasRedirected
            let isSafe = request.method.isIdempotent || hasKey || !failure.mayHaveBeenCarriedOut
            guard isSafe || repeatsUnsafeRequests else { return .giveUp }
            let ceiling = min(maximumDelay, baseDelay * pow(2, Double(min(number, 64) - 1)))
            // The bound is about thirty years, because a random number needs a finite range.
            var delay = (random ?? request.timeline.random)(0...max(0, min(ceiling, 1e9)))
            if let asked = failure.error.response.flatMap({ retryAfter($0, now?() ?? request.timeline.date) }) {
                guard asked <= maximumDelay else { return .giveUp }
                delay = max(delay, asked)
            }
            return .retry(after: delay)
        }

        private func isTransient(_ error: TeapotError) -> Bool {
            guard error.type == .invalidResponseStatus else { return error.isTransient }
            return error.responseStatus.map(statusCodes.contains) ?? false
        }

        /// Returns the seconds of a `Retry-After`, which is a number or a date (RFC 9110 §10.2.3).
        private func retryAfter(_ response: Response, _ now: Date) -> TimeInterval? {
            guard let value = response.headerFields["Retry-After"] else { return nil }
            if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Double(value) { return seconds }
            return Date.parsing(httpDate: value).map { max(0, $0.timeIntervalSince(now)) }
        }
    }
}
