package import Foundation

/// A value protected by a lock.
///
/// The lock is a POSIX mutex, which costs half as much as an `NSLock`. `Synchronization.Mutex` would need macOS 15.
// The mutex guards the value. Both are in one object, because a second allocation would cost more than locking.
package struct Locked<Value>: @unchecked Sendable {
    @usableFromInline let storage: ManagedBuffer<Value, pthread_mutex_t>

    package init(_ value: Value) {
        // The thread sanitizer would mistake an access to a value without a size for one to the lock.
        assert(MemoryLayout<Value>.size > 0, "Lock a value that has a size, such as a Bool.")
        storage = LockStorage.create(minimumCapacity: 1) { storage in
            storage.withUnsafeMutablePointerToElements { _ = pthread_mutex_init($0, nil) }
            return value
        }
    }

    /// Calls `body` with exclusive access to the value.
    ///
    /// `body` must not call a caller's closures or functions that may wait.
    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try storage.withUnsafeMutablePointers { value, mutex in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }
}

private final class LockStorage<Value>: ManagedBuffer<Value, pthread_mutex_t> {
    deinit { _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) } }
}
