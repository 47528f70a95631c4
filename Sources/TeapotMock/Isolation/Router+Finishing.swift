import Teapot

extension Router {
    /// The reason why a router answers no requests.
    enum Closing: Sendable {
        /// The test of the router is over.
        case over(test: String)
        /// The router stands in for the router of a test, but there is no test.
        case noTest

        /// Returns the explanation for a client whose request was not answered.
        func explanation(for target: String) -> String {
            switch self {
            case .over(let test):
                """
                \(target) was received after \(test) and its router had finished. \
                Await each request in the test, or cancel it.
                """
            case .noTest:
                """
                \(target) was sent to `Router.current` where no test has a router. \
                Give the test the trait `.router`, or call `makeRouter()` in XCTest; on a thread, in a callback and in a \
                detached task, use the router that the test was given.
                """
            }
        }
    }

    /// Returns the error of a request whose handler must not run any more, or `nil` if the router is not finished.
    func finishedError(for request: Request) -> TeapotError? {
        withState { $0.closing }.map { .make(.unansweredRequest, $0.explanation(for: base.target(of: request))) }
    }

    /// Finishes the router at the end of its test.
    ///
    /// From now on it answers no requests, and it releases its routes and the task-local values of the test.
    ///
    /// Responses that have begun are completed, and held answers fail. A finished router cannot be reopened.
    ///
    /// - Parameters:
    ///   - test: The name of the test, for the errors of late requests.
    ///   - isCutShort: A Boolean value that indicates whether the test stopped before its end, so that what is unused
    ///     or held is not reported.
    /// - Returns: The violations for which the test should fail.
    package func finish(_ test: String, isCutShort: Bool) -> [Violation] {
        // The routes are released outside the lock, because releasing the objects that they hold may call the router.
        let last = withState { state in
            let last = state
            state.table = RouteTable()
            state.responders.removeAll { type(of: $0).rank > 0 }
            state.violations = RecordedViolations()
            (state.holds, state.spentHolds) = ([], [])
            state.context = nil
            if state.closing == nil { state.closing = .over(test: test) }
            return last
        }
        let violations = violations(of: last).filter { !(isCutShort && $0.kind.isForWholeTest) }
        sharedTime.release()
        for hold in last.holds { hold.close { Closing.over(test: test).explanation(for: base.target(of: $0)) } }
        testValues?.end()
        return violations
    }
}
