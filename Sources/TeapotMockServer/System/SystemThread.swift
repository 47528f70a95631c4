import Foundation

/// A system thread that can be joined, unlike `Foundation.Thread`.
///
/// When ``join()`` returns, the thread has ended, and its descriptors and stack are released, so a test can count them.
package struct SystemThread: @unchecked Sendable {  // Immutable; a thread's ID may be used from any thread.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let id: pthread_t

    /// Creates and starts a thread, or returns `nil` if the system can't create one.
    package init?(_ run: @escaping @Sendable () -> Void) {
        let body = Unmanaged.passRetained(Body(run))
        let id = Self.created { pthread_create($0, nil, { Self.main($0) }, body.toOpaque()) }
        guard let id = id.flatMap({ $0 as pthread_t? }) else {
            body.release()
            return nil
        }
        self.id = id
    }

    /// The ID that `create` writes if it returns 0.
    ///
    /// Its type depends on the C library: where an ID is a pointer, it's optional.
    private static func created<ID>(_ create: (UnsafeMutablePointer<ID>) -> Int32) -> ID? {
        let place = UnsafeMutablePointer<ID>.allocate(capacity: 1)
        defer { place.deallocate() }
        return create(place) == 0 ? place.move() : nil
    }

    /// Waits for the thread to end, or detaches it if this is called on that thread itself.
    ///
    /// Call it exactly once.
    package func join() {
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
