import Teapot

/// A thread of the system's that can be joined, which `Foundation.Thread` cannot.
///
/// Once ``join()`` has returned the thread is gone, its descriptors and stack with it, so that a test may count.
package struct SystemThread: @unchecked Sendable {  // Immutable; a thread's id may be used from any thread.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    #if canImport(Darwin)
        private let id: pthread_t?
    #else
        private let id: pthread_t
    #endif

    /// Starts a thread; `nil` when the system has no more to give.
    package init?(_ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        #if canImport(Darwin)
            var id: pthread_t?
            let result = pthread_create(&id, nil, { Self.main($0) }, body.toOpaque())
        #else
            var id = pthread_t()
            let result = pthread_create(&id, nil, { Self.main($0) }, body.toOpaque())
        #endif
        guard result == 0 else {
            body.release()
            return nil
        }
        self.id = id
    }

    /// Waits for the thread to end; called on that thread itself it lets go of it instead.
    ///
    /// Call it exactly once.
    package func join() {
        #if canImport(Darwin)
            guard let id else { return }
        #endif
        if pthread_equal(id, pthread_self()) != 0 {
            pthread_detach(id)
        } else {
            pthread_join(id, nil)
        }
    }

    private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let context else { return nil }
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}
