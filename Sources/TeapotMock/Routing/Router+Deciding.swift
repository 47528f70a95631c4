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
        /// No route matches it, and a responder matched it.
        case respond(ResponderMatch)
        /// No route matches it, and no responder matched it.
        case unanswered(Diagnosis)
        /// The router answers no requests.
        ///
        /// The text is the explanation for the client.
        case closed(String)
    }

    /// Returns whether a request is below the base URL of the router.
    func accepts(_ request: Request) -> Bool {
        let origin = request.origin
        return request.withTarget { _, path in
            PathBytes.withSegments(of: path) { base.isAbove($0, sentTo: origin) }
        }
    }

    /// Returns whether a route could answer a request.
    ///
    /// This counts and records nothing.
    func couldAnswer(_ request: Request) -> Bool {
        guard let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) else {
            return false
        }
        if responders.contains(where: { $0.couldAnswer(request) }) { return true }
        return state.withLock { $0.candidates(for: path) }.contains { $0.matches(request, path: path) }
    }

    /// Counts a request if a route answers it, and returns whether one does.
    package func countMatch(of request: Request) -> Bool {
        if match(request, began: nil) != nil { return true }
        if case .answer = decideByRules(request) { return true }
        return false
    }

    /// Decides about a request, and counts the answer.
    func decide(_ request: Request) -> Decision {
        guard let match = match(request, began: nil) else { return decideByRules(request) }
        return .answer(match.route, request.bound(by: match.route), time: match.time)
    }

    /// Matches a request to the route that answers it, if the path and the method are enough to decide.
    ///
    /// The route is found and counted, and the journal entry is begun, under one lock that is taken once.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - began: The time at which the request arrived, in nanoseconds of ``Clock``, or `nil` to make no journal
    ///     entry.
    /// - Returns: The match, or `nil` if rules have to be evaluated or no route answers.
    func match(_ request: Request, began: UInt64?) -> RouteMatch? {
        // This is released outside the lock, because it may hold the last reference to a caller's bytes.
        var forgotten: Journal.Entry?
        let origin = base.isForAllOrigins ? nil : request.origin
        // A pointer is used because each closure that captured the request would copy it.
        let match = withUnsafePointer(to: request) { request in
            request.pointee.withTarget { method, path -> RouteMatch? in
                guard let key = MethodKey(method) else { return nil }
                return PathBytes.withSegments(of: path) { path in
                    guard base.isAbove(path, sentTo: origin) else { return nil }
                    return ledger.withLock { $0.match(request, key, path, began, &forgotten) }
                }
            }
        }
        _ = forgotten
        return match
    }

    /// Decides about a request by evaluating rules, too, and counts the answer.
    func decideByRules(_ request: Request) -> Decision {
        let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin)
        while true {
            if let decision = decideByRules(request, at: path) { return decision }
        }
    }

    /// Decides about a request, and counts the answer.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The segments of the path below the base URL, or `nil` if the request is not below it.
    /// - Returns: The decision, or `nil` if another request has changed the scenario's state in the meantime, so that
    ///   the decision has to be repeated.
    private func decideByRules(_ request: Request, at path: ArraySlice<String>?) -> Decision? {
        let (candidates, general, closing) = state.withLock { state in
            (path.map { state.candidates(for: $0) } ?? [], state.expectation, state.closing)
        }
        if let closing { return .closed(closing.explanation(for: request)) }
        if let path {
            // Rules are the caller's code, so they run outside the lock.
            for route in candidates where route.matches(request, path: path) {
                var route = route
                if route.expectation.fields.isEmpty, !general.0.fields.isEmpty {
                    (route.expectation, route.expectationPlace) = general
                }
                let mismatches = route.expectation.mismatches(in: request.headerFields)
                if !mismatches.isEmpty {
                    state.withLock { $0.record(.refused(request, route.withoutHandler, mismatches)) }
                    return .refuse(route, mismatches)
                }
                switch state.withLock({ $0.confirm(route) }) {
                // In the meantime another request may have used up the route, or the route may have been removed.
                case .gone: continue
                case .otherState: return nil
                case .time(let time): return .answer(route, request.bound(by: route), time: time)
                }
            }
        }
        if path != nil {
            for responder in responders {
                if let match = responder.match(request, for: self) { return .respond(match) }
            }
        }
        let diagnosis = diagnose(request)
        state.withLock { $0.record(.unanswered(request, diagnosis)) }
        return .unanswered(diagnosis)
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

extension Ledger {
    fileprivate mutating func match(
        _ request: UnsafePointer<Request>,
        _ method: MethodKey,
        _ path: Segments,
        _ began: UInt64?,
        _ forgotten: inout Journal.Entry?
    ) -> RouteMatch? {
        // Waiters have to be notified of requests outside the lock.
        guard router.closing == nil, !router.expectsFields, began == nil || journal.isUnwatched,
            case .route(let route) = router.table.lookUp(method, path)
        else { return nil }
        var entry = 0
        if let began { (entry, forgotten) = journal.begin(request.pointee, route.origin, at: began) }
        return RouteMatch(route: route, time: router.count(route), latency: router.latency, entry: entry)
    }
}

extension Router.State {
    /// The result of confirming a match.
    fileprivate enum Confirmation {
        /// The route answers.
        ///
        /// The value is the number of requests that it answered before.
        case time(Int)
        /// The route is no longer registered.
        case gone
        /// The route does not answer in the current state of its scenario.
        case otherState
    }

    /// Returns the routes that can match a path in the current states of their scenarios, the last registered one
    /// first.
    fileprivate func candidates(for path: ArraySlice<String>) -> [Route] {
        var candidates = table.candidates(for: path)
        candidates.removeAll { !namedStates.allow($0.transition) }
        return candidates
    }

    /// Confirms that a route matched by its rules still answers.
    ///
    /// It counts the request, and moves the scenario of the route to the next state.
    fileprivate mutating func confirm(_ route: Route) -> Confirmation {
        guard let route = table.routes[route.number] else { return .gone }
        guard namedStates.allow(route.transition) else { return .otherState }
        namedStates.follow(route.transition)
        return .time(count(route))
    }

    /// Counts a request that a registered route answers.
    ///
    /// The route is removed when it reaches its limit.
    ///
    /// - Returns: The number of requests that it answered before.
    fileprivate mutating func count(_ route: Route) -> Int {
        let time = counts.count(route.number)
        if let limit = route.limit, time + 1 >= limit { table.remove(route.number, because: .usedUp) }
        return time
    }
}
