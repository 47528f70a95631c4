import Teapot

extension Router {
    /// Creates a copy of a router, with a stage that makes the copy's responses fail.
    ///
    /// The copy has the routes and the settings of the original, and each route starts over with its first response.
    /// Both routers share the objects that the handlers, the stages and the fixtures refer to.
    ///
    /// - Parameters:
    ///   - original: The router to copy.
    ///   - failures: The stage that makes the copy's responses fail.
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

    /// Counts routes and required headers that a copy used as used by this router, and the copy's requests as this
    /// router's requests.
    package func count(usesOf copy: Router) {
        let (counts, compared) = copy.withState { ($0.progress.counts, $0.expectations.compared) }
        if copy.journal.lastNumber > 0 { testContext?.replace() }
        withState { state in
            for number in state.table.routes.keys { state.progress.counts.merge(counts, number) }
            state.expectations.compared.formUnion(compared.filter { $0.map { state.table.routes[$0] != nil } ?? true })
        }
    }
}
