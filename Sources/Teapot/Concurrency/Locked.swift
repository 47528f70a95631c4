/// A value that is only ever touched under a lock.
///
/// `NSLock` guards `value`, which is what makes the class `Sendable`; `Synchronization.Mutex` would need macOS 15.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    /// Runs `body` with the value, alone.
    ///
    /// Nothing that calls out may run inside.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
