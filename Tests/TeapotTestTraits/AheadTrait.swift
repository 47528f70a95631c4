package import Testing

/// A trait of a suite whose tests run before those of other suites that are ready to continue; written `.ahead`.
///
/// The tests of a serialized suite wait a lot and compute little. Each time one could continue, it would wait behind
/// the hundreds of other tests whose tasks share the same threads, and the suite would end long after all others.
package struct AheadTrait: SuiteTrait, TestScoping {
    /// Runs the tests of a suite with a higher priority, which the tasks that they start inherit.
    ///
    /// - Parameters:
    ///   - test: The suite.
    ///   - testCase: `nil`, because a suite has no cases.
    ///   - function: The function that runs the tests of the suite.
    /// - Throws: The error that `function` throws.
    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            // On Linux, a child task keeps its parent's priority.
            let task = Task(priority: .userInitiated) { try await function() }
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }
}

extension Trait where Self == AheadTrait {
    /// A trait of a suite whose tests run before those of other suites that are ready to continue.
    package static var ahead: Self { AheadTrait() }
}
