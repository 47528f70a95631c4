import Teapot

extension Journal {
    /// Waits for a request that matches all of the given rules.
    ///
    /// Requests that have already arrived count, too.
    ///
    /// ```swift
    /// let mark = router.journal.lastNumber
    /// teapot.post("orders") { _ in }
    /// let order = try await router.journal.waitForRequest(
    ///     matching: .path("/orders"), after: mark, timeout: 5)
    /// ```
    ///
    /// The exchange of the returned entry may still be in progress. Counted requests stay counted even if the journal
    /// forgets them or is cleared in the meantime. The waiting task evaluates the rules.
    ///
    /// - Parameters:
    ///   - rules: The rules that a request must match. Without rules, every request matches. Paths are relative to the
    ///     router's base URL.
    ///   - number: The number of an entry. Only later requests count. Pass an earlier ``lastNumber`` to ignore the
    ///     requests up to that one, or 0 to count all requests since the journal was created or cleared.
    ///   - count: The number of matching requests to wait for. A number less than one counts as one.
    ///   - timeout: The time to wait, in seconds. With zero, only requests that have already arrived count.
    /// - Returns: The entry of the last counted request.
    /// - Throws: ``TimedOut``, which describes what arrived instead; ``Forgotten`` if some of the later entries, or
    ///   bodies that the rules need, are already forgotten when the wait begins; `CancellationError` if the task is
    ///   cancelled.
    @discardableResult
    public func waitForRequest(
        matching rules: Rule..., after number: Int = 0, count: Int = 1, timeout: Double = 10
    ) async throws -> Entry {
        try await wait(for: rules, after: number, count: count, timeout: timeout) {
            try await Task.sleep(nanoseconds: Uptime.nanoseconds($0))
        }
    }

    /// Waits like ``waitForRequest(matching:after:count:timeout:)``, with any clock.
    ///
    /// - Parameters:
    ///   - rules: The rules that a request must match.
    ///   - number: The number of an entry. Only later requests count.
    ///   - count: The number of matching requests to wait for.
    ///   - timeout: The time to wait, in seconds.
    ///   - sleep: A closure that returns after a number of seconds.
    /// - Returns: The entry of the last counted request.
    /// - Throws: The errors that ``waitForRequest(matching:after:count:timeout:)`` throws.
    func wait(
        for rules: [Rule], after number: Int, count: Int, timeout: Double,
        sleep: @escaping @Sendable (Double) async throws -> Void
    ) async throws -> Entry {
        try Task.checkCancellation()
        let ring = Locked<JournalRing?>(nil)
        let (news, end) = Watchers.stream(.unbounded) { [weak self] change in
            self?.withState { state in
                change(&state.waiters)
                ring.withLock { $0 = $0 ?? state.entries }
            }
        }
        defer { end.finish() }
        guard let ring = ring.withLock({ $0.take() }) else { throw CancellationError() }
        try checkMemory(of: ring, after: number)
        let timer = Task {
            // The sleep throws an error only if it's cancelled, and in that case nothing waits for the timeout.
            do { try await sleep(timeout) } catch { return }
            end.finish()
        }
        defer { timer.cancel() }
        if !(timeout > 0) { end.finish() }
        var (found, others): ([Entry], [Entry]) = ([], [])
        func isLast(_ entry: Entry) throws -> Bool {
            guard entry.number > number else { return false }
            if try meets(entry.request, rules) { found.append(entry) } else { others.append(entry) }
            return found.count >= max(1, count)
        }
        for entry in ring.entries(after: number) where try isLast(entry) {
            return withState { $0.entries[entry.number] } ?? entry
        }
        for await entry in news where try isLast(entry) { return withState { $0.entries[entry.number] } ?? entry }
        try Task.checkCancellation()
        throw timedOut(rules, count: max(1, count), found, others, timeout)
    }

    /// The maximum number of nonmatching requests to compare with the rules, starting with the last one.
    private static let comparisonLimit = 200

    func timedOut(_ rules: [Rule], count: Int, _ found: [Entry], _ others: [Entry], _ timeout: Double) -> TimedOut {
        let nearest = nearest(to: rules, among: others, options)
        return TimedOut(
            expectations: rules.flatMap { $0.matcher.expectations(options) },
            count: count,
            found: found,
            timeout: timeout,
            nearest: nearest.map { withState { [number = $0.entry.number] in $0.entries[number] } ?? $0.entry },
            conditions: nearest?.verdict.conditions ?? []
        )
    }

    /// The request that comes closest to matching some rules.
    struct Nearest {
        let entry: Entry
        let verdict: Examination.Verdict
        /// The request, and below it the conditions.
        var text: String { (["\(entry)"] + verdict.conditions.map { "   \($0)" }).joined(separator: "\n") }
    }

    /// Returns the entry whose request comes closest to matching the rules.
    func nearest(to rules: [Rule], among others: [Entry], _ options: Teapot.Options) -> Nearest? {
        var nearest: Nearest?
        for entry in others.suffix(Self.comparisonLimit) {
            let examination = Examination(of: entry.request, path: path(of: entry.request), options)
            let next = Nearest(entry: entry, verdict: examination.examine(rules))
            // Of two equally near requests, choose the later one.
            if next.verdict.distance <= nearest?.verdict.distance ?? .infinity { nearest = next }
        }
        return nearest
    }
}
