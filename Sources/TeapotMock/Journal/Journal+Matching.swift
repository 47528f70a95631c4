import Teapot

extension Journal {
    /// Returns the entries whose requests match all of the given rules, in order of arrival.
    ///
    /// - Parameters:
    ///   - rules: The rules that a request must match. Without rules, every request matches. Paths are relative to the
    ///     router's base URL.
    ///   - number: The number of an entry, such as an earlier ``lastNumber``. Only later entries are returned.
    /// - Returns: The matching entries.
    /// - Throws: ``Forgotten`` if some of the later entries, or bodies that the rules need, are forgotten;
    ///   ``RepeatedBasePath`` if no request matches because a rule's path repeats the base URL's.
    public func entries(matching rules: Rule..., after number: Int = 0) throws -> [Entry] {
        try entries(meeting: rules, after: number)
    }

    /// Returns the number of requests that match all of the given rules.
    ///
    /// - Parameters:
    ///   - rules: The rules that a request must match. Without rules, every request matches. Paths are relative to the
    ///     router's base URL.
    ///   - number: The number of an entry, such as an earlier ``lastNumber``. Only later entries are counted.
    /// - Returns: The number of requests.
    /// - Throws: ``Forgotten`` if some of the later entries, or bodies that the rules need, are forgotten;
    ///   ``RepeatedBasePath`` if no request matches because a rule's path repeats the base URL's.
    public func count(of rules: Rule..., after number: Int = 0) throws -> Int {
        try entries(meeting: rules, after: number).count
    }

    func entries(meeting rules: [Rule], after number: Int) throws -> [Entry] {
        let ring = withState { $0.entries }
        try checkMemory(of: ring, after: number)
        var found: [Entry] = []
        for entry in ring.entries(after: number) where try meets(entry.request, rules) { found.append(entry) }
        if found.isEmpty { try checkPaths(of: rules, ring.entries(after: number)) }
        return found
    }

    /// Throws an error if a request fails to match only because a rule's path repeats the base URL's.
    private func checkPaths(of rules: [Rule], _ entries: [Entry]) throws {
        for (index, rule) in rules.enumerated() {
            for alternative in (rule.matcher as? AlternativesMatcher)?.rules ?? [rule] {
                guard let path = alternative.matcher as? PathPattern, let other = path.withoutBase(base.path) else {
                    continue
                }
                var rest = rules
                rest[index] = .path(other.pattern)
                let missed = try entries.filter { try meets($0.request, rest) }
                guard let first = missed.first?.path else { continue }
                let count = missed.count
                let those = count == 1 ? "1 request to \(first) was" : "\(count) requests, the first to \(first), were"
                throw RepeatedBasePath(
                    count: count,
                    description: """
                        \(those) received. The rule for \(path) does not match \(count == 1 ? "it" : "them"), because \
                        paths are relative to the base URL, which already has \(other.repeated). Write the rule as \
                        \(other.pattern).
                        """)
            }
        }
    }

    func checkMemory(of ring: JournalRing, after number: Int) throws(Forgotten) {
        let count = ring.forgottenCount(after: number)
        if count > 0, let capacity { throw Forgotten(count: count, capacity: capacity) }
    }

    /// Returns whether a request matches all of the given rules.
    ///
    /// A path rule matches only requests below the router's base URL.
    ///
    /// - Throws: ``Forgotten`` if the result depends on a body that the journal has dropped.
    package func meets(_ request: Request, _ rules: [Rule]) throws(Forgotten) -> Bool {
        guard !rules.isEmpty else { return true }
        let path = path(of: request)
        guard request.droppedBodyLength != nil else {
            return rules.allSatisfy { $0.matcher.matches(request, path: path) }
        }
        let others = rules.filter { !$0.matcher.readsBody }
        guard others.allSatisfy({ $0.matcher.matches(request, path: path) }) else { return false }
        guard others.count < rules.count else { return true }
        throw Forgotten(count: 1, capacity: capacity ?? .max, bodyCapacity: bodyCapacity ?? .max)
    }

    /// Returns the segments of a request path below the router's base URL, or `nil` if the request isn't below it.
    func path(of request: Request) -> ArraySlice<String>? {
        base.remainder(of: Request.segments(of: request.path), sentTo: request.origin)
    }
}
