import Teapot

/// The test of a router: what it uses besides the router.
final class TestContext: Sendable {
    private let mocks = Locked(AdoptedRouters())

    /// Includes the router of a mock, which the test made from a fixture, in the verification of the test.
    func adopt(_ router: Router) {
        // Released outside the lock, because releasing the objects that its routes hold may run any code.
        let released = mocks.withLock { $0.add(router) }
        withExtendedLifetime(released) {}
    }

    /// The violations on the mocks that the test made.
    var violations: [Router.Violation] {
        let mocks = mocks.withLock { $0 }
        return mocks.violations
    }
}

extension Router {
    /// Begins the test of the router.
    package func beginTest() {
        withState { $0.context = TestContext() }
    }

    /// Includes the router of a mock in the verification of this router, if this is the router of a test.
    func adopt(_ router: Router) {
        withState { $0.context }?.adopt(router)
    }
}
