import Teapot

/// An examination of one request against many rules.
struct Examination {
    /// The result for one route or for several rules.
    typealias Verdict = (conditions: [Diagnosis.Condition], distance: Double)

    private let request: ExaminedRequest
    private let states: NamedStates

    init(
        of request: Request, path: ArraySlice<String>?, states: NamedStates = NamedStates(), _ options: Teapot.Options
    ) {
        self.request = ExaminedRequest(request, path: path, options)
        self.states = states
    }

    /// Returns a number from 0 to 1 that ranks the routes for one path and method before their rules are examined.
    func remoteness(of route: Route) -> Double {
        let sum = route.rules.reduce(0) { $0 + $1.matcher.remoteness(of: request) }
        return sum / (sum + 1)
    }

    /// Returns the conditions of a route and the distance between the route and the request.
    ///
    /// - Returns: The conditions and the distance, which is 0 if all conditions are met. An unmet path adds 1 to 4,
    ///   depending on its similarity. An unmet method adds 1. All other unmet conditions together add less than 1.
    func examine(_ route: Route) -> Verdict {
        let state = route.transition.flatMap { condition(of: $0) }
        var verdict = examine(route.allRules, unmet: state?.isMet == false ? 1 : 0)
        if let state { verdict.conditions.append(state) }
        return verdict
    }

    /// Returns the condition on the state of a scenario, or `nil` if the route doesn't require a state.
    private func condition(of transition: StateTransition) -> Diagnosis.Condition? {
        transition.expectation.map { expectation in
            let isMet = states.allow(transition)
            let state = states[transition.scenario].shortened(to: 60)
            return Diagnosis.Condition(expectation, isMet: isMet, "it is in state “\(state)”")
        }
    }

    /// Returns the conditions of rules and their distance from the request; see ``examine(_:)-(Route)``.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - unmet: The number of other unmet conditions.
    /// - Returns: The conditions and the distance.
    func examine(_ rules: [Rule], unmet: Int = 0) -> Verdict {
        var verdict: Verdict = ([], 0)
        var others = Double(unmet)
        for rule in rules {
            var unmet = conditions(of: rule)[...]
            verdict.conditions += unmet
            switch rule.matcher {
            case is MethodMatcher: verdict.distance += unmet.popFirst()?.isMet == false ? 1 : 0
            case let pattern as PathPattern:
                verdict.distance += Self.distance(request.path, pattern, below: request.base)
                unmet.removeFirst()
            default: break
            }
            others += Double(unmet.count { !$0.isMet }) + rule.matcher.remoteness(of: request)
        }
        verdict.distance += others / (others + 1)
        return verdict
    }

    /// Returns the distance between a path and a pattern: 0 if the path matches; otherwise, from 1 to 4.
    static func distance(_ path: [String]?, _ pattern: PathPattern, below base: [String]) -> Double {
        guard let path else { return 4 }
        if !pattern.matches(path), pattern.withoutBase(base)?.pattern.matches(path) == true { return 1 }
        return pattern.matches(path) ? 0 : 4 - 3 * pattern.likeness(to: path)
    }

    private func conditions(of rule: Rule) -> [Diagnosis.Condition] {
        zip(rule.matcher.expectations(request.options), rule.matcher.explanations(of: request)).map {
            expectation, explanation in
            Diagnosis.Condition(expectation, isMet: explanation == nil, explanation == "" ? nil : explanation)
        }
    }
}
