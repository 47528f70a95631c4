import Teapot

extension Router {
    /// Returns a violation for everything that a test set up but didn't use.
    func unused(in state: State) -> [Violation] {
        lazy var entries = journal.entries
        let unused = expectedRoutes(in: state).ordered { $0.number < $1.number }.compactMap { route -> Violation? in
            guard state.progress.counts.hasAnswered(route.number) else {
                return .unused(route, journal.nearest(to: route.allRules, among: entries, options))
            }
            // A `HEAD` uses a route for `GET`, but none of the route's responses.
            let count = state.progress.counts[route.number] ?? .max
            return count < route.expectedCount && !route.allowsEarlyEnd ? .unusedResponses(of: route, used: count) : nil
        }
        return unused + unusedExpectations(in: state)
    }

    /// Returns a violation for an unused route if another route answered the last request of a test that stopped early.
    ///
    /// The unused route has the request's method and path.
    package func passedOver() -> [Violation] {
        let state = withState { $0 }
        guard let last = journal.entry(journal.lastNumber), case .answered(let answer) = last.outcome else { return [] }
        // A near miss without additional rules may be meant for a later request of the test.
        let count = state.table.routes[answer.origin.number]?.rules.count ?? 0
        let near = expectedRoutes(in: state).compactMap { route -> (distance: Double, age: Int, Violation)? in
            guard route.pattern.catchAll == .none, !state.progress.counts.hasAnswered(route.number),
                let nearest = journal.nearest(to: route.allRules, among: [last], options), nearest.verdict.distance < 1,
                nearest.verdict.distance == 0 || route.rules.count > count
            else { return nil }
            return (nearest.verdict.distance, -route.number, .unused(route, nearest, isCutShort: true))
        }
        return near.min { ($0.distance, $0.age) < ($1.distance, $1.age) }.map { [$0.2] } ?? []
    }

    /// Returns the routes that the test must use, except those that refused a request, which is reported anyway.
    private func expectedRoutes(in state: State) -> [Route] {
        state.table.routes.values.filter { route in
            !route.isOptional && route.mayAnswer && !state.violations.refusingRoutes.contains(route.number)
        }
    }

    private func unusedExpectations(in state: State) -> [Violation] {
        var unused: [Violation?] = []
        let (general, compared) = (state.expectations.general, state.expectations.compared)
        if !general.isOptional, !compared.contains(nil) { unused.append(.unused(general)) }
        for (number, route) in state.table.routes where !route.required.isOptional && !compared.contains(number) {
            unused.append(.unused(route.required))
        }
        return unused.compactMap(\.self)
    }
}

extension Router.Violation {
    fileprivate static func unused(_ route: Route, _ nearest: Journal.Nearest?, isCutShort: Bool = false) -> Self {
        let fact =
            switch (nearest, nearest?.entry.outcome) {
            case (nil, _): "no request was received. Perhaps a task is cancelled, isn't awaited or uses another client."
            case (let one?, _) where !one.verdict.conditions.allSatisfy(\.isMet):
                "no request matched it. The nearest was:\n\(one.text)"
            case (let one?, .answered?):
                "another route answered \(one.entry). If several match, the one registered last answers."
            case (let one?, _): "this request matches it, but didn't use it: \(one.entry)."
            }
        let end =
            isCutShort ? "The test stopped after this request." : "If this is intended, mark it with `optional()`."
        let message = "The route \(route) was never used: \(fact)\n\(end)"
        return Self(kind: .unusedRoute, message: message, place: route.place)
    }

    /// Returns the violation for headers that were never compared with a request, or `nil` if there are none.
    fileprivate static func unused(_ required: Expectations.Required) -> Self? {
        guard !required.fields.fields.isEmpty else { return nil }
        let names = required.fields.fields.map { "“\($0.name.shortened(to: 60))”" }.joined(separator: ", ")
        let message = """
            The required headers \(names) were never checked: no request was sent to an endpoint that requires them. \
            If this is intended, write `setExpectedHeaders(…, isOptional: true)`.
            """
        return Self(kind: .unusedExpectation, message: message, place: required.place)
    }

    fileprivate static func unusedResponses(of route: Route, used: Int) -> Self {
        let part = used == 1 ? "only the first was" : "only the first \(used) were"
        let fact =
            if let limit = route.limit {
                "answers \(limit) requests (`times: \(limit)`), but received only \(used)"
            } else {
                "has \(route.expectedCount) responses, but \(part) used"
            }
        let message = "The route \(route) \(fact). If this is intended, mark it with `allowsEarlyEnd()`."
        return Self(kind: .unusedResponses, message: message, place: route.place)
    }
}
