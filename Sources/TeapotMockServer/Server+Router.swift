public import TeapotMock

extension Server {
    /// Creates a server that answers from a router, and is not listening yet.
    ///
    /// - Parameters:
    ///   - router: The router; others may ask it too. Of its base URL only the path counts here.
    ///   - limits: How much of one request is taken in.
    public convenience init(router: Router, limits: Limits = Limits()) {
        self.init(limits: limits) { await router.respond(to: $0) }
    }
}
