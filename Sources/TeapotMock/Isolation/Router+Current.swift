import Teapot

extension Router {
    /// The router of the current test.
    ///
    /// A test has a router if the test or its suite has the trait `.router` from `TeapotMockTesting`. Tasks that the
    /// test starts have the same router, except detached ones. Anywhere else, such as on a thread or in a callback,
    /// each access returns a new router. All requests to such a router fail with `unansweredRequest`, even if they
    /// match its routes.
    public static var current: Router {
        if let router = ofTest {
            router.testValues?.capture()
            return router
        }
        let router = Router()
        router.withState { $0.closing = .noTest }
        return router
    }
}
