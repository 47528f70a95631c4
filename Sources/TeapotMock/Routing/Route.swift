import Teapot

/// Which requests are answered, and how.
///
/// One reference, so that a route is cheap to hand on; what is changed is a copy.
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

    private struct Parts: Sendable {
        var origin: RouteSummary.Origin
        var handler: Handler
        let rules: [Rule]
        let delay: Double
        let limit: Int?
        var isOptional = false
        var expectation = HeaderExpectation()
        var expectationPlace: SourcePlace?
        var transition: StateTransition?
    }

    private final class Storage: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    private var storage: Storage

    /// - Parameters:
    ///   - rules: What is asked for; the first method and the first path stand for all requests' to be looked up by.
    ///   - handler: How a request is answered.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - limit: How many requests are answered; `nil` for any number.
    ///   - place: Where it was registered.
    ///   - source: The file that it was made from; `nil` for code.
    init(
        rules: [Rule],
        handler: Handler,
        delay: Double = 0,
        limit: Int? = nil,
        place: SourcePlace,
        source: String? = nil
    ) {
        var method: String?
        var pattern: PathPattern?
        var others: [Rule] = []
        var bound: [PathPattern] = []
        for rule in rules {
            if case .path(let value) = rule.condition { bound.append(value) }
            switch rule.condition {
            case .method(let value) where method == nil: method = value
            case .path(let value) where pattern == nil: pattern = value
            default: others.append(rule)
            }
        }
        let origin = RouteSummary.Origin(
            number: 0, method: method, pattern: pattern ?? PathPattern("**"), bound: bound, place: place,
            source: source, depth: 0)
        storage = Storage(Parts(origin: origin, handler: handler, rules: others, delay: delay, limit: limit))
    }

    /// How a request is answered.
    var handler: Handler { storage.parts.handler }
    /// The path below the router's base URL; one `**` for every one.
    var pattern: PathPattern { origin.pattern }
    /// The method; `nil` for every one.
    var method: String? { origin.method }
    /// What else is asked for.
    var rules: [Rule] { storage.parts.rules }
    /// How long to wait before answering, in seconds, besides what the response says.
    var delay: Double { storage.parts.delay }
    /// How many requests are answered; `nil` for any number.
    var limit: Int? { storage.parts.limit }
    /// What does not change, for those who remember the route.
    var origin: RouteSummary.Origin { storage.parts.origin }

    /// Its place in the order of registration; 0 until it has one.
    var number: Int { origin.number }

    /// Whether it is no mistake that nothing asks for it.
    var isOptional: Bool {
        get { storage.parts.isOptional }
        set { change { $0.isOptional = newValue } }
    }

    /// Header fields without which a request is refused.
    var expectation: HeaderExpectation {
        get { storage.parts.expectation }
        set { change { $0.expectation = newValue } }
    }

    /// Where they were set.
    var expectationPlace: SourcePlace? {
        get { storage.parts.expectationPlace }
        set { change { $0.expectationPlace = newValue } }
    }

    /// What it has to do with a scenario; `nil` for nothing.
    var transition: StateTransition? {
        get { storage.parts.transition }
        set { change { $0.transition = newValue } }
    }

    /// Where it was registered.
    var place: SourcePlace { origin.place }

    /// What can be told of it.
    var summary: RouteSummary { RouteSummary(origin: origin) }

    /// Whether it may answer at all, which one that was registered for no request may not.
    var mayAnswer: Bool { (limit ?? 1) > 0 }

    /// Whether it answers every request with its method and path.
    var isPlain: Bool {
        mayAnswer && rules.isEmpty && pattern.query.isEmpty && expectation.fields.isEmpty && transition == nil
    }

    /// The same without its handler, and what that holds on to.
    var withoutHandler: Route {
        var route = self
        route.change { $0.handler = .responses([]) }
        return route
    }

    /// The same in its place.
    ///
    /// - Parameters:
    ///   - number: Its place in the order of registration.
    ///   - depth: How many segments the router's base URL has.
    /// - Returns: The route.
    func placed(_ number: Int, below depth: Int) -> Route {
        var route = self
        route.change { $0.origin = $0.origin.placed(number, below: depth) }
        return route
    }

    private mutating func change(_ body: (inout Parts) -> Void) {
        var parts = storage.parts
        body(&parts)
        storage = Storage(parts)
    }

    /// Whether a request meets every condition but the path, which was looked up.
    func matches(_ request: Request, path: ArraySlice<String>) -> Bool {
        (method == nil || method == request.method) && mayAnswer
            && pattern.query.allSatisfy(request.query.containsExactly)
            && rules.allSatisfy { $0.isMet(by: request, path: path) }
    }
}

extension Route: CustomStringConvertible {
    /// The method and the path, such as `GET /users/:id`.
    var description: String { summary.description }
}
