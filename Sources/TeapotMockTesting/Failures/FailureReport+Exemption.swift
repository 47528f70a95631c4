public import Teapot
import TeapotMock

extension FailureReport {
    /// A rule to ignore, for all requests or for one route.
    ///
    /// Exemptions have the names of their rules: `ignoring: [.secretInError, .repeatedRequest(.post, "/search")]`.
    public struct Exemption: Sendable, Hashable {
        private struct Route: Sendable, Hashable {
            let method: Teapot.Method
            let path: String
        }

        private let rule: Rule
        /// The route whose requests are exempt, or `nil` for all requests.
        private let route: Route?

        /// Creates an exemption from a rule for all requests.
        ///
        /// - Parameter rule: The rule.
        public init(_ rule: Rule) { (self.rule, route) = (rule, nil) }

        private init(_ rule: Rule, _ method: Teapot.Method, _ path: String) {
            (self.rule, route) = (rule, Route(method: method, path: path))
        }

        /// The exemption from ``FailureReport/Rule/end``.
        public static let end = Self(.end)
        /// The exemption from ``FailureReport/Rule/repeatedRequest``.
        public static let repeatedRequest = Self(.repeatedRequest)
        /// The exemption from ``FailureReport/Rule/credentialOfOtherOrigin``.
        public static let credentialOfOtherOrigin = Self(.credentialOfOtherOrigin)
        /// The exemption from ``FailureReport/Rule/secretInError``.
        public static let secretInError = Self(.secretInError)
        /// The exemption from ``FailureReport/Rule/retryAfter``.
        public static let retryAfter = Self(.retryAfter)
        /// The exemption from ``FailureReport/Rule/unanswered``.
        public static let unanswered = Self(.unanswered)
        /// The exemption from ``FailureReport/Rule/expectation``.
        public static let expectation = Self(.expectation)

        /// Returns the exemption from ``FailureReport/Rule/repeatedRequest`` for the requests to one route.
        ///
        /// - Parameters:
        ///   - method: The method.
        ///   - path: The path, as in a route, such as `/orders/:id`, below the router's base URL.
        /// - Returns: The exemption.
        public static func repeatedRequest(_ method: Teapot.Method, _ path: String) -> Self {
            Self(.repeatedRequest, method, path)
        }

        /// Returns the exemption from ``FailureReport/Rule/retryAfter`` for the requests to one route.
        ///
        /// - Parameters:
        ///   - method: The method.
        ///   - path: The path, as in a route, such as `/orders/:id`, below the router's base URL.
        /// - Returns: The exemption.
        public static func retryAfter(_ method: Teapot.Method, _ path: String) -> Self {
            Self(.retryAfter, method, path)
        }

        /// Returns whether a problem is exempt in a run with this journal.
        func covers(_ problem: Problem, in journal: Journal) -> Bool {
            guard problem.rule == rule else { return false }
            guard let route else { return true }
            guard let request = problem.request else { return false }
            return (try? journal.meets(request, [.method(route.method), .path(route.path)])) == true
        }
    }
}
