/// A value that is protected by a lock.
///
/// `NSLock` guards `value`, which makes the class `Sendable`. `Synchronization.Mutex` would need macOS 15.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Calls `body` with exclusive access to the value.
    ///
    /// `body` must not call closures of a caller or functions that may wait.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
