import Teapot

/// Which requests are answered, and how.
struct Route: Sendable {
    /// How a request is answered.
    enum Handler: Sendable {
        /// By responses, one after the other; the last again and again.
        case responses([Response])
        /// By a function that returns at once.
        case immediate(@Sendable (Request) throws -> Response)
        /// By a function that may wait.
        case suspending(@Sendable (Request) async throws -> Response)
    }

    /// What does not change: shared, so that a route is cheap to hand on.
    private final class Definition: Sendable {
        let method: String?
        let pattern: PathPattern
        /// Whether a path was asked for.
        let hasPath: Bool
        let rules: [Rule]
        let delay: Double
        let limit: Int?
        let origin: RouteSummary.Origin

        init(rules: [Rule], delay: Double, limit: Int?, place: SourcePlace) {
            var method: String?
            var pattern: PathPattern?
            var others: [Rule] = []
            for rule in rules {
                switch rule.condition {
                case .method(let value) where method == nil: method = value
                case .path(let value) where pattern == nil: pattern = value
                default: others.append(rule)
                }
            }
            self.method = method
            self.pattern = pattern ?? PathPattern("**")
            hasPath = pattern != nil
            self.rules = others
            self.delay = delay
            self.limit = limit
            origin = RouteSummary.Origin(method: method, pattern: self.pattern, place: place)
        }
    }

    private let definition: Definition
    /// Its place in the order of registration.
    var number = 0
    private(set) var handler: Handler
    /// Whether it is no mistake that nothing asks for it.
    var isOptional = false
    /// Header fields without which a request is refused.
    var expectation = HeaderExpectation()
    /// Where they were set.
    var expectationPlace: SourcePlace?

    /// - Parameters:
    ///   - rules: What is asked for; the first method and the first path stand for all requests' to be looked up by.
    ///   - handler: How a request is answered.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - limit: How many requests are answered; `nil` for any number.
    ///   - place: Where it was registered.
    init(rules: [Rule], handler: Handler, delay: Double = 0, limit: Int? = nil, place: SourcePlace) {
        definition = Definition(rules: rules, delay: delay, limit: limit, place: place)
        self.handler = handler
    }

    /// The method; `nil` for every one.
    var method: String? { definition.method }
    /// The path below the router's base URL; one `**` for every one.
    var pattern: PathPattern { definition.pattern }
    /// What else is asked for.
    var rules: [Rule] { definition.rules }
    /// How long to wait before answering, in seconds, besides what the response says.
    var delay: Double { definition.delay }
    /// How many requests are answered; `nil` for any number.
    var limit: Int? { definition.limit }
    /// What does not change, for those who remember the route.
    var origin: RouteSummary.Origin { definition.origin }

    /// Where it was registered.
    var place: SourcePlace { origin.place }

    /// What can be told of it.
    var summary: RouteSummary { RouteSummary(number: number, origin: origin) }

    /// Whether it may answer at all, which one that was registered for no request may not.
    var mayAnswer: Bool { (limit ?? 1) > 0 }

    /// The same without its handler, and what that holds on to.
    var withoutHandler: Route {
        var route = self
        route.handler = .responses([])
        return route
    }

    /// Whether a request meets every condition but the path, which was looked up.
    func matches(_ request: Request, path: ArraySlice<String>) -> Bool {
        (method == nil || method == request.method) && mayAnswer
            && pattern.query.allSatisfy(request.query.containsExactly)
            && rules.allSatisfy { $0.isMet(by: request, path: path) }
    }

    /// What the variables of the route's paths stand for.
    func components(of path: ArraySlice<String>) -> [String: String] {
        guard definition.hasPath else { return [:] }
        var components: [String: String] = [:]
        let path = Array(path)
        pattern.bind(path, into: &components)
        for case .path(let other) in rules.map(\.condition) { other.bind(path, into: &components) }
        return components
    }
}

extension Route: CustomStringConvertible {
    /// The method and the path, such as `GET /users/:id`.
    var description: String { summary.description }
}
