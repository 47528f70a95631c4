public import Foundation
public import Teapot

extension Router {
    /// An error that lists a router's violations.
    public struct VerificationError: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// The violations; there's always at least one.
        public let violations: [Violation]

        /// The descriptions of the violations, one per line.
        public var description: String { violations.map(\.description).joined(separator: "\n") }
        /// The descriptions of the violations, one per line.
        public var errorDescription: String? { description }
    }

    /// The violations so far, any of which fails a test.
    ///
    /// Violations are unanswered requests, requests refused because of their headers, handlers that threw an error and
    /// bodies that can't be sent; unused routes, responses, required headers and scenario steps; and held requests.
    ///
    /// If the router comes from the trait `.router`, they also include the violations of mocks that the test created
    /// from fixtures, the test's requests to the network, and a violation if neither the router nor such a mock
    /// received a request.
    ///
    /// Repeated requests are listed once. Each kind lists the first twenty requests and says how many more there are.
    public var violations: [Violation] { violations(of: withState { $0 }) }

    /// Throws an error if there are violations.
    ///
    /// If the router comes from the trait `.router` or from `makeRouter()`, the test does this when it ends.
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

    /// Throws an error unless the router received the requests that a test expects, whether or not they were answered.
    ///
    /// ```swift
    /// try router.verify(.post, "/orders", .json(contains: ["item": 7]), times: 1)
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method of the requests.
    ///   - path: Their path below the router's base URL, as for a route.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests, or `nil` for at least one.
    ///   - fileID: The module and the file of the expectation.
    ///   - filePath: The full path of the file of the expectation.
    ///   - line: The line of the expectation.
    /// - Throws: A ``VerificationError`` that lists the matching requests and, if there are too few, the nearest other
    ///   request; ``Journal/Forgotten`` if the journal no longer has all requests; ``Journal/RepeatedBasePath`` if the
    ///   path repeats the base URL's.
    public func verify(
        _ method: Teapot.Method, _ path: String, _ rules: Rule..., times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) throws {
        let rules = [.method(method), .path(path)] + rules
        let count = try journal.entries(meeting: rules, after: 0).count
        guard let message = journal.failure(expecting: rules, count: times ?? max(1, count), after: 0) else { return }
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        throw VerificationError(violations: [Violation(kind: .unexpectedCount, message: message, place: place)])
    }

    /// The requests that the router received, in order, to the extent that its ``journal`` keeps them.
    public var requests: [Request] { journal.requests }

    /// Whether unanswered requests are allowed, for tests that expect them.
    ///
    /// The default is `false`.
    ///
    /// The value is read when the router is verified, and applies to all earlier requests. The requests still fail.
    public var allowsUnansweredRequests: Bool {
        get { withState { $0.settings.allowsUnansweredRequests } }
        set { withState { $0.settings.allowsUnansweredRequests = newValue } }
    }

    /// The unanswered and refused requests, each with the number of times it was received, and the number of other
    /// requests.
    ///
    /// At most twenty different requests of each kind are kept.
    package var unansweredRequests: (kept: [(request: Request, count: Int)], others: Int) {
        let violations = withState { $0.violations }
        let kept = violations.unanswered.kept + violations.refused.kept
        return (kept.map { ($0.violation.request, $0.count) }, violations.unanswered.others + violations.refused.others)
    }

    func violations(of state: State, isCutShort: Bool = false, hasLostRequest: Bool = false) -> [Violation] {
        var all: [Violation] = state.testContext == nil ? [] : base.violations
        let unanswered = state.settings.allowsUnansweredRequests ? .init() : state.violations.unanswered
        all += violations(of: unanswered, .unansweredRequest)
        all += violations(of: state.violations.refused, .refusedRequest)
        all += violations(of: state.violations.threw, .failedHandler)
        all += unused(in: state)
        all += state.stages.all.flatMap(\.violations)
        if isCutShort { all.removeAll(where: \.kind.isForWholeTest) }
        let (isAsked, isCutShort) = (journal.lastNumber > 0, isCutShort && !hasLostRequest)
        return state.testContext?.completed(all, isAsked: isAsked, isCutShort: isCutShort) ?? all
    }

    private func violations(of series: RecordedViolations.Series, _ kind: Violation.Kind) -> [Violation] {
        let kept = series.kept.map { violation, count -> Violation in
            switch violation.reason {
            case .unanswered(let diagnosis): .unanswered(diagnosis, count: count)
            case .refused(let route, let mismatches):
                .refused(
                    base.target(of: violation.request), by: route, reasons: mismatches.map { $0.explanation(options) },
                    count: count)
            case .threw(let route, let text): .threw(text, in: route, count: count)
            }
        }
        return kept + (series.others == 0 ? [] : [.others(kind, count: series.others)])
    }
}
