import Teapot

/// A system thread that can be joined, unlike `Foundation.Thread`.
///
/// When ``join()`` returns the thread has ended, and its descriptors and stack are released, so that a test can count
/// them.
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

    /// Creates and starts a thread; `nil` if the system can't create one.
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

    /// Waits for the thread to end; if called on that thread itself, detaches it instead.
    ///
    /// It must be called exactly once.
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
