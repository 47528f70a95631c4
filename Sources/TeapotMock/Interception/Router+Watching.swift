import Teapot

extension Router {
    /// Begins the test of the router.
    ///
    /// - Parameter isOptional: Whether the test passes although the router receives no request, or not all of the
    ///   test's.
    package func beginTest(isOptional: Bool) {
        Router.ofTest?.testContext?.replace()
        Router.watchNetwork()
        let context = TestContext(isOptional: isOptional)
        withState { $0.testContext = context }
    }

    /// Notes from now on which requests clients and `URLSession.shared` send to the network, to explain why the router
    /// of a test received none.
    ///
    /// On Apple platforms, this includes the requests of other sessions without their own `protocolClasses`.
    private static func watchNetwork() { _ = (registerClass, watchClients) }

    private static let watchClients: Void = StrayRequests.watchClients()
}
