public import Foundation

extension Teapot {
    /// The exponential backoff of a ``Retrier``.
    struct Backoff: Sendable {
        var attempts = 3
        var baseDelay: TimeInterval = 0.5
        var maximumDelay: TimeInterval = 60
        var statusCodes: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
        var repeatsUnsafeRequests = false

        /// The source of random numbers that replaces the call's, for tests.
        var random: (@Sendable (ClosedRange<Double>) -> Double)?
        /// The current date that replaces the call's, for tests.
        var now: (@Sendable () -> Date)?

        /// Returns the decision about a failure, and why a temporary one isn't retried before the last attempt.
        ///
        /// The wait is random between zero and `baseDelay * 2^(number - 1)` seconds ("full jitter"), and at least as
        /// long as `Retry-After`.
        func judge(_ failure: FailedAttempt) -> (decision: RetryDecision, refusal: String?) {
            // Failures that another retrier handled, such as a 401, don't count as attempts here.
            let number = failure.number - failure.earlierErrors.filter { !isTransient($0) }.count
            guard number < attempts, isTransient(failure.error) else { return (.giveUp, nil) }
            let request = failure.request
            // draft-ietf-httpapi-idempotency-key-header §2: the key tells the server that it has already processed a
            // request. A redirect to another origin drops the key.
            let key = request.headers["Idempotency-Key"] ?? ""
            let hasKey = key.contains { $0 != " " && $0 != "\t" } && !failure.wasRedirected
            let isSafe = request.method.isIdempotent || hasKey || !failure.mayHaveBeenProcessed
            guard isSafe || repeatsUnsafeRequests else {
                return (.giveUp, "\(request.method) isn't idempotent; see repeatsUnsafeRequests")
            }
            let asked = failure.error.response.flatMap { retryAfter($0, now?() ?? request.timeline.date) }
            if let asked, !(asked <= maximumDelay) {
                let format = "the server asked for a wait of %.0f s, more than maximumDelay (%g s)"
                return (.giveUp, String(format: format, asked.rounded(.up), maximumDelay))
            }
            let ceiling = min(maximumDelay, baseDelay * pow(2, Double(min(number, 64) - 1)))
            // The limit is about thirty years, because a random number needs a finite range.
            let delay = (random ?? request.timeline.random)(0...max(0, min(ceiling, 1e9)))
            return (.retry(after: max(delay, asked ?? 0)), nil)
        }

        private func isTransient(_ error: TeapotError) -> Bool {
            guard error.type == .invalidResponseStatus else { return error.isTransient }
            return error.responseStatus.map(statusCodes.contains) ?? false
        }

        /// Returns the seconds of a `Retry-After`, which is a number or a date (RFC 9110 §10.2.3).
        private func retryAfter(_ response: Response, _ now: Date) -> TimeInterval? {
            guard let value = response.headers["Retry-After"] else { return nil }
            if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Double(value) { return seconds }
            return Date.parsing(httpDate: value).map { max(0, $0.timeIntervalSince(now)) }
        }
    }
}

extension Teapot.Retrier {
    /// Returns a retrier with exponential backoff and jitter that respects `Retry-After`.
    ///
    /// If the server may have processed a request that isn't idempotent, such as a `POST`, that request is repeated
    /// only if it has an `Idempotency-Key` and wasn't redirected, or if `repeatsUnsafeRequests` is set.
    ///
    /// - Parameters:
    ///   - attempts: The maximum number of attempts, including the first.
    ///   - baseDelay: The maximum wait before the second attempt, in seconds. It doubles with each further attempt.
    ///   - maximumDelay: The maximum wait, in seconds. If `Retry-After` is longer, the retrier gives up.
    ///   - statusCodes: The statuses to retry.
    ///   - repeatsUnsafeRequests: Whether to repeat requests that aren't idempotent even if the server may have
    ///     processed them.
    /// - Returns: The retrier.
    public static func backoff(
        attempts: Int = 3, baseDelay: TimeInterval = 0.5, maximumDelay: TimeInterval = 60,
        statusCodes: Set<Int> = [408, 425, 429, 500, 502, 503, 504], repeatsUnsafeRequests: Bool = false
    ) -> Self {
        let backoff = Teapot.Backoff(
            attempts: attempts, baseDelay: baseDelay, maximumDelay: maximumDelay, statusCodes: statusCodes,
            repeatsUnsafeRequests: repeatsUnsafeRequests)
        var retrier = Self { backoff.judge($0).decision }
        retrier.refusal = { backoff.judge($0).refusal }
        return retrier
    }
}
