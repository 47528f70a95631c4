// The use of the response store of the client's options.
extension Teapot.Call {
    typealias Conditional = (request: Teapot.Request, received: @Sendable (Teapot.Response) async -> Step)
    typealias Step = Teapot.ResponseStore.Step

    /// Sends a request, unless the response store answers it.
    func load(_ request: Teapot.Request) {
        guard case .memory = plan.sink, let store = options.responseStore else {
            return request.cachePolicy == .returnCacheDataDontLoad ? miss(request) : send(request)
        }
        var asked = request
        // These select a stored response, and exactly these are sent.
        asked.sessionCookies = plan.client.cookies(for: request.url)
        if let cookies = asked.sessionCookies, !cookies.isEmpty, asked.headerFields["Cookie"] == nil {
            asked.headerFields["Cookie"] = cookies
        }
        wait { [asked] in self.take(await self.run { await store.decide(asked, self.options) }, for: request) }
    }

    /// Takes a step that the response store has decided on.
    func take(_ step: Step, for request: Teapot.Request) {
        switch step {
        case .deliver(let response): judge(response.keeping(options), to: request)
        case .send where request.cachePolicy == .returnCacheDataDontLoad: miss(request)
        case .send(let conditional, let received): self.step { self.send(request, (conditional, received)) }
        }
    }

    private func miss(_ request: Teapot.Request) {
        conclude(.failure(.make(.noResponse, "no stored response can be used for “\(request.url)”")))
    }
}
