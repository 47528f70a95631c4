import Teapot

extension Journal {
    /// The entries whose requests meet all of some rules, in the order in which they came.
    ///
    /// - Parameters:
    ///   - rules: What is asked of a request; none ask for nothing. A path is below the router's base URL.
    ///   - number: Only entries that came after this one count, such as an earlier ``lastNumber``.
    /// - Returns: The entries.
    /// - Throws: ``Forgotten`` when some of those that came after that one are forgotten.
    public func entries(matching rules: Rule..., after number: Int = 0) throws(Forgotten) -> [Entry] {
        try entries(meeting: rules, after: number)
    }

    /// How many requests came that meet all of some rules.
    ///
    /// - Parameters:
    ///   - rules: What is asked of a request; none ask for nothing. A path is below the router's base URL.
    ///   - number: Only entries that came after this one count, such as an earlier ``lastNumber``.
    /// - Returns: The number of requests.
    /// - Throws: ``Forgotten`` when some of those that came after that one are forgotten.
    public func count(of rules: Rule..., after number: Int = 0) throws(Forgotten) -> Int {
        try entries(meeting: rules, after: number).count
    }

    private func entries(meeting rules: [Rule], after number: Int) throws(Forgotten) -> [Entry] {
        let ring = state.withLock { $0.entries }
        try checkMemory(of: ring, after: number)
        return ring.entries(after: number).filter { meets($0.request, rules) }
    }

    func checkMemory(of ring: JournalRing, after number: Int) throws(Forgotten) {
        let count = ring.forgottenCount(after: number)
        if count > 0, let capacity { throw Forgotten(count: count, capacity: capacity) }
    }

    /// Whether a request meets all of some rules; a path none where the request is not below the router's base URL.
    func meets(_ request: Request, _ rules: [Rule]) -> Bool {
        guard !rules.isEmpty else { return true }
        let path = path(of: request)
        return rules.allSatisfy { rule in
            if case .path = rule.condition, path == nil { return false }
            return rule.isMet(by: request, path: path ?? [])
        }
    }

    /// The segments of a request's path below the router's base URL; `nil` when it is not below that.
    func path(of request: Request) -> ArraySlice<String>? {
        base.remainder(of: Request.segments(of: request.path), sentTo: request.origin)
    }
}
