import Teapot
import TeapotMockServer

/// Whether a condition comes true within a time.
///
/// For what settles after a test has done its work, such as the descriptors and threads that a `URLSession` gives back
/// in its own time. It is the only helper that waits by looking again and again; for everything else use a ``Gate``.
///
/// - Parameters:
///   - time: How long to go on looking.
///   - condition: What should become true.
/// - Returns: Whether it did.
package func eventually(within time: Duration = .seconds(10), _ condition: () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + time
    while true {
        if await condition() { return true }
        guard ContinuousClock.now < end, !Task.isCancelled else { return false }
        try? await Task.sleep(for: .milliseconds(10))
    }
}

/// Runs blocking work on a thread of its own, so that it takes none of the few threads that tasks share.
///
/// Tests that block in a task starve the very handlers that they wait for.
///
/// - Parameter body: The work.
/// - Returns: What the work returned.
/// - Throws: What the work threw, or that the system has no more threads.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let joined = Locked<SystemThread?>(nil)
    defer { joined.withLock { $0?.join() } }
    return try await withCheckedThrowingContinuation { continuation in
        let thread = SystemThread { continuation.resume(with: Result { try body() }) }
        guard let thread else { return continuation.resume(throwing: SystemError("pthread_create")) }
        joined.withLock { $0 = thread }
    }
}
