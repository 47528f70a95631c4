public import Foundation
import Teapot

extension Router {
    /// An error that lists the violations on a router.
    public struct VerificationError: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// The violations, at least one.
        public let violations: [Violation]

        /// The descriptions of the violations, one per line.
        public var description: String { violations.map(\.description).joined(separator: "\n") }
        /// The descriptions of the violations, one per line.
        public var errorDescription: String? { description }
    }

    /// The violations for which a test should fail so far: unanswered requests, requests that were refused because of
    /// their header fields, and handlers that threw; routes, responses, required header fields and steps of scenarios
    /// that were not used; and held requests.
    ///
    /// For the router of a test with the trait `.router` they include those on the mocks that the test made from
    /// fixtures, that neither it nor such a mock has received a request, and the test's requests to the network.
    ///
    /// Repeated requests are listed once. For each kind, the first twenty requests are listed, followed by the number
    /// of further ones.
    public var violations: [Violation] { violations(of: withState { $0 }) }

    /// Throws an error if there are violations.
    ///
    /// A test whose router comes from the trait `.router` or from `makeRouter()` does this at its end.
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
    /// - Throws: A ``VerificationError`` with the ``violations``, if there are any.
    public func verify() throws(VerificationError) {
        let violations = violations
        guard violations.isEmpty else { throw VerificationError(violations: violations) }
    }

    /// Whether unanswered requests are allowed, for tests that expect them.
    ///
    /// The default is `false`.
    ///
    /// It is read when the router is verified, and applies to all earlier requests. The requests fail nevertheless.
    public var allowsUnansweredRequests: Bool {
        get { withState { $0.settings.allowsUnansweredRequests } }
        set { withState { $0.settings.allowsUnansweredRequests = newValue } }
    }

    /// The requests that nothing answered or that a route refused, with the number of times that each was received,
    /// and the number of further ones.
    ///
    /// At most twenty different requests of each kind are kept.
    package var unansweredRequests: (kept: [(request: Request, count: Int)], others: Int) {
        let violations = withState { $0.violations }
        let kept = (violations.unanswered.kept + violations.refused.kept).map { violation, count in
            switch violation {
            case .unanswered(let request, _), .refused(let request, _, _), .threw(let request, _, _): (request, count)
            }
        }
        return (kept, violations.unanswered.others + violations.refused.others)
    }

    func violations(of state: State) -> [Violation] {
        var all: [Violation] = []
        if !state.settings.allowsUnansweredRequests {
            all += violations(of: state.violations.unanswered, .unansweredRequest)
        }
        all += violations(of: state.violations.refused, .refusedRequest)
        all += violations(of: state.violations.threw, .failedHandler)
        all += unused(in: state)
        all += state.stages.all.flatMap(\.violations)
        return state.testContext?.completed(all, isAsked: journal.lastNumber > 0) ?? all
    }

    private func violations(of series: RecordedViolations.Series, _ kind: Violation.Kind) -> [Violation] {
        let kept = series.kept.map { violation, count -> Violation in
            switch violation {
            case .unanswered(_, let diagnosis): .unanswered(diagnosis, count: count)
            case .refused(let request, let route, let mismatches):
                .refused(
                    base.target(of: request), by: route, reasons: mismatches.map { $0.explanation(options) },
                    count: count)
            case .threw(_, let route, let text): .threw(text, in: route, count: count)
            }
        }
        return kept + (series.others == 0 ? [] : [.others(kind, count: series.others)])
    }
}
