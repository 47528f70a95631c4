extension Router {
    /// Finishes the router at the end of its test.
    ///
    /// From now on, the router doesn't answer requests. It releases its routes and the test's task-local values.
    ///
    /// Responses that have begun still complete, and held answers fail. A finished router can't be restarted.
    ///
    /// - Parameters:
    ///   - test: The name of the test, for the errors of late requests.
    ///   - isCutShort: Whether the test stopped early, so unused routes and held requests aren't reported.
    ///   - hasLostRequest: Whether it stopped because of a network error. If the router received no request, that's
    ///     reported.
    /// - Returns: The violations that should fail the test.
    package func finish(_ test: String, isCutShort: Bool, hasLostRequest: Bool = false) -> [Violation] {
        // Release the routes outside the lock, because releasing the objects that they retain may call the router.
        let last = withState { state in
            let last = state
            state.table = RouteTable()
            state.violations = RecordedViolations()
            state.stages.all = state.stages.all.compactMap { $0.finished }
            state.testContext = nil
            if state.closing == nil { state.closing = .over(test: test) }
            return last
        }
        let violations = violations(of: last, isCutShort: isCutShort, hasLostRequest: hasLostRequest)
        sharedTime.release()
        for stage in last.stages.all { stage.finish() }
        testValues?.end()
        return violations
    }
}
