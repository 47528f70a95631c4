import Teapot

extension Journal {
    /// Waits until a request comes that meets all of some rules; requests that are there already count.
    ///
    /// ```swift
    /// let mark = router.journal.lastNumber
    /// teapot.post("orders") { _ in }
    /// let order = try await router.journal.waitForRequest(
    ///     matching: .path(matches: "/orders"), after: mark, timeout: 5)
    /// ```
    ///
    /// What it returns may be under way still. That the journal forgets or is cleared meanwhile makes no difference to
    /// what has been counted. Rules are looked at in the task that waits.
    ///
    /// - Parameters:
    ///   - rules: What is asked of a request; none ask for nothing. A path is below the router's base URL.
    ///   - number: Only requests that came after this entry count: an earlier ``lastNumber`` leaves out what came before
    ///     that; 0 counts all since the journal began or was cleared.
    ///   - count: How many such requests to wait for; less than one counts as one.
    ///   - timeout: How long to wait, in seconds; none at all looks at what is there.
    /// - Returns: The entry of the last one that was waited for.
    /// - Throws: ``TimedOut``, which says what came instead; ``Forgotten`` when some of those that were to count are
    ///   forgotten before it begins; `CancellationError` when the task is cancelled.
    @discardableResult
    public func waitForRequest(
        matching rules: Rule...,
        after number: Int = 0,
        count: Int = 1,
        timeout: Double = 10
    ) async throws -> Entry {
        try await wait(for: rules, after: number, count: count, timeout: timeout) {
            try await Task.sleep(nanoseconds: Clock.nanoseconds($0))
        }
    }

    /// Waits as ``waitForRequest(matching:after:count:timeout:)`` does, by any clock.
    ///
    /// - Parameters:
    ///   - rules: What is asked of a request.
    ///   - number: Only requests that came after this entry count.
    ///   - count: How many such requests to wait for.
    ///   - timeout: How long to wait, in seconds.
    ///   - sleep: Returns when so many seconds are over.
    /// - Returns: The entry of the last one that was waited for.
    /// - Throws: As that does.
    func wait(
        for rules: [Rule],
        after number: Int,
        count: Int,
        timeout: Double,
        sleep: @escaping @Sendable (Double) async throws -> Void
    ) async throws -> Entry {
        try Task.checkCancellation()
        let (id, past) = try openWaiter(after: number)
        defer { closeWaiter(id) }
        var timer: Task<Void, Never>?
        defer { timer?.cancel() }
        if timeout > 0 {
            timer = Task {
                // What throws was cancelled: nobody waits.
                do { try await sleep(timeout) } catch { return }
                self.stop(id, .timedOut)
            }
        } else {
            stop(id, .timedOut)
        }
        var news = Waiter.News(entries: past)
        var (found, others): ([Entry], [Entry]) = ([], [])
        while true {
            for entry in news.entries where entry.number > number {
                guard meets(entry.request, rules) else {
                    others.append(entry)
                    continue
                }
                found.append(entry)
                if found.count >= count { return state.withLock { $0.entries[entry.number] } ?? entry }
            }
            switch news.stop {
            case .timedOut: throw timedOut(rules, count: max(1, count), found, others, timeout)
            case .cancelled: throw CancellationError()
            case nil: news = await self.news(for: id)
            }
        }
    }

    /// How many of the requests that did not meet the rules are compared with them, from the last one back.
    private static let comparisonLimit = 200

    private func timedOut(
        _ rules: [Rule], count: Int, _ found: [Entry], _ others: [Entry], _ timeout: Double
    ) -> TimedOut {
        var nearest: (entry: Entry, conditions: [Diagnosis.Condition], distance: Double)?
        for entry in others.suffix(Self.comparisonLimit) {
            var examination = Examination(of: entry.request, path: path(of: entry.request), options)
            let (conditions, distance) = examination.examine(rules)
            // Of two that are as near, the later one is meant.
            if distance <= nearest?.distance ?? .infinity { nearest = (entry, conditions, distance) }
        }
        return TimedOut(
            expectations: rules.flatMap { $0.expectations(options) },
            count: count,
            found: found,
            timeout: timeout,
            nearest: nearest.map { state.withLock { [number = $0.entry.number] in $0.entries[number] } ?? $0.entry },
            conditions: nearest?.conditions ?? []
        )
    }
}
