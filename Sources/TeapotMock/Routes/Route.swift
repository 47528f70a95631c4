import Teapot

/// A handler, and the conditions that select the requests it answers.
///
/// The storage is a single reference, so copying a route is cheap. A change copies the storage.
package struct Route: Sendable {
    /// The way a route creates its responses.
    package enum Handler: Sendable {
        /// A list of responses that are returned in order.
        ///
        /// The last one is repeated.
        case responses([Response])
        /// A synchronous function.
        case immediate(@Sendable (Request) throws -> Response)
        /// An asynchronous function.
        case suspending(@Sendable (Request) async throws -> Response)
    }

    private struct Parts: Sendable {
        var origin: RouteSummary.Origin
        var handler: Handler
        let rules: [Rule]
        let delay: Double
        let limit: Int?
        let isExact: Bool
        package var isOptional = false
        var allowsEarlyEnd = false
        var required = Expectations.Required()
        package var transition: StateTransition?
        var network: NetworkConditions?
    }

    private final class Storage: Sendable {
        let parts: Parts

        package init(_ parts: Parts) { self.parts = parts }
    }

    private var storage: Storage

    /// - Parameters:
    ///   - rules: The rules that a request must match. The first method and the first path are used to look up the
    ///     route.
    ///   - handler: The handler.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - limit: The number of requests that the route answers, or `nil` for any number.
    ///   - isExact: Whether the route answers only the method that it names, as a recorded route does. Other routes for
    ///     `GET` also answer `HEAD`, and are included in the response to `OPTIONS`.
    ///   - place: The place in the source code where the route was registered.
    ///   - source: The file that the route comes from, or `nil` for a route written in code.
    @inline(never)
    package init(
        rules: [Rule],
        handler: Handler,
        delay: Double = 0,
        limit: Int? = nil,
        isExact: Bool = false,
        place: SourcePlace,
        source: String? = nil
    ) {
        var method: String?
        var pattern: PathPattern?
        var others: [Rule] = []
        var bound: [PathPattern] = []
        for rule in rules {
            if let value = rule.matcher as? PathPattern { bound.append(value) }
            switch rule.matcher {
            case let value as MethodMatcher where method == nil: method = value.method
            case let value as PathPattern where pattern == nil: pattern = value
            default: others.append(rule)
            }
        }
        let origin = RouteSummary.Origin(
            number: 0, method: method, title: rules.lazy.compactMap(\.matcher.title).first,
            pattern: pattern ?? PathPattern("**"),
            variables: PathVariables(patterns: bound, depth: 0), place: place, source: source)
        storage = Storage(
            Parts(origin: origin, handler: handler, rules: others, delay: delay, limit: limit, isExact: isExact))
    }

    /// The handler that answers requests.
    var handler: Handler { storage.parts.handler }
    /// The path below the router's base URL.
    ///
    /// The pattern `**` matches every path.
    var pattern: PathPattern { origin.pattern }
    /// The method, or `nil` for every method.
    var method: String? { origin.method }
    /// Whether the route answers only the method that it names.
    var isExact: Bool { storage.parts.isExact }
    /// The condition on the method, or `nil` for every method.
    var methodMatcher: MethodMatcher? { method.map { MethodMatcher(method: $0, includesHead: !isExact) } }
    /// The rules besides the method and the path.
    package var rules: [Rule] { storage.parts.rules }
    /// The rules with those for the method and the path, unless every method or path matches.
    var allRules: [Rule] {
        (methodMatcher.map { [Rule($0)] } ?? []) + (pattern == PathPattern("**") ? [] : [Rule(pattern)]) + rules
    }
    /// The time to wait before responding, in seconds, in addition to the delay of the response.
    var delay: Double { storage.parts.delay }
    /// The number of requests that the route answers, or `nil` for any number.
    package var limit: Int? { storage.parts.limit }
    /// The part of the route that never changes.
    ///
    /// Journal entries keep it.
    var origin: RouteSummary.Origin { storage.parts.origin }

    /// The position of the route in the order of registration, or 0 before it is registered.
    package var number: Int { origin.number }

    /// Whether a test passes even if the route is never used.
    package var isOptional: Bool {
        get { storage.parts.isOptional }
        set { change { $0.isOptional = newValue } }
    }

    /// Whether a test passes even though the route answers fewer requests than it takes to use it up.
    var allowsEarlyEnd: Bool {
        get { storage.parts.allowsEarlyEnd }
        set { change { $0.allowsEarlyEnd = newValue } }
    }

    /// The number of requests that use up the route: its limit, or the number of its responses.
    var expectedCount: Int {
        if let limit { return limit }
        guard case .responses(let responses) = handler else { return 1 }
        return responses.count
    }

    /// The headers that a request must have to be answered.
    var required: Expectations.Required {
        get { storage.parts.required }
        set { change { $0.required = newValue } }
    }

    /// The scenario states that the route requires and sets, or `nil` for a route outside every scenario.
    package var transition: StateTransition? {
        get { storage.parts.transition }
        set { change { $0.transition = newValue } }
    }

    /// The network conditions, or `nil` for the router's.
    var network: NetworkConditions? {
        get { storage.parts.network }
        set { change { $0.network = newValue } }
    }

    /// The place in the source code where the route was registered.
    package var place: SourcePlace { origin.place }

    /// A summary of the route.
    var summary: RouteSummary { RouteSummary(origin: origin) }

    /// Whether the route can answer at all.
    ///
    /// It is `false` if the limit is zero.
    var mayAnswer: Bool { (limit ?? 1) > 0 }

    /// Whether the route answers every request with its method and path.
    var isPlain: Bool {
        mayAnswer && rules.isEmpty && pattern.query.isEmpty && required.fields.fields.isEmpty && transition == nil
    }

    /// A copy of the route without its handler and the objects that the handler retains.
    var withoutHandler: Route {
        var route = self
        route.change { $0.handler = .responses([]) }
        return route
    }

    /// Returns a copy of the route with its position in the order of registration.
    ///
    /// - Parameters:
    ///   - number: The position in the order of registration.
    ///   - depth: The number of segments in the path of the router's base URL.
    /// - Returns: The copy.
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

    /// Returns whether the route can answer requests with a method.
    func accepts(_ method: String) -> Bool { methodMatcher?.matches(method) ?? true }

    /// Returns whether a request matches every condition except the path, which has already been looked up.
    func matches(_ request: Request, path: ArraySlice<String>) -> Bool {
        accepts(request.method) && mayAnswer
            && pattern.query.allSatisfy(request.query.containsRequired)
            && rules.allSatisfy { $0.matcher.matches(request, path: path) }
    }
}

/// The method and the path, such as `GET /users/:id`.
extension Route: CustomStringConvertible { package var description: String { summary.description } }
