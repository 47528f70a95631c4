import Teapot
import TeapotMockServer

/// Returns whether a condition becomes true within a time.
///
/// It is for conditions that settle after a test, such as the descriptors and threads that a `URLSession` releases
/// later. It is the only helper that polls; for everything else use a ``Gate``.
///
/// - Parameters:
///   - time: The maximum time to poll.
///   - condition: The condition.
/// - Returns: Whether the condition became true.
package func eventually(within time: Duration = .seconds(10), _ condition: () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + time
    while true {
        if await condition() { return true }
        guard ContinuousClock.now < end, !Task.isCancelled else { return false }
        try? await Task.sleep(for: .milliseconds(10))
    }
}

/// Runs blocking work on a separate thread, so that it does not occupy one of the few threads that tasks share.
///
/// Tests that block in a task starve the handlers that they wait for.
///
/// - Parameter body: The work.
/// - Returns: The result of the work.
/// - Throws: Any error of the work, or an error if the system has no more threads.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let joined = Locked<SystemThread?>(nil)
    defer { joined.withLock { $0?.join() } }
    return try await withCheckedThrowingContinuation { continuation in
        let thread = SystemThread { continuation.resume(with: Result { try body() }) }
        guard let thread else { return continuation.resume(throwing: SystemError("pthread_create")) }
        joined.withLock { $0 = thread }
    }
}
