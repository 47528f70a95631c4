import Teapot

extension Router {
    /// The problems with the base URL, followed by the problems with the routes, in order of registration.
    ///
    /// A route is hidden if a later route has the same conditions and answers any number of requests. Two custom rules
    /// never count as the same.
    ///
    /// - Complexity: O(*n*), where *n* is the number of routes, except for routes with the same method and path.
    public var problems: [Problem] {
        let routes = withState { $0.table }.routes.values.ordered { $0.number < $1.number }
        let hiding = Self.hidingRoutes(of: routes)
        return base.problems
            + routes.flatMap { route -> [Problem] in
                var problems = route.problems
                if let later = hiding[route.number] { problems.insert(route.isHidden(by: later), at: 0) }
                return problems
            }
    }

    /// Returns the routes that hide others, keyed by the numbers of the hidden routes.
    private static func hidingRoutes(of routes: [Route]) -> [Int: Route] {
        var hiding: [Int: Route] = [:]
        for (conditions, alike) in Dictionary(grouping: routes, by: \.conditions) where conditions != nil {
            /// The last route for each method that answers any number of requests.
            var last: [String?: Route] = [:]
            for route in alike.reversed() {
                let later = [last[route.method], last[nil]].compactMap(\.self)
                hiding[route.number] = later.max { $0.number < $1.number }
                if route.limit == nil, last[route.method] == nil { last[route.method] = route }
            }
        }
        return hiding
    }
}

extension Route {
    /// The conditions besides the method, in comparable form, or `nil` if they can't be compared.
    fileprivate var conditions: Conditions? {
        let others = rules.compactMap(\.matcher.identity)
        guard others.count == rules.count else { return nil }
        return Conditions(
            path: pattern.identity,
            others: others.reduce(into: [:]) { $0[$1, default: 0] += 1 },
            state: transition?.condition)
    }

    fileprivate struct Conditions: Hashable {
        var path: AnyHashable?
        /// The number of occurrences of each rule.
        ///
        /// The order of rules doesn't matter.
        var others: [AnyHashable: Int]
        /// The required state of a scenario.
        var state: StateTransition?
    }

    fileprivate func isHidden(by later: Route) -> Router.Problem {
        Router.Problem(
            .hiddenRoute,
            of: summary,
            hiddenBy: later.summary,
            """
            is never used: every request that it matches goes to \(later), registered later at \(later.place). Remove \
            one of them, or limit the later one with another rule or with `times:`.
            """
        )
    }

    fileprivate var problems: [Router.Problem] {
        var problems: [Router.Problem] = []
        func add(_ kind: Router.Problem.Kind, _ text: String) { problems.append(.init(kind, of: summary, text)) }
        let paths = [pattern] + rules.compactMap { $0.matcher as? PathPattern }
        let segments = paths.flatMap(\.problems)
        if segments.contains(.misplacedCatchAll) {
            let advice = "be at one end of the path; write a `*` for each single segment instead"
            add(.misplacedCatchAll, "has a `**` that is matched literally: a catch-all must \(advice).")
        }
        if segments.contains(.namelessVariable) {
            let advice = "Give it a name, or write `*` for any segment, or `%3A` for a colon"
            add(.namelessVariable, "has a `:` without a name, which is matched literally. \(advice).")
        }
        for case .foreignSyntax(let segment) in segments {
            let text = """
                has a segment “\(segment)” that is matched literally. A variable is a whole segment, written `:name`; \
                the scheme and the host belong in the router's base URL.
                """
            add(.foreignSyntax, text)
        }
        for name in paths.flatMap(\.repeatedVariables) {
            let text = "has two variables named `:\(name)`, and only the value of the last is available."
            add(.repeatedVariable, text + " Rename one of them.")
        }
        if !mayAnswer, let limit {
            let advice = "Give `times:` at least 1, omit it for any number, or remove the route"
            add(.uselessRoute, "answers no requests: its `times` is \(limit). \(advice).")
        }
        return problems
    }
}

extension PathPattern {
    /// The names of variables that occur more than once in the path.
    fileprivate var repeatedVariables: [String] {
        Dictionary(grouping: variables) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
    }
}
