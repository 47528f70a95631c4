extension Router {
    /// The router of the test that is running in this task.
    @TaskLocal package static var ofTest: Router?

    /// Calls a closure on this thread with the task-local values of the router's test.
    ///
    /// For a router without a test, this just calls the closure.
    ///
    /// - Parameter body: The closure.
    /// - Returns: The result of the closure.
    @inline(__always)
    package func withTestValues<Result>(_ body: () -> Result) -> Result {
        guard let testValues else { return body() }
        return testValues.run(body)
    }

    /// Starts a task with the task-local values of the router's test.
    ///
    /// The task has a high priority. Otherwise, it might have to wait for all tests that run in parallel, until the
    /// client gives up.
    ///
    /// - Parameter operation: The work of the task.
    /// - Returns: The task.
    package func startTask<Success>(_ operation: @escaping @Sendable () async -> Success) -> Task<Success, Never> {
        withTestValues { Task(priority: max(Task.currentPriority, .high), operation: operation) }
    }
}

/// Creates values for a test whose tasks have the test's router as their ``Router/ofTest``.
extension TaskValues { package static func ofTest() -> TaskValues { TaskValues { Router.ofTest?.testValues === $0 } } }
