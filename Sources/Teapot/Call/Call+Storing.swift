import Foundation

// The use of the response store in the client's options.
extension Teapot.Call {
    /// A request that replaces the call's own, and the store's handling of its response.
    struct Conditional: Sendable {
        let request: Teapot.Request
        let received: @Sendable (Teapot.Response) async -> Teapot.ResponseCache.Step
    }

    /// Asks the response store about a request.
    func load(_ request: Box<Teapot.Request>) -> Event? {
        guard case .memory = plan.sink, let store = options.cache else {
            return request.value.cachePolicy == .returnCacheDataDontLoad ? missing(request) : .loaded(request, nil)
        }
        var asked = request.value
        // The store selects a response by these cookies, so the request sends exactly these.
        asked.sessionCookies = transport.cookies(asked.url)
        if let cookies = asked.sessionCookies, !cookies.isEmpty, asked.headers["Cookie"] == nil {
            asked.headers["Cookie"] = cookies
        }
        return run(.loading) { [asked] in
            self.follow(await self.inHook { await store.decide(asked, self.options) }, for: request)
        }
    }

    /// Passes a response to the response store, and follows its decision.
    func store(_ response: Teapot.Response, to request: Box<Teapot.Request>, _ stored: Box<Conditional>) -> Event? {
        run(.saving) { self.follow(await self.inHook { await stored.value.received(response) }, for: request) }
    }

    private func follow(_ step: Teapot.ResponseCache.Step, for request: Box<Teapot.Request>) -> Event? {
        switch step {
        case .deliver(let response): judge(response.keeping(options, request.value.method), to: request)
        case .send where request.value.cachePolicy == .returnCacheDataDontLoad: missing(request)
        case .send(let sent, let received): .loaded(request, Box(Conditional(request: sent, received: received)))
        }
    }

    private func missing(_ request: Box<Teapot.Request>) -> Event {
        .concluded(.failure(.make(.noResponse, "no stored response can be used for “\(request.value.url)”")))
    }
}
