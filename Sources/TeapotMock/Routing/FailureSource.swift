/// A source of failures that take the place of a router's responses, to find out what an app does about each.
package protocol FailureSource: Sendable {
    /// Takes note of a request.
    ///
    /// - Parameters:
    ///   - request: The request, below the router's base URL or not.
    ///   - moment: The time at which it arrived.
    ///   - isAlone: A Boolean value that indicates whether no other exchange of the router is under way.
    /// - Returns: What becomes of the request.
    func arrive(_ request: Request, at moment: Moment, isAlone: Bool) -> FailureDecision
}

/// A decision about a request to a router whose responses fail.
package enum FailureDecision: Sendable {
    /// The request gets an answer of the source, and the router's routes and handlers do not notice it.
    case answer(ResponderMatch)
    /// The router responds, and its response is changed by a function.
    case change(@Sendable (Response) -> Response)
}

extension Router {
    /// Creates a router with the routes and the settings of another, whose responses fail.
    ///
    /// Its routes begin anew, with their first responses. It shares with the other one what the handlers, the
    /// responders and the fixtures refer to.
    ///
    /// - Parameters:
    ///   - original: The other router.
    ///   - failures: The source of the failures.
    package convenience init(copying original: Router, failingBy failures: any FailureSource) {
        self.init(
            original.base, fixtures: original.library, journalCapacity: nil, options: original.options,
            testValues: .ofTest(), failures: failures)
        var state = original.withState { $0 }
        state.counts = AnswerCounts()
        state.violations = RecordedViolations()
        state.compared = []
        (state.holds, state.spentHolds) = ([], [])
        state.settings = [:]
        (state.context, state.closing) = (nil, nil)
        withState { [state] in $0 = state }
        (time, seed) = (original.time, original.seed)
    }

    /// Takes over which routes and required header fields were used by a copy of this router, and that it was asked.
    package func count(usesOf copy: Router) {
        let (counts, compared) = copy.withState { ($0.counts, $0.compared) }
        if copy.journal.lastNumber > 0 { withState { $0.context }?.replace() }
        withState { state in
            for number in state.table.routes.keys { state.counts.merge(counts, number) }
            state.compared.formUnion(compared.filter { $0.map { state.table.routes[$0] != nil } ?? true })
        }
    }

    /// Resolves a request, or lets it fail.
    func resolve(
        _ request: Request, failingBy failures: any FailureSource, at moment: Moment, _ resolve: () -> Resolution
    ) -> Resolution {
        let latest = journal.withState { $0.entries.entries(after: $0.entries.lastNumber - Self.watchedEntries) }
        let isAlone = !latest.contains { $0.ending == nil }
        switch failures.arrive(request, at: moment, isAlone: isAlone) {
        case .answer(let match):
            let entry = journal.begin(request, .respond(match), at: moment)
            return self.resolve(request, by: match, over: link(over: network, for: request), entry: entry)
        case .change(let change):
            switch resolve() {
            case .now(let resolved, let entry): return .now(resolved.failing(by: change), entry: entry)
            case .later(let pending): return .later(pending.changed(failure: change))
            }
        }
    }

    /// The number of the latest exchanges among which one may be under way when a request arrives.
    private static let watchedEntries = 32
}

extension Router.ResolvedResponse {
    /// Returns the response as it fails.
    ///
    /// What is no response remains as it is.
    func failing(by change: (Response) -> Response) -> Self {
        if case .response(let response) = self { .response(change(response)) } else { self }
    }
}
