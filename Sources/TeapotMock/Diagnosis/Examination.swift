import Teapot

/// Looks at one request through the eyes of many rules.
struct Examination {
    /// What came of it for a route or some rules.
    typealias Finding = (conditions: [Diagnosis.Condition], distance: Double)

    let request: Request
    /// The segments of the path below the router's base URL, decoded; `nil` when it is not below that.
    let path: [String]?
    let states: NamedStates
    let options: Teapot.Options
    /// What the body is as JSON, read for the first rule that asks.
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

    /// What a route asks for and how far the request is from it.
    ///
    /// - Returns: The conditions, and 0 when all are met: the path adds from 1 to 4, the less the two are alike, the method
    ///   1, and all others together less than 1.
    mutating func examine(_ route: Route) -> Finding {
        let method = route.method.map { [Rule(condition: .method($0))] } ?? []
        let isForAll = route.pattern == PathPattern("**")
        let path = isForAll ? [] : [Rule(condition: .path(route.pattern))]
        let state = route.transition.flatMap { condition(of: $0) }
        var finding = examine(method + path + route.rules, unmet: state?.isMet == false ? 1 : 0)
        if let state { finding.conditions.append(state) }
        return finding
    }

    /// Whether the state is the one that a route asks for, if it asks for any.
    private func condition(of transition: StateTransition) -> Diagnosis.Condition? {
        transition.expectation.map { expectation in
            let isMet = states.allow(transition)
            let state = states[transition.scenario].shortened(to: 60)
            return Diagnosis.Condition(expectation, isMet: isMet, "it is in state “\(state)”")
        }
    }

    /// What rules ask for and how far the request is from them; see ``examine(_:)-(Route)``.
    ///
    /// - Parameters:
    ///   - rules: The rules.
    ///   - unmet: How many other conditions are not met.
    /// - Returns: What came of it.
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

    /// How far a path is from a pattern: 0 when it matches, else from 1 to 4.
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
