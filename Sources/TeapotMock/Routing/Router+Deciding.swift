import Teapot

extension Router {
    /// The decision about a request.
    enum Decision {
        /// A route answers the request.
        ///
        /// The time is the number of requests that it answered before.
        case answer(Route, Request, time: Int)
        /// A route matches the request, but refuses it because of its header fields.
        case refuse(Route, [HeaderExpectation.Mismatch])
        /// No route matches it, and a stage matched it.
        case respond(StageMatch)
        /// Neither a route nor a stage matches it.
        case unanswered(Diagnosis)
        /// The router answers no requests.
        ///
        /// The text is the explanation for the client.
        case closed(String)

        /// Returns the outcome that the journal's entry begins with.
        ///
        /// - Parameter options: The options that determine which header fields are shortened.
        /// - Returns: The outcome.
        func result(_ options: Teapot.Options) -> Journal.Entry.Result {
            switch self {
            case .answer(let route, _, _): .answered(route.origin)
            case .refuse(let route, let mismatches):
                .outcome(.refused(route.summary, reasons: mismatches.map { $0.explanation(options) }))
            case .respond(let match): .outcome(match.outcome)
            case .unanswered(let diagnosis): .outcome(.unanswered(diagnosis))
            case .closed(let reason): .outcome(.closed(reason))
            }
        }
    }

    /// The result of looking up the routes for a request under the lock.
    enum Selection {
        /// The route that answers, because the path and the method are enough to decide. It has been counted.
        case match(RouteMatch)
        /// The routes whose other conditions have to be examined, in this order; none if only a stage may answer.
        case candidates([Route])
        /// The request is not below the base URL of the router.
        case elsewhere
        /// The router answers no requests.
        case closed(Closing)
    }

    /// Returns whether a request is below the base URL of the router.
    func accepts(_ request: Request) -> Bool { withPath(of: request) { _, path in path != nil } }

    /// Returns whether a route or a stage could answer a request.
    ///
    /// This counts and records nothing.
    func couldAnswer(_ request: Request) -> Bool { withTestValues { couldAnswerHere(request) } }

    private func couldAnswerHere(_ request: Request) -> Bool {
        guard let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) else {
            return false
        }
        if withState({ $0.stages.all }).contains(where: { $0.couldAnswer(request) }) { return true }
        return registeredRoutes(for: request).first(for: request, path: path) != nil
    }

    /// Returns whether a route has the response to a request already, so that answering takes no time and runs no code
    /// of the user.
    ///
    /// This counts and records nothing.
    func hasResponse(to request: Request) -> Bool {
        withPath(of: request) { method, path in path.map { path in withState { $0.hasResponse(method, path) } } ?? false
        }
    }

    /// Returns the routes that match a request, in the order in which they are asked.
    ///
    /// This counts and records nothing.
    package func matchingRoutes(for request: Request) -> [Route] {
        let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) ?? []
        return registeredRoutes(for: request).filter { $0.matches(request, path: path) }
    }

    /// Returns the routes for the method and the path of a request, in the order in which they are asked.
    package func registeredRoutes(for request: Request) -> [Route] {
        withPath(of: request) { method, path in
            path.map { path in withState { $0.routes(for: method, path).all } } ?? []
        }
    }

    /// Counts a request if a route answers it, and returns whether one does.
    package func countMatch(of request: Request) -> Bool {
        let selection = select(request, began: nil)
        if case .match = selection { return true }
        if case .answer = decide(request, by: selection, began: Uptime.now) { return true }
        return false
    }

    /// Decides about a request, and counts the answer.
    func decide(_ request: Request) -> Decision {
        let began = Uptime.now
        return decide(request, by: select(request, began: nil), began: began)
    }

    /// Selects the routes for a request.
    ///
    /// If one route answers all requests with the path and the method, it is counted, and the journal entry is begun,
    /// under the same lock.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - began: The time at which the request arrived, or `nil` to make no journal entry.
    /// - Returns: The selection. Only a match has a journal entry.
    func select(_ request: Request, began: Moment?) -> Selection {
        // This is released outside the lock.
        var discarded = JournalRing.Discarded()
        // The one copy, for the journal. Each closure that captured the request itself would make another.
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

    /// Decides about a request by the routes that were selected for it, and counts the answer.
    func decide(_ request: Request, by selection: Selection, began: UInt64) -> Decision {
        var selection = selection
        while true {
            switch selection {
            case .match(let match): return .answer(match.route, request.bound(by: match.route), time: match.time)
            case .closed(let closing): return .closed(closing.explanation(for: base.target(of: request)))
            case .candidates(let routes):
                if let decision = examine(routes, for: request, began: began) { return decision }
            case .elsewhere: return Self.matchServer(request).map { .respond($0) } ?? unanswered(request)
            }
            selection = select(request, began: nil)
        }
    }

    /// Decides about a request by the conditions of routes, and counts the answer.
    ///
    /// - Parameters:
    ///   - routes: The routes, in this order.
    ///   - request: The request.
    ///   - began: A time of ``Uptime`` at which the request had begun to arrive.
    /// - Returns: The decision, or `nil` if another request has used up a route or changed the state of a scenario in
    ///   the meantime, so that the decision has to be repeated.
    private func examine(_ routes: [Route], for request: Request, began: UInt64) -> Decision? {
        if !routes.isEmpty {
            let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) ?? []
            // Rules are the caller's code, so they run outside the lock.
            if let route = routes.first(for: request, path: path) { return admit(request, to: route) }
        }
        if let match = Self.matchServer(request) { return .respond(match) }
        for stage in withState({ $0.stages.insteadOfRoutes }) {
            if let match = stage.match(request, began: began, for: self) { return .respond(match) }
        }
        return matchByMethods(request).map { .respond($0) } ?? unanswered(request)
    }

    private func unanswered(_ request: Request) -> Decision {
        let diagnosis = diagnose(request)
        withState { $0.record(.unanswered(request, diagnosis)) }
        return .unanswered(diagnosis)
    }

    /// Decides by the expected header fields about a request that a route matches.
    private func admit(_ request: Request, to route: Route) -> Decision? {
        var route = route
        let general = withState { $0.expectations.general }
        let isGeneral = route.expectation.fields.isEmpty && !general.fields.fields.isEmpty
        if isGeneral { (route.expectation, route.expectationPlace) = (general.fields, general.place) }
        let mismatches = route.expectation.mismatches(in: request.headerFields)
        let time = withState { state in
            if !route.expectation.fields.isEmpty { state.expectations.compared.insert(isGeneral ? nil : route.number) }
            return mismatches.isEmpty ? state.confirm(route, for: request) : nil
        }
        if !mismatches.isEmpty {
            withState { $0.record(.refused(request, route.withoutHandler, mismatches)) }
            return .refuse(route, mismatches)
        }
        return time.map { .answer(route, request.bound(by: route), time: $0) }
    }
}

extension [Route] {
    /// Returns the first route that a request matches.
    ///
    /// A route for `GET` answers a `HEAD` only if no route for `HEAD` matches it, regardless of their order.
    fileprivate func first(for request: Request, path: ArraySlice<String>) -> Route? {
        let isForHead = { (route: Route) in route.method == "HEAD" && route.matches(request, path: path) }
        let skipsGet = request.method == "HEAD" && contains(where: isForHead)
        return first { !(skipsGet && $0.method == "GET") && $0.matches(request, path: path) }
    }
}

extension Request {
    /// Returns a copy whose components are the values of the route's variables.
    func bound(by route: Route) -> Request {
        var request = self
        request.bindings = .route(route.origin.variables)
        return request
    }
}

extension Router.State {
    /// Selects the routes for a request, and counts it and begins its entry in the journal if one route answers.
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
            // Waiters have to be notified of requests outside the lock.
            guard let number = journal.beginUnwatched(&request, route.origin, at: began, &discarded) else {
                return .candidates(found.all)
            }
            entry = number
        }
        return .match(
            RouteMatch(
                route: route, time: count(route), latency: settings.latency, encoder: settings.encoder, entry: entry))
    }

    /// A Boolean value that indicates whether nothing but the path and the method decides about a request.
    fileprivate var isPlain: Bool { expectations.isEmpty && stages.isPlain }

    /// Returns whether a route has the response to a request already.
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

    /// Confirms that a route that matched outside the lock still answers.
    ///
    /// It counts the request, and moves the scenario of the route to the next state. A `HEAD` that a route for `GET`
    /// answers does neither, because its response describes the one to the next `GET`.
    ///
    /// - Returns: The number of requests that the route answered before; `nil` if it has been removed, or does not
    ///   answer in the current state of its scenario.
    fileprivate mutating func confirm(_ route: Route, for request: Request) -> Int? {
        guard let route = table.routes[route.number], progress.states.allow(route.transition) else { return nil }
        if route.method == "GET", request.method == "HEAD" { return progress.counts.peek(route.number) }
        progress.states.follow(route.transition)
        return count(route)
    }

    /// Counts a request that a registered route answers.
    ///
    /// The route is removed when it reaches its limit.
    ///
    /// - Returns: The number of requests that it answered before.
    fileprivate mutating func count(_ route: Route) -> Int {
        let time = progress.counts.count(route.number)
        if let limit = route.limit, time + 1 >= limit { table.remove(route.number, because: .usedUp) }
        return time
    }
}
