import Teapot

extension Router {
    /// Creates a router with the routes and the settings of another, whose responses fail.
    ///
    /// Its routes begin anew, with their first responses. It shares with the other one what the handlers, the
    /// stages and the fixtures refer to.
    ///
    /// - Parameters:
    ///   - original: The other router.
    ///   - failures: The stage that makes its responses fail.
    package convenience init(copying original: Router, failingBy failures: some Stage) {
        self.init(
            original.base, fixtures: original.library, journalCapacity: nil, options: original.options,
            testValues: .ofTest(), isFailing: true)
        var state = original.withState { $0 }
        state.progress.counts = AnswerCounts()
        state.violations = RecordedViolations()
        state.expectations.compared = []
        state.stages.all = state.stages.all.compactMap { $0.copied }
        state.attachments = [:]
        state.closing = nil
        withState { [state] in $0 = state }
        (time, seed) = (original.time, original.seed)
        setStage(failures)
    }

    /// Takes over which routes and required header fields were used by a copy of this router, and that it was asked.
    package func count(usesOf copy: Router) {
        let (counts, compared) = copy.withState { ($0.progress.counts, $0.expectations.compared) }
        if copy.journal.lastNumber > 0 { testContext?.replace() }
        withState { state in
            for number in state.table.routes.keys { state.progress.counts.merge(counts, number) }
            state.expectations.compared.formUnion(compared.filter { $0.map { state.table.routes[$0] != nil } ?? true })
        }
    }
}
