import Teapot
import Testing

/// Runs a closure whose failed expectations don't fail the test.
func recordingNothing<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let value = Locked<Value?>(nil)
    let test = try #require(Test.current)
    let trait = IssueHandlingTrait.compactMapIssues { _ in nil }
    try await trait.provideScope(for: test, testCase: Test.Case.current) {
        let result = try await body()
        value.withLock { $0 = result }
    }
    return try #require(value.withLock { $0 })
}
