import Teapot

extension Router {
    /// Why a router answers nothing.
    enum Closing: Sendable {
        /// The test that it was for is over.
        case over(test: String)
        /// It stands for a test's router where there is none.
        case noTest

        /// What the client is told that asks nevertheless.
        func explanation(for request: Request) -> String {
            switch self {
            case .over(let test):
                """
                \(request.method) \(request.path) came when \(test) was over, and with it its router. \
                Let the test wait for each request that it starts, or cancel it.
                """
            case .noTest:
                """
                \(request.method) \(request.path) was sent to `Router.current` where no test has a router. \
                Give the test the trait `.router`, or call `makeRouter()` in XCTest; on a thread, in a callback and in a \
                detached task, use the router that the test was given.
                """
            }
        }
    }

    /// Ends the router with its test: from now on it answers nothing, and it lets go of its routes.
    ///
    /// What is being answered already goes on. A router that is finished stays so.
    ///
    /// - Parameters:
    ///   - test: The test's name, for those who ask later.
    ///   - isCutShort: Whether the test stopped before its end, so that it is no wonder if a route was not used.
    /// - Returns: What the test should fail for.
    package func finish(_ test: String, isCutShort: Bool) -> [Violation] {
        // The routes are let go of outside the lock: what they hold may call the router when it goes.
        let last = state.withLock { state in
            let last = state
            state.table = RouteTable()
            state.passthrough = nil
            state.offences = Offences()
            if state.closing == nil { state.closing = .over(test: test) }
            return last
        }
        return violations(of: last).filter { !(isCutShort && $0.kind == .unusedRoute) }
    }
}
