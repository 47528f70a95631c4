/// An index that finds the routes whose paths match without visiting the others.
///
/// It is a tree with one level for each segment. Patterns that begin with a catch-all are in a second tree, with their
/// segments reversed.
struct RouteIndex: Sendable {
    /// The result of a lookup that does not evaluate rules.
    enum LookupResult {
        /// The route that answers.
        case route(Route)
        /// No route matches the path and the method.
        case nothing
        /// Rules have to be evaluated or header fields checked.
        case unclear
    }

    private var fromStart = RouteTree()
    private var fromEnd = RouteTree(isReversed: true)

    /// Adds a route.
    ///
    /// It has to have a greater number than the routes in the index.
    mutating func insert(_ route: Route) {
        edit(route.pattern) { $0.insert(route, at: $1, isOpen: $2) }
    }

    /// Replaces the route that has the same number and path.
    mutating func replace(_ route: Route) {
        edit(route.pattern) { $0.replace(route, at: $1, isOpen: $2) }
    }

    /// Removes a route.
    mutating func remove(_ route: Route) {
        edit(route.pattern) { $0.remove(route.number, at: $1, isOpen: $2) }
    }

    /// Returns the routes that can match a path, the highest number first.
    ///
    /// - Parameters:
    ///   - path: The segments of the path.
    ///   - depth: The number of leading segments that belong to the base URL and are not part of the patterns.
    /// - Returns: The routes.
    func candidates(for path: Segments, below depth: Int) -> [Route] {
        var collector = Collector()
        fromStart.walk(path, below: depth, &collector)
        if !fromEnd.isEmpty { fromEnd.walk(path, below: depth, &collector) }
        return collector.routes.count > 1 ? collector.routes.sorted { $0.number > $1.number } : collector.routes
    }

    /// Looks up the route that answers, if the path and the method are enough to decide.
    func lookUp(_ method: MethodKey, _ path: Segments, below depth: Int) -> LookupResult {
        var search = Search(method: method)
        fromStart.walk(path, below: depth, &search)
        if !fromEnd.isEmpty { fromEnd.walk(path, below: depth, &search) }
        if search.obstacle > search.best { return .unclear }
        guard search.best > 0 else { return .nothing }
        let route = search.isFromEnd ? fromEnd.route(at: search.place) : fromStart.route(at: search.place)
        return route.map { .route($0) } ?? .unclear
    }

    private mutating func edit(
        _ pattern: PathPattern,
        _ change: (inout RouteTree, _ segments: [PathPattern.Segment], _ isOpen: Bool) -> Void
    ) {
        switch pattern.catchAll {
        case .none: change(&fromStart, pattern.segments, false)
        case .trailing: change(&fromStart, pattern.segments, true)
        case .leading: change(&fromEnd, pattern.segments.reversed(), true)
        }
    }
}

extension RouteIndex {
    /// A visitor that collects all routes.
    private struct Collector: RouteTree.Visitor {
        var routes: [Route] = []

        mutating func visit(_ list: Int, of tree: RouteTree) {
            var place = list
            while place >= 0 {
                if let route = tree.route(at: place) { routes.append(route) }
                place = tree.entry(at: place).next
            }
        }
    }

    /// A visitor that searches for the route with the highest number.
    private struct Search: RouteTree.Visitor {
        let method: MethodKey
        /// The highest number of a route that answers.
        var best = 0
        /// The place of that route in its tree.
        var place = -1
        var isFromEnd = false
        /// The highest number of a route that has to be examined.
        var obstacle = 0

        mutating func visit(_ list: Int, of tree: RouteTree) {
            var place = list
            while place >= 0 {
                let entry = tree.entry(at: place)
                // A list is sorted, the highest number first.
                if entry.number <= max(best, obstacle) { return }
                if entry.method == .any || entry.method == method {
                    guard entry.isPlain else { return obstacle = entry.number }
                    (best, self.place, isFromEnd) = (entry.number, place, tree.isReversed)
                    return
                }
                place = entry.next
            }
        }
    }
}
