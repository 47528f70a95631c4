/// Finds the routes whose paths match, without looking at the others: a tree with a level for each segment.
///
/// Patterns that begin with a catch-all stand in a second tree, their segments in reverse.
struct RouteIndex: Sendable {
    /// What is found without a look at rules.
    enum Finding {
        /// The route that answers.
        case route(Route)
        /// No route is for the path and the method.
        case nothing
        /// Rules have to be asked, or header fields looked at.
        case unclear
    }

    private var fromStart = RouteTree()
    private var fromEnd = RouteTree(isReversed: true)

    /// Adds a route behind the others.
    mutating func insert(_ route: Route) {
        edit(route.pattern) { $0.insert(route, at: $1, isOpen: $2) }
    }

    /// Puts a route in the place of one with the same number and path.
    mutating func replace(_ route: Route) {
        edit(route.pattern) { $0.replace(route, at: $1, isOpen: $2) }
    }

    /// Takes a route out.
    mutating func remove(_ route: Route) {
        edit(route.pattern) { $0.remove(route.number, at: $1, isOpen: $2) }
    }

    /// The routes that a path may belong to, the highest number first.
    ///
    /// - Parameters:
    ///   - path: The path's segments.
    ///   - depth: How many of them stand before those that the patterns are for.
    /// - Returns: The routes.
    func candidates(for path: Segments, below depth: Int) -> [Route] {
        var collector = Collector()
        fromStart.walk(path, below: depth, &collector)
        if !fromEnd.isEmpty { fromEnd.walk(path, below: depth, &collector) }
        return collector.routes.count > 1 ? collector.routes.sorted { $0.number > $1.number } : collector.routes
    }

    /// Finds the route that answers, if that can be told from the path and the method alone.
    func find(_ method: MethodKey, _ path: Segments, below depth: Int) -> Finding {
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
    /// Gathers all routes.
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

    /// Looks for the route of the highest number.
    private struct Search: RouteTree.Visitor {
        let method: MethodKey
        /// The highest number of a route that answers.
        var best = 0
        /// Where that is.
        var place = -1
        var isFromEnd = false
        /// The highest number of a route that has to be looked at.
        var obstacle = 0

        mutating func visit(_ list: Int, of tree: RouteTree) {
            var place = list
            while place >= 0 {
                let entry = tree.entry(at: place)
                // The highest number stands first.
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
