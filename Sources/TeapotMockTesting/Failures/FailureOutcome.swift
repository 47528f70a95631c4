public import TeapotMock

/// The outcome of one run of the test's body, with its failures.
public struct FailureOutcome<Value: Sendable>: Sendable {
    /// The failures, or none in a run in which everything succeeds.
    public let path: FailurePath
    /// The value that the body returned, or the error that it threw.
    public let result: Result<Value, any Error>
    /// The requests that the code sent, except those that followed a failure's redirect.
    public let requests: [Request]
    /// All requests of the run, with their responses.
    public let journal: Journal

    /// The value that the body returned, or `nil` if it threw an error.
    public var value: Value? { try? result.get() }
    /// The error that the body threw, or `nil` if it returned a value.
    public var error: (any Error)? { if case .failure(let error) = result { error } else { nil } }
}
