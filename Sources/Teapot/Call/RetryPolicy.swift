extension Teapot {
    /// Exponential back-off with jitter that honours `Retry-After`: `options.retriers = [RetryPolicy().decide]`.
    ///
    /// What may have been carried out and is not idempotent, such as a `POST`, is never repeated unless
    /// ``repeatsUnsafeRequests`` says so.
    public struct RetryPolicy: Sendable {
        /// How many tries there are at the most, the first included.
        public var maximumAttempts: Int
        /// The longest wait before the second try, in seconds; it doubles with each further try.
        public var baseDelay: TimeInterval
        /// The longest wait of all, in seconds; a `Retry-After` beyond it gives up.
        public var maximumDelay: TimeInterval
        /// The statuses that are worth another try.
        public var statusCodes: Set<Int>
        /// Whether to repeat requests that are not idempotent even though they may have been carried out.
        public var repeatsUnsafeRequests: Bool

        var random: @Sendable (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
        var now: @Sendable () -> Date = { Date() }

        /// Creates a policy.
        ///
        /// - Parameters:
        ///   - maximumAttempts: How many tries there are at the most, the first included.
        ///   - baseDelay: The longest wait before the second try, in seconds.
        ///   - maximumDelay: The longest wait of all, in seconds.
        ///   - statusCodes: The statuses that are worth another try.
        ///   - repeatsUnsafeRequests: Whether to repeat what may have been carried out.
        public init(
            maximumAttempts: Int = 3, baseDelay: TimeInterval = 0.5, maximumDelay: TimeInterval = 60,
            statusCodes: Set<Int> = [408, 425, 429, 500, 502, 503, 504], repeatsUnsafeRequests: Bool = false
        ) {
            self.maximumAttempts = maximumAttempts
            self.baseDelay = baseDelay
            self.maximumDelay = maximumDelay
            self.statusCodes = statusCodes
            self.repeatsUnsafeRequests = repeatsUnsafeRequests
        }

        /// Decides about one failure; a ``RetryHook``.
        ///
        /// - Parameter failure: The try that failed.
        /// - Returns: Whether and when to try again. The wait is random between none and
        ///   `baseDelay * 2^(number - 1)` seconds ("full jitter"), and at least what `Retry-After` asks for.
        @Sendable public func decide(_ failure: FailedAttempt) -> RetryDecision {
            // What another retrier took care of, such as a 401, does not count as a try here.
            let number = failure.number - failure.earlierErrors.filter { !isTransient($0) }.count
            guard number < maximumAttempts, isTransient(failure.error) else { return .giveUp }
            let isSafe = failure.request.method.isIdempotent || !failure.mayHaveBeenCarriedOut
            guard isSafe || repeatsUnsafeRequests else { return .giveUp }
            let ceiling = min(maximumDelay, baseDelay * pow(2, Double(min(number, 64) - 1)))
            // No more than some thirty years: a random number has no infinite range.
            var delay = random(0...max(0, min(ceiling, 1e9)))
            if let asked = failure.error.response.flatMap(retryAfter) {
                guard asked <= maximumDelay else { return .giveUp }
                delay = max(delay, asked)
            }
            return .retry(after: delay)
        }

        private func isTransient(_ error: TeapotError) -> Bool {
            guard error.type == .invalidResponseStatus else { return error.isTransient }
            return error.responseStatus.map(statusCodes.contains) ?? false
        }

        /// The seconds that `Retry-After` asks for, given as a number or as a date (RFC 9110 §10.2.3).
        private func retryAfter(_ response: Response) -> TimeInterval? {
            guard let value = response.headerFields["Retry-After"] else { return nil }
            if value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seconds = Double(value) { return seconds }
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.timeZone = TimeZone(identifier: "GMT")
            // §5.6.7: all three are to be understood.
            for form in [
                "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
            ] {
                format.dateFormat = form
                if let date = format.date(from: value) { return max(0, date.timeIntervalSince(now())) }
            }
            return nil
        }
    }
}
