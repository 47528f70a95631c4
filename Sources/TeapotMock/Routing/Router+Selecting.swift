import Foundation
import Teapot

extension Router {
    /// The result of looking up the routes for a request under the lock.
    enum Selection {
        /// The route that answers, already counted, because the path and the method are enough to decide.
        case match(RouteMatch)
        /// The routes whose other conditions must be examined, in this order, or none if only a stage may answer.
        case candidates([Route])
        /// The request isn't below the router's base URL.
        case elsewhere
        /// The router doesn't answer requests.
        case closed(Closing)
    }

    /// Returns whether a request is below the base URL of the router.
    package func accepts(_ request: Request) -> Bool { withPath(of: request) { _, path in path != nil } }

    /// Returns whether a route already has the response to a request, so that answering takes no time and runs none of
    /// the user's code.
    ///
    /// It doesn't count or record anything.
    func hasResponse(to request: Request) -> Bool {
        withPath(of: request) { method, path in path.map { path in withState { $0.hasResponse(method, path) } } ?? false
        }
    }

    /// Returns the routes for the method and the path of a request, in order of precedence.
    package func registeredRoutes(for request: Request) -> [Route] {
        withPath(of: request) { method, path in
            path.map { path in withState { $0.routes(for: method, path).all } } ?? []
        }
    }

    /// Selects the routes for a request.
    ///
    /// If one route answers all requests with the path and the method, this counts the request and begins the journal
    /// entry under the same lock.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - began: The time when the request arrived, or `nil` to make no journal entry.
    /// - Returns: The selection. Only a match has a journal entry.
    func select(_ request: Request, began: Moment?) -> Selection {
        // Release this outside the lock.
        var discarded = JournalRing.Discarded()
        // This is the only copy, for the journal. Each closure that captured the request would make another one.
        var received = began == nil ? nil : request
        let selection = withPath(of: request) { method, path in
            withState { $0.select(&received, method, path, began, journal, &discarded) }
        }
        _ = discarded
        return selection
    }

    /// Calls a closure with the key of a request's method, and with all segments of its path if it is below the base
    /// URL.
    @inline(__always)
    private func withPath<Result>(of request: Request, _ body: (MethodKey, Segments?) -> Result) -> Result {
        let isEverywhere = base.isEverywhere
        let origin = isEverywhere || base.isForAllOrigins ? nil : request.origin
        return request.withTarget { method, path in
            PathBytes.withSegments(of: path) { path in
                body(.canonical(method), isEverywhere || base.isAbove(path, sentTo: origin) ? path : nil)
            }
        }
    }
}

extension Router.State {
    /// Selects the routes for a request.
    ///
    /// If one route answers, it counts the request and begins its journal entry.
    fileprivate mutating func select(
        _ request: inout Request?,
        _ method: MethodKey,
        _ path: Segments?,
        _ began: Moment?,
        _ journal: Journal,
        _ discarded: inout JournalRing.Discarded
    ) -> Router.Selection {
        if let closing { return .closed(closing) }
        guard let path else { return .elsewhere }
        let found = routes(for: method, path)
        guard found.examined.isEmpty, let route = found.plain, isPlain else { return .candidates(found.all) }
        var entry = 0
        if let began {
            // Waiters must be notified of requests outside the lock.
            guard let number = journal.beginUnwatched(&request, route.origin, at: began, &discarded) else {
                return .candidates(found.all)
            }
            entry = number
        }
        return .match(match(route, count(route), entry))
    }

    func match(_ route: Route, _ earlierCount: Int, _ entry: Int = 0) -> RouteMatch {
        RouteMatch(
            route: route, earlierCount: earlierCount, latency: settings.latency, encoder: settings.encoder,
            entry: entry)
    }

    /// Whether a request is decided by its path and method alone.
    private var isPlain: Bool { expectations.isEmpty && stages.isPlain }

    /// Returns whether a route already has the response to a request.
    fileprivate func hasResponse(_ method: MethodKey, _ path: Segments) -> Bool {
        let found = routes(for: method, path)
        guard closing == nil, isPlain, settings.latency <= 0, found.examined.isEmpty, let route = found.plain,
            route.delay <= 0,
            case .responses(let responses) = route.handler, responses.count <= 16
        else { return false }
        return responses.allSatisfy { response in
            if case .data(let body) = response.content { response.delay <= 0 && body.count <= 65_536 } else { false }
        }
    }

    /// Returns the routes that can match a path in the current states of their scenarios.
    fileprivate func routes(for method: MethodKey, _ path: Segments) -> RouteIndex.LookupResult {
        var found = table.lookUp(method, path)
        if !found.examined.isEmpty { found.examined.removeAll { !progress.states.allow($0.transition) } }
        return found
    }

    /// Counts a request for a registered route.
    ///
    /// The route is removed when it reaches its limit.
    ///
    /// - Returns: The number of requests that it answered before.
    mutating func count(_ route: Route) -> Int {
        let time = progress.counts.count(route.number)
        if let limit = route.limit, time + 1 >= limit { table.remove(route.number, because: .usedUp) }
        return time
    }
}
