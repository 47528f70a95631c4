import Teapot

extension Router {
    /// The router of the test that runs in this task.
    @TaskLocal package static var ofTest: Router?

    /// The router of the test that this is called in.
    ///
    /// A test has one where it, or its suite, has the trait `.router` of `TeapotMockTesting`; so do the tasks that it
    /// starts, detached ones apart. Anywhere else, as on a thread or in a callback, this is a new router each time, and
    /// one that fails closed: every request to it fails with `unansweredRequest`, whatever is registered.
    public static var current: Router {
        if let router = ofTest { return router }
        let router = Router()
        router.state.withLock { $0.closing = .noTest }
        return router
    }
}
