/// An index that finds the routes with a matching path without visiting the others.
///
/// It's a tree with one level for each segment. Patterns that begin with a catch-all are in a second tree, with their
/// segments in reverse order.
struct RouteIndex: Sendable {
    /// The routes that can answer a request with a given method and path.
    struct LookupResult {
        /// The routes whose other conditions must be examined, with the last registered first.
        var examined: [Route] = []
        /// The route without other conditions, which answers if none of those does, or `nil` if there is none.
        var plain: Route?

        /// All routes, in order of precedence.
        var all: [Route] { plain.map { examined + [$0] } ?? examined }
    }

    private var fromStart = RouteTree()
    private var fromEnd = RouteTree(isReversed: true)

    /// Adds a route.
    ///
    /// Its number must be greater than all numbers in the index.
    mutating func insert(_ route: Route) { edit(route) { $0.append(RouteTree.Entry(route)) } }

    /// Replaces the route that has the same number and path.
    mutating func replace(_ route: Route) {
        edit(route) { entries in
            if let index = entries.lastIndex(where: { $0.number == route.number }) {
                entries[index] = RouteTree.Entry(route)
            }
        }
    }

    /// Removes a route.
    mutating func remove(_ route: Route) {
        edit(route) { entries in
            if let index = entries.lastIndex(where: { $0.number == route.number }) { entries.remove(at: index) }
        }
    }

    /// Returns the routes that match a path, with the highest number first.
    ///
    /// - Parameters:
    ///   - path: The segments of the path.
    ///   - depth: The number of leading segments that belong to the base URL and aren't part of the patterns.
    /// - Returns: The routes.
    func routes(for path: Segments, below depth: Int) -> [Route] {
        var collector = Collector()
        fromStart.walk(path, below: depth, &collector)
        fromEnd.walk(path, below: depth, &collector)
        return collector.routes.count > 1 ? collector.routes.sorted { $0.number > $1.number } : collector.routes
    }

    /// Looks up the routes that can answer a request.
    ///
    /// - Parameters:
    ///   - method: The key of the method. For `HEAD`, the result includes the routes for `GET`, which are all examined.
    ///   - path: The segments of the path.
    ///   - depth: The number of leading segments that belong to the base URL and aren't part of the patterns.
    /// - Returns: The routes.
    func lookUp(_ method: MethodKey, _ path: Segments, below depth: Int) -> LookupResult {
        var search = Search(method: method)
        fromStart.walk(path, below: depth, &search)
        fromEnd.walk(path, below: depth, &search)
        var result = LookupResult(plain: search.plain?.route)
        if !search.examined.isEmpty {
            result.examined = search.examined.filter { $0.number > search.best }.sorted { $0.number > $1.number }
        }
        return result
    }

    private mutating func edit(_ route: Route, _ change: (inout [RouteTree.Entry]) -> Void) {
        let segments = route.pattern.segments
        switch route.pattern.catchAll {
        case .none: fromStart.edit(segments, isOpen: false, change)
        case .trailing: fromStart.edit(segments, isOpen: true, change)
        case .leading: fromEnd.edit(segments.reversed(), isOpen: true, change)
        }
    }
}

extension RouteIndex {
    /// A visitor that collects all routes.
    private struct Collector: RouteTree.Visitor {
        var routes: [Route] = []

        mutating func visit(_ entries: [RouteTree.Entry]) { routes += entries.map(\.route) }
    }

    /// A visitor that searches for the highest-numbered route without other conditions, and collects the routes that
    /// must be examined before that route.
    private struct Search: RouteTree.Visitor {
        private let method: MethodKey
        /// Whether routes for `GET` are included, and every route must be examined.
        private let isHead: Bool
        /// The highest-numbered route without other conditions.
        var plain: RouteTree.Entry?
        /// The number of that route, or 0 if there is none.
        var best: Int { plain?.number ?? 0 }
        /// The routes that must be examined.
        var examined: [Route] = []

        init(method: MethodKey) {
            self.method = method
            isHead = method == .head
        }

        mutating func visit(_ entries: [RouteTree.Entry]) {
            for entry in entries.reversed() {
                if entry.number <= best { return }
                guard entry.method == .any || entry.method == method || isHead && entry.method == .get else { continue }
                if entry.isPlain, !isHead {
                    plain = entry
                    return
                }
                examined.append(entry.route)
            }
        }
    }
}
