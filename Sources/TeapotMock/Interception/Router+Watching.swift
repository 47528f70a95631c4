import Teapot

extension Router {
    /// Begins the test that the router belongs to.
    ///
    /// - Parameter isOptional: Whether the test passes even if the router receives none, or not all, of the test's
    ///   requests.
    package func beginTest(isOptional: Bool) {
        Router.ofTest?.testContext?.replace()
        Router.watchNetwork()
        let context = TestContext(isOptional: isOptional)
        withState { $0.testContext = context }
    }

    /// Starts recording the requests that clients and `URLSession.shared` send to the network, to explain why a test's
    /// router didn't receive any.
    ///
    /// On Apple platforms, this includes the requests of other sessions without their own `protocolClasses`.
    private static func watchNetwork() { _ = (registerClass, watchClients) }

    private static let watchClients: Void = StrayRequests.watchClients()
}
