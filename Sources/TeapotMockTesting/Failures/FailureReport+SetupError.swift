public import Foundation

extension FailureReport {
    /// An error for a path of failures that can't be run, or for a body without requests that could fail.
    public struct SetupError: Error, Sendable, LocalizedError, CustomStringConvertible {
        /// What is wrong, and what to write in its place.
        public let description: String
        /// What is wrong, and what to write in its place.
        public var errorDescription: String? { description }
    }
}

extension FailureReport.SetupError {
    /// Returns the error for a body that sent nothing to the router of its run.
    ///
    /// - Parameter strays: The number of requests that the router of the test received in its place.
    /// - Returns: The error.
    static func noRequests(strays: Int) -> Self {
        let advice = """
            Make the client in the body, with `MockTeapot(router: .current)` or `URLSession(answeredBy: .current)`: each \
            run has a router of its own.
            """
        guard strays > 0 else {
            return Self(description: "No request of the body reached `Router.current`, so nothing can fail. \(advice)")
        }
        return Self(
            description: """
                The requests of the body reached the router of the test, and not that of the run, so nothing can fail. \
                \(advice)
                """)
    }

    /// Returns the error for a path whose requests were not sent.
    static func unreached(_ path: FailurePath, _ step: FailurePath.Step, _ names: [String]) -> Self {
        let requests = names.enumerated().map { "\($0.offset + 1) \($0.element)" }.joined(separator: ", ")
        return Self(
            description: """
                The request of “\(step)” in the path “\(path)” was not sent. The run sent \
                \(requests.isEmpty ? "no requests" : requests).
                """)
    }
}
