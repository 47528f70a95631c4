public import Teapot

extension Router {
    /// Says why a router is not as its test should have left it.
    public struct VerificationError: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// What is wrong; at least one thing.
        public let violations: [Violation]

        /// The violations, one below the other.
        public var description: String { violations.map(\.description).joined(separator: "\n") }
        /// The violations, one below the other.
        public var errorDescription: String? { description }
    }

    /// What a test should fail for, as far as the router has been used: requests that nothing answered, requests that
    /// were refused for their header fields, and routes that were never used.
    ///
    /// Each request is there once, however often it was repeated. Of the requests of a kind the first twenty are there,
    /// and then how many more there were.
    public var violations: [Violation] { violations(of: state.withLock { $0 }) }

    /// Fails if there is anything that a test should fail for.
    ///
    /// A test whose router comes from the trait `.router`, or from `makeRouter()`, does so at its end.
    ///
    /// ```swift
    /// let router = Router("https://api.test")
    /// router.get("/users", with: .json(["names": ["Ada"]]))
    /// router.delete("/users/:id", with: .status(204)).optional()
    /// let teapot = MockTeapot(router: router)
    /// _ = try await teapot.get("users")
    /// try router.verify()
    /// ```
    ///
    /// - Throws: What is wrong, if anything is; see ``violations``.
    public func verify() throws(VerificationError) {
        let violations = violations
        guard violations.isEmpty else { throw VerificationError(violations: violations) }
    }

    /// Whether it is no mistake that a request is not answered, which is what some test may be about; `false` unless it
    /// is set.
    ///
    /// It counts when the router is verified, for all requests so far. The requests fail all the same.
    public var allowsUnansweredRequests: Bool {
        get { state.withLock { $0.allowsUnansweredRequests } }
        set { state.withLock { $0.allowsUnansweredRequests = newValue } }
    }

    func violations(of state: State) -> [Violation] {
        var all: [Violation] = []
        if !state.allowsUnansweredRequests {
            all += violations(of: state.offences.unanswered, .unansweredRequest)
        }
        all += violations(of: state.offences.refused, .refusedRequest)
        // A route that refused a request is wrong enough already.
        let unused = state.table.routes.values.filter { route in
            !route.isOptional && route.mayAnswer && state.counts[route.number] == nil
                && !state.offences.refusingRoutes.contains(route.number)
        }
        return all + unused.sorted { $0.number < $1.number }.map { .unused($0) }
    }

    private func violations(of series: Offences.Series, _ kind: Violation.Kind) -> [Violation] {
        let kept = series.kept.map { offence, count -> Violation in
            switch offence {
            case .unanswered(_, let diagnosis): .unanswered(diagnosis, count: count)
            case .refused(let request, let route, let mismatches):
                .refused(request, by: route, reasons: mismatches.map { $0.explanation(options) }, count: count)
            }
        }
        return kept + (series.others == 0 ? [] : [.others(kind, count: series.others)])
    }
}
