public import Foundation

extension FailureReport {
    /// An error for a path that can't be run, or for a body that sends no requests.
    public struct SetupError: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// The problem, and a suggestion.
        public let description: String
        /// The problem, and a suggestion.
        public var errorDescription: String? { description }
    }
}

extension FailureReport.SetupError {
    /// Returns the error for a body that sent no requests to its run's router.
    ///
    /// - Parameter strays: The number of requests that the test's router received instead.
    /// - Returns: The error.
    static func noRequests(strays: Int) -> Self {
        let advice = """
            Create the client in the body, with `MockTeapot(router: .current)` or `URLSession(answeredBy: .current)`: \
            each run has its own router.
            """
        guard strays > 0 else {
            return Self(description: "The body sent no request to `Router.current`, so nothing can fail. \(advice)")
        }
        return Self(
            description: """
                The body's requests reached the test's router, not the run's, so nothing can fail. \
                \(advice)
                """)
    }

    /// Returns the error for a path whose requests weren't sent.
    static func unreached(_ path: FailurePath, _ step: FailurePath.Step, _ names: [String]) -> Self {
        let requests = names.enumerated().map { "\($0.offset + 1) \($0.element)" }.joined(separator: ", ")
        return Self(
            description: """
                The request for “\(step)” in the path “\(path)” wasn't sent. The run sent \
                \(requests.isEmpty ? "no requests" : requests).
                """)
    }

    /// Returns the error for a failure that the response doesn't allow.
    static func impossible(_ path: FailurePath, _ step: FailurePath.Step, _ trace: FailureRun.Trace) -> Self {
        let body =
            switch trace.body {
            case .json(let length): "a JSON body of \(length) bytes"
            case .other(let length): "a body of \(length) bytes that is not JSON"
            case .stream: "a body that is sent in pieces"
            case .absent: "no body"
            case nil: "no response"
            }
        let documented = trace.documented.map(String.init).joined(separator: ", ")
        let others = documented.isEmpty ? "no documented errors" : "these documented errors: \(documented)"
        let isDocumented = if case .documented = step.failure { true } else { false }
        return Self(
            description: """
                The failure of “\(step)” in the path “\(path)” can't happen: \(trace.name) has \
                \(isDocumented ? others : body).
                """)
    }

    /// Checks the arguments of a search.
    static func check(_ failures: [FailurePath.Failure], limit: Duration) throws(Self) {
        guard limit > .zero else {
            throw Self(description: "The limit of \(limit) ends each run before it begins. Use a positive limit.")
        }
        guard !failures.isEmpty else {
            throw Self(description: "There are no failures to try. Omit `of:` for the usual ones.")
        }
        for failure in failures {
            switch failure {
            case .status(let status) where !(400..<600 ~= status),
                .documented(let status?) where !(400..<600 ~= status):
                throw Self(description: "The status \(status) isn't a failure. Use one from 400 to 599.")
            case .resetInBody(let count?) where count < 0, .cut(let count?) where count < 0:
                throw Self(description: "A body can't have \(count) bytes. Use 0 or more, or `nil` for the middle.")
            default: break
            }
        }
    }
}
