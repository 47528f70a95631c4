import Teapot

/// A router's routes at one point in time.
struct RouteTable: Sendable {
    /// A route that has been removed or used up.
    struct Former: Sendable {
        enum Reason: Sendable {
            case removed
            case usedUp
        }

        /// The route without its handler.
        let route: Route
        let reason: Reason
    }

    /// The maximum number of former routes to keep, to explain why they no longer answer.
    private static let formerLimit = 32

    private(set) var routes: [Int: Route] = [:]
    /// The former routes that are kept, with the most recent one last.
    private(set) var former: [Former] = []
    private var index = RouteIndex()
    /// The number of removed routes that still occupy a place in the index.
    private var vacancies = 0
    private var lastNumber = 0
    /// The number of segments in the path of the router's base URL.
    private let depth: Int

    /// - Parameter depth: The number of segments in the path of the router's base URL.
    init(below depth: Int = 0) { self.depth = depth }

    /// - Parameter former: A table whose numbers must not be reused.
    init(after former: RouteTable) {
        depth = former.depth
        lastNumber = former.lastNumber
        self.former = former.former
        let gone = former.routes.keys.sorted().suffix(Self.formerLimit).compactMap { former.routes[$0] }
        for route in gone { remember(route, .removed) }
    }

    /// Adds a route that takes precedence over the existing ones.
    ///
    /// - Returns: The number of the route.
    mutating func add(_ route: Route) -> Int {
        lastNumber += 1
        let route = route.placed(lastNumber, below: depth)
        routes[lastNumber] = route
        index.insert(route)
        return lastNumber
    }

    /// Removes a route.
    ///
    /// It does nothing if the route has already been removed.
    ///
    /// - Returns: The route, so that the caller can release it outside the lock.
    @discardableResult
    mutating func remove(_ number: Int, because reason: Former.Reason = .removed) -> Route? {
        guard let route = routes.removeValue(forKey: number) else { return nil }
        index.remove(route)
        remember(route, reason)
        vacancies += 1
        if vacancies > 64 + 2 * routes.count {
            // Otherwise, routes that answer once, each on a new path, would leave more and more unused places.
            vacancies = 0
            let inOrder = routes.values.ordered { $0.number < $1.number }
            index = inOrder.reduce(into: RouteIndex()) { $0.insert($1) }
        }
        return route
    }

    private mutating func remember(_ route: Route, _ reason: Former.Reason) {
        if former.count >= Self.formerLimit { former.removeFirst(former.count - Self.formerLimit + 1) }
        former.append(Former(route: route.withoutHandler, reason: reason))
    }

    /// Changes a route without changing its position.
    ///
    /// The change must not affect which requests the route matches.
    mutating func update(_ number: Int, _ change: (inout Route) -> Void) {
        guard var route = routes[number] else { return }
        change(&route)
        routes[number] = route
        index.replace(route)
    }

    /// Returns whether a route matches a path, regardless of its other conditions.
    func hasRoute(for path: [String]) -> Bool { !routes(for: path[...]).isEmpty }

    /// Returns the routes that match a path, with the last registered first.
    ///
    /// - Parameter path: The segments of the path below the router's base URL, percent-decoded.
    /// - Returns: The routes. Their other conditions haven't been checked yet.
    func routes(for path: ArraySlice<String>) -> [Route] {
        PathBytes.withSegments(path) { index.routes(for: $0, below: 0) }
    }

    /// Looks up the routes that can answer a request.
    ///
    /// - Parameters:
    ///   - method: The key of the method.
    ///   - path: All segments of the path, including those of the base URL.
    /// - Returns: The routes.
    func lookUp(_ method: MethodKey, _ path: Segments) -> RouteIndex.LookupResult {
        index.lookUp(method, path, below: depth)
    }
}
