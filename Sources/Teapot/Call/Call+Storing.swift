// The use of the response store of the client's options.
extension Teapot.Call {
    var store: Teapot.ResponseStore? {
        if case .memory = plan.sink { options.responseStore } else { nil }
    }

    /// Sends a request, after looking up a stored response for it.
    func load(_ request: Teapot.Request) {
        var request = request
        // These select a stored response, and exactly these are sent.
        request.sessionCookies = store == nil ? nil : plan.client.cookies(for: request.url)
        let isOnlyStored = request.cachePolicy == .onlyStored
        let store = request.cachePolicy == .reloadIgnoringStored ? nil : store
        guard isOnlyStored || (store != nil && request.mayBeStored(options)) else { return send(request) }
        wait { [request] in
            let loaded = await self.run { await store?.load(request.storeKey) }
            let stored = loaded.flatMap { $0.fits(request, self.options) ? $0 : nil }
            guard isOnlyStored else { return self.step { self.send(request, stored) } }
            if let stored { return self.conclude(.success(stored.response(self.options))) }
            let detail = "no stored response can be used for “\(request.url)”"
            self.conclude(.failure(.make(.noResponse, detail)))
        }
    }

    /// Stores a response if the rules allow it, and continues with it, or with the stored response if that is still
    /// current.
    func store(
        _ response: Teapot.Response, to request: Teapot.Request, _ stored: Teapot.StoredResponse?,
        next: @escaping @Sendable (Teapot.Response) -> Void
    ) {
        guard let store else { return next(response) }
        var kept: Teapot.StoredResponse?
        var delivered = response
        if let stored, response.statusCode == 304 {
            // After a 304 for another version, the whole response is requested.
            guard let updated = stored.updated(by: response) else { return step { self.send(request) } }
            (kept, delivered) = (updated, updated.response(options))
        } else if request.mayBeStored(options), response.statusCode == 200 {
            kept = Teapot.StoredResponse(response, to: request, options)
        } else if request.method.isSafe || !(200..<400).contains(response.statusCode) {
            return next(response)
        }
        // If the response is not kept, the stored one is removed: it was replaced, or changed by another method (RFC
        // 9111 §4.4).
        wait { [kept, delivered] in
            // A body that can't be read, for example because it was cut, would fail every later call. It is read here,
            // and not on the queue of all transfers, because it may be long.
            let mayBeCut = kept != nil && response.statusCode == 200 && request.readsJSON
            let isCut = mayBeCut && (try? response.readingJSON().get()) == nil
            await self.run { await store.save(request.storeKey, isCut ? nil : kept) }
            next(delivered)
        }
    }
}
