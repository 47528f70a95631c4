import Teapot

/// The routes of a router, as they are at one moment.
struct RouteTable: Sendable {
    /// A route that is not there any more.
    struct Former: Sendable {
        enum Reason: Sendable {
            case removed
            case usedUp
        }

        /// The route without its handler.
        let route: Route
        let reason: Reason
    }

    /// How many routes that are gone are remembered, to tell why they do not answer.
    private static let formerLimit = 32

    private(set) var routes: [Int: Route] = [:]
    /// The routes that went last, the latest at the end.
    private(set) var former: [Former] = []
    private var index = RouteIndex()
    /// How many routes the index has places for that are gone.
    private var vacancies = 0
    private var lastNumber = 0
    /// How many segments the router's base URL has.
    private let depth: Int

    /// - Parameter depth: How many segments the router's base URL has.
    init(below depth: Int = 0) { self.depth = depth }

    /// - Parameter former: A table whose numbers are not to be used again.
    init(after former: RouteTable) {
        depth = former.depth
        lastNumber = former.lastNumber
        self.former = former.former
        let gone = former.routes.keys.sorted().suffix(Self.formerLimit).compactMap { former.routes[$0] }
        for route in gone { remember(route, .removed) }
    }

    /// Adds a route behind the others, so that it is asked before them.
    ///
    /// - Returns: Its number.
    mutating func add(_ route: Route) -> Int {
        lastNumber += 1
        let route = route.placed(lastNumber, below: depth)
        routes[lastNumber] = route
        index.insert(route)
        return lastNumber
    }

    /// Takes a route out; that it is gone already does no harm.
    ///
    /// - Returns: The route, which the caller lets go of.
    @discardableResult
    mutating func remove(_ number: Int, because reason: Former.Reason = .removed) -> Route? {
        guard let route = routes.removeValue(forKey: number) else { return nil }
        index.remove(route)
        remember(route, reason)
        vacancies += 1
        if vacancies > 64 + 2 * routes.count {
            // Else one-shots on ever new paths would leave ever more places behind.
            vacancies = 0
            let inOrder = routes.values.sorted { $0.number < $1.number }
            index = inOrder.reduce(into: RouteIndex()) { $0.insert($1) }
        }
        return route
    }

    private mutating func remember(_ route: Route, _ reason: Former.Reason) {
        if former.count >= Self.formerLimit { former.removeFirst(former.count - Self.formerLimit + 1) }
        former.append(Former(route: route.withoutHandler, reason: reason))
    }

    /// Changes a route in its place, but not which requests it matches.
    mutating func update(_ number: Int, _ change: (inout Route) -> Void) {
        guard var route = routes[number] else { return }
        change(&route)
        routes[number] = route
        index.replace(route)
    }

    /// Whether a route is for a path, whatever else it asks for.
    func hasRoute(for path: [String]) -> Bool { !candidates(for: path[...]).isEmpty }

    /// The routes that a path may belong to, the one registered last first.
    ///
    /// - Parameter path: The segments of the path below the router's base URL, decoded.
    /// - Returns: The routes; what else they ask for is still to be looked at.
    func candidates(for path: ArraySlice<String>) -> [Route] {
        PathBytes.withSegments(path) { index.candidates(for: $0, below: 0) }
    }

    /// Finds the route that answers a request, if that can be told from its path and method alone.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: All segments of its path, those of the base URL too.
    /// - Returns: What was found.
    func find(_ method: MethodKey, _ path: Segments) -> RouteIndex.Finding {
        index.find(method, path, below: depth)
    }
}
