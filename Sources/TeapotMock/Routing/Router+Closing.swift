import Teapot

extension Router {
    /// The reason a router doesn't answer requests.
    enum Closing: Sendable {
        /// The test of the router is over.
        case over(test: String)
        /// The router is `Router.current` in a place where no test has a router.
        case noTest

        /// Returns the explanation for a client whose request wasn't answered.
        func explanation(for target: String) -> String {
            switch self {
            case .over(let test):
                """
                \(target) arrived after \(test) and its router had finished. \
                Await each request in the test, or cancel it. If tests share the mock, create it in each of them.
                """
            case .noTest:
                """
                \(target) was sent to `Router.current` outside any test that has a router. \
                Give the test the trait `.router`. In XCTest, on a thread, in a callback and in a detached task, use the \
                router itself, such as the one that `makeRouter()` returned.
                """
            }
        }
    }

    /// Returns the error for a request that reaches a finished router, or `nil` if the router isn't finished.
    func finishedError(for request: Request) -> TeapotError? {
        withState { $0.closing }.map { .make(.unansweredRequest, $0.explanation(for: base.target(of: request))) }
    }

    /// Whether the router is finished and doesn't answer requests.
    package var isFinished: Bool { withState { $0.closing != nil } }
}
