import Teapot

/// An examination of one request by many rules.
struct Examination {
    /// The result for a route or for some rules.
    typealias Finding = (conditions: [Diagnosis.Condition], distance: Double)

    let request: Request
    /// The decoded segments of the path below the base URL of the router, or `nil` if the request is not below it.
    let path: [String]?
    let states: NamedStates
    let options: Teapot.Options
    /// The body as JSON, parsed for the first rule that needs it.
    private lazy var json = Result { () throws(JSON.ParsingError) in try JSON(parsing: request.body) }

    init(
        of request: Request,
        path: ArraySlice<String>?,
        states: NamedStates = NamedStates(),
        _ options: Teapot.Options
    ) {
        self.request = request
        self.path = path.map { Array($0) }
        self.states = states
        self.options = options
    }

    /// Returns the conditions of a route and the distance between the route and the request.
    ///
    /// - Returns: The conditions, and 0 if all are met. Otherwise, an unmet path adds 1 to 4, where a lower similarity
    ///   gives a greater number. An unmet method adds 1. All other unmet conditions together add less than 1.
    mutating func examine(_ route: Route) -> Finding {
        let method = route.method.map { [Rule(condition: .method($0))] } ?? []
        let isForAll = route.pattern == PathPattern("**")
        let path = isForAll ? [] : [Rule(condition: .path(route.pattern))]
        let state = route.transition.flatMap { condition(of: $0) }
        var finding = examine(method + path + route.rules, unmet: state?.isMet == false ? 1 : 0)
        if let state { finding.conditions.append(state) }
        return finding
    }

    /// Returns the condition on the state of a scenario, or `nil` if the route requires none.
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
    mutating func examine(_ rules: [Rule], unmet: Int = 0) -> Finding {
        var finding: Finding = ([], 0)
        var others = Double(unmet)
        for rule in rules {
            var unmet = conditions(of: rule)[...]
            finding.conditions += unmet
            switch rule.condition {
            case .method: finding.distance += unmet.popFirst()?.isMet == false ? 1 : 0
            case .path(let pattern):
                finding.distance += Self.distance(path, pattern)
                unmet.removeFirst()
            default: break
            }
            others += Double(unmet.count { !$0.isMet })
        }
        finding.distance += others / (others + 1)
        return finding
    }

    /// Returns the distance between a path and a pattern: 0 if the path matches; otherwise, from 1 to 4.
    static func distance(_ path: [String]?, _ pattern: PathPattern) -> Double {
        guard let path else { return 4 }
        return pattern.matches(path) ? 0 : 4 - 3 * pattern.likeness(to: path)
    }

    private mutating func conditions(of rule: Rule) -> [Diagnosis.Condition] {
        let expectations = rule.expectations(options)
        let explanations: [String?]
        switch rule.condition {
        case .method(let method): explanations = [method == request.method ? nil : "\(request.method) came"]
        case .path(let pattern):
            let isOutside = "the request is not below the base URL"
            explanations =
                [path.map { pattern.explanation(of: $0) } ?? isOutside] + request.explanations(of: pattern.query)
        case .query(let items): explanations = request.explanations(of: items)
        case .headerFields(let expectation): explanations = expectation.explanations(of: request.headerFields, options)
        case .body(let data): explanations = [request.explanation(ofBody: data)]
        case .json(let condition): explanations = [condition.explanation(of: json, isEmpty: request.body.isEmpty)]
        case .custom(_, let condition): explanations = [condition(request) ? nil : ""]
        }
        return zip(expectations, explanations).map { expectation, explanation in
            Diagnosis.Condition(expectation, isMet: explanation == nil, explanation == "" ? nil : explanation)
        }
    }
}
