import Teapot

extension Diagnosis {
    /// The maximum number of routes to show.
    private static let shownLimit = 3
    /// The maximum number of routes for which all rules are examined: the nearest by method, path and operation.
    private static let examinedLimit = 100
    /// The maximum difference in distance between the nearest route and any other route to show.
    private static let span = 1.5

    init(of request: Request, base: RouterBase, table: RouteTable, states: NamedStates, options: Teapot.Options) {
        self.request = request
        self.options = options
        routeCount = table.routes.count
        depth = base.depth(of: request)
        let segments = Request.segments(of: request.path)
        reason = base.explanation(of: segments, sentTo: request.origin)
        guard let path = base.remainder(of: segments, sentTo: request.origin) else {
            nearest = []
            suggestion = Self.suggestion(below: base, for: request, segments, table)
            stub = Self.stub(forElsewhere: request, depth: base.path.count, options)
            return
        }
        let examination = Examination(of: request, path: path, states: states, options)
        let (routes, methods) = Self.candidates(in: table, for: request, Array(path), below: base.path, examination)
        var misses = Self.former(in: table, examination)
        misses += routes.map { Self.miss($0, examination) }
        misses = misses.ordered { ($0.distance, -$0.route.number) < ($1.distance, -$1.route.number) }
        let farthest = (misses.first?.distance ?? 0) + Self.span
        let shown = misses.prefix(Self.shownLimit).filter { $0.distance <= farthest }
        nearest = shown.map(\.miss)
        suggestion = Self.suggestion(methods, for: request, Array(path), shown.map(\.route))
        let resembling = shown.first { $0.route.pattern.correction(of: Array(path)) != nil }
        suspect = methods.isEmpty ? resembling?.route.place : nil
        stub = Self.stub(for: request, below: base, like: shown.map(\.route), options)
    }

    private typealias Candidate = (route: Route, distance: Double, miss: NearMiss)

    /// Returns the nearest routes by method and path, and the methods of all routes for the path.
    private static func candidates(
        in table: RouteTable, for request: Request, _ path: [String], below base: [String], _ examination: Examination
    ) -> (routes: [Route], methods: Set<String?>) {
        var best: [(distance: Double, route: Route)] = []
        var methods: Set<String?> = []
        for route in table.routes.values {
            let off = Examination.distance(path, route.pattern, below: base)
            if off == 0 { methods.insert(route.method) }
            let distance = off + (route.accepts(request.method) ? 0 : 1) + examination.remoteness(of: route)
            let key = (distance, -route.number)
            if let last = best.last, best.count == examinedLimit {
                guard key < (last.distance, -last.route.number) else { continue }
                best.removeLast()
            }
            let index = best.firstIndex { key < ($0.distance, -$0.route.number) } ?? best.count
            best.insert((distance, route), at: index)
        }
        return (best.map(\.route), methods)
    }

    /// Returns the candidate for a registered route.
    private static func miss(_ route: Route, _ examination: Examination) -> Candidate {
        let (conditions, distance) = examination.examine(route)
        let late = "It matches now: it was registered, or its rules changed, after the request was received."
        let never = "It matches, but never answers, because its `times` is \(route.limit ?? 0)."
        let note = distance > 0 ? nil : route.mayAnswer ? late : never
        return (route, distance, NearMiss(route: route.summary, conditions: conditions, note: note))
    }

    /// Returns the former routes that would have answered the request.
    private static func former(in table: RouteTable, _ examination: Examination) -> [Candidate] {
        var found: [Candidate] = []
        for former in table.former.reversed() {
            let summary = former.route.summary
            let (conditions, distance) = examination.examine(former.route)
            guard distance == 0, !found.contains(where: { $0.route.summary.looksSame(as: summary) }) else { continue }
            let note =
                switch (former.reason, former.route.limit ?? 1) {
                case (.removed, _): "It matches, but was removed."
                case (.usedUp, 1): "It matches, but was limited to 1 request, which it has answered."
                case (.usedUp, let limit): "It matches, but was limited to \(limit) requests, which it has answered."
                }
            found.append((former.route, 0, NearMiss(route: summary, conditions: conditions, note: note)))
        }
        return found
    }
}

extension RouteSummary {
    /// Returns whether both routes were registered in the same place for the same requests, as happens in a loop.
    fileprivate func looksSame(as other: RouteSummary) -> Bool {
        description == other.description && place.description == other.place.description
    }
}
