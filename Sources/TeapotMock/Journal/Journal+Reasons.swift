import Teapot

extension Journal {
    /// Changes the outcome of a request that wasn't known when the request arrived.
    ///
    /// - Parameters:
    ///   - number: The number of the entry. If the entry is forgotten, nothing changes.
    ///   - outcome: The new outcome.
    package func change(_ number: Int, to outcome: Outcome) {
        let result = Entry.Result.outcome(outcome)
        let (_, told) = withState { ($0.entries.change(number, to: result), $0.watchers.all) }
        for watcher in told { watcher.yield() }
    }
}

extension Journal.Entry {
    /// The source of the answer and the reason for it, such as `GET /users/:id, at ShopTests/CartTests.swift:12` or
    /// `products/success_list.json, first match`.
    public var reason: String {
        switch outcome {
        case .answered(let route): "\(route), at \(route.place)"
        case .refused(let route, let reasons):
            "refused by \(route), at \(route.place), for \(reasons.joined(separator: "; "))"
        case .switched(let reason): reason
        case .passedThrough(let url): "passed through to \(url.withoutCredentials)"
        // A stage explains why it has no response: a folder of mocks contains no matching mock.
        case .unanswered(let diagnosis): diagnosis.reason == nil ? "no route" : "no mock"
        case .closed: "a finished router"
        }
    }

    /// Returns the reason, with hints about a surprising response, or `nil` if a live server answered.
    ///
    /// - Parameter note: A clause about the handler.
    /// - Returns: The text.
    func mock(_ note: String? = nil) -> String? {
        if case .passedThrough = outcome { return nil }
        return [[reason, note].compactMap(\.self).joined(separator: ", "), request.missed.hint]
            .compactMap(\.self).joined(separator: "; ")
    }
}
