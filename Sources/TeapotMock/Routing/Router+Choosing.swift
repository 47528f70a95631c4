import Teapot

extension Router {
    /// What is to be done about a request.
    enum Choice {
        /// A route answers it for the so-manieth time, counted from 0.
        case answer(Route, Request, time: Int)
        /// A route matches it, but refuses it for its header fields.
        case refuse(Route, [HeaderExpectation.Mismatch])
        /// No route matches it, and the switchboard decided about it.
        case switched(Switchboard, Switchboard.Choice, live: URL?)
        /// No route matches it, and it goes to a live server.
        case pass(Passthrough)
        /// No route matches it.
        case nothing(Diagnosis)
        /// The router answers nothing; what to tell the client.
        case closed(String)
    }

    /// A route that answers a request, and has been counted.
    struct Claim {
        let route: Route
        /// How many it answered before.
        let time: Int
        /// What all answers are to wait for, in seconds.
        let latency: Double
        /// The number of the journal's entry; 0 where none was made.
        var entry = 0
    }

    /// Whether a request is below the router's base URL.
    func accepts(_ request: Request) -> Bool {
        let origin = request.origin
        return request.withTarget { _, path in
            PathBytes.withSegments(of: path) { base.isAbove($0, sentTo: origin) }
        }
    }

    /// Whether a route would answer a request; this counts nothing and records nothing.
    func couldAnswer(_ request: Request) -> Bool {
        guard let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin) else {
            return false
        }
        if passthrough != nil || switchboard?.couldAnswer(request) == true { return true }
        return state.withLock { $0.candidates(for: path) }.contains { $0.matches(request, path: path) }
    }

    /// Whether a route answers a request, which is counted as answered.
    package func chooses(for request: Request) -> Bool {
        if claim(for: request, began: nil) != nil { return true }
        if case .answer = chooseByRules(for: request) { return true }
        return false
    }

    /// Chooses what answers a request, and counts it.
    func choose(for request: Request) -> Choice {
        guard let claim = claim(for: request, began: nil) else { return chooseByRules(for: request) }
        return .answer(claim.route, request.bound(by: claim.route), time: claim.time)
    }

    /// Claims the route that answers a request, if that can be told from its path and method alone.
    ///
    /// All under one lock, once: finding it, counting it, and beginning the journal's entry.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - began: When it came, in nanoseconds of ``Clock``; `nil` for no entry.
    /// - Returns: The claim; `nil` when rules have to be asked, or nothing answers.
    func claim(for request: Request, began: UInt64?) -> Claim? {
        // Let go of outside the lock: it may be the last to hold a caller's bytes.
        var forgotten: Journal.Entry?
        let origin = base.isForAllOrigins ? nil : request.origin
        // By a pointer: each closure that captured the request would copy it.
        let claim = withUnsafePointer(to: request) { request in
            request.pointee.withTarget { method, path -> Claim? in
                guard let key = MethodKey(method) else { return nil }
                return PathBytes.withSegments(of: path) { path in
                    guard base.isAbove(path, sentTo: origin) else { return nil }
                    return ledger.withLock { $0.claim(request, key, path, began, &forgotten) }
                }
            }
        }
        _ = forgotten
        return claim
    }

    /// Chooses what answers a request by asking rules too, and counts it.
    func chooseByRules(for request: Request) -> Choice {
        let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin)
        while true {
            if let choice = chooseByRules(for: request, at: path) { return choice }
        }
    }

    /// Chooses what answers a request, and counts it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The segments of its path below the base URL; `nil` when it is not below that.
    /// - Returns: The choice; `nil` when another request made the transition meanwhile that this one would have made, so
    ///   that it is to be chosen for anew.
    private func chooseByRules(for request: Request, at path: ArraySlice<String>?) -> Choice? {
        let (candidates, general, closing) = state.withLock { state in
            (path.map { state.candidates(for: $0) } ?? [], state.expectation, state.closing)
        }
        if let closing { return .closed(closing.explanation(for: request)) }
        if let path {
            // Rules are the caller's code: they run outside the lock.
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
                switch state.withLock({ $0.claim(route) }) {
                // Meanwhile another request may have used the route up, or somebody may have removed it.
                case .gone: continue
                case .otherState: return nil
                case .time(let time): return .answer(route, request.bound(by: route), time: time)
                }
            }
        }
        if path != nil {
            let (switchboard, passthrough) = state.withLock { ($0.switchboard, $0.passthrough) }
            if let switchboard {
                let choice = switchboard.choose(for: request, hasLiveServer: passthrough != nil)
                switch choice {
                case .nothing: break
                case .answer, .hold: return .switched(switchboard, choice, live: nil)
                case .live:
                    let live = liveServer(for: request, of: switchboard)?.passthrough.baseURL
                    return .switched(switchboard, choice, live: live)
                }
            }
            if let passthrough { return .pass(passthrough) }
        }
        let diagnosis = diagnose(request)
        state.withLock { $0.record(.unanswered(request, diagnosis)) }
        return .nothing(diagnosis)
    }
}

extension Request {
    /// The same, its components being what the route's variables stand for.
    func bound(by route: Route) -> Request {
        var request = self
        request.bindings = .route(route.origin)
        return request
    }
}

extension Ledger {
    fileprivate mutating func claim(
        _ request: UnsafePointer<Request>,
        _ method: MethodKey,
        _ path: Segments,
        _ began: UInt64?,
        _ forgotten: inout Journal.Entry?
    ) -> Router.Claim? {
        // Who waits for requests has to be told of them outside the lock.
        guard router.closing == nil, !router.expectsFields, began == nil || journal.isUnwatched,
            case .route(let route) = router.table.find(method, path)
        else { return nil }
        var entry = 0
        if let began { (entry, forgotten) = journal.begin(request.pointee, route.origin, at: began) }
        return Router.Claim(route: route, time: router.count(route), latency: router.latency, entry: entry)
    }
}

extension Router.State {
    /// What comes of claiming a route.
    fileprivate enum ClaimResult {
        /// It answers, and has given so many answers before.
        case time(Int)
        /// It is there no more.
        case gone
        /// It does not answer in the state that its scenario is in by now.
        case otherState
    }

    /// The routes that a path may belong to, in the states that their scenarios are in, the one registered last first.
    fileprivate func candidates(for path: ArraySlice<String>) -> [Route] {
        var candidates = table.candidates(for: path)
        candidates.removeAll { !namedStates.allow($0.transition) }
        return candidates
    }

    /// Counts an answer of a route, and goes where that leads.
    fileprivate mutating func claim(_ route: Route) -> ClaimResult {
        guard let route = table.routes[route.number] else { return .gone }
        guard namedStates.allow(route.transition) else { return .otherState }
        namedStates.follow(route.transition)
        return .time(count(route))
    }

    /// Counts an answer of a route that is there; the last that it may give takes it out.
    ///
    /// - Returns: How many it gave before.
    fileprivate mutating func count(_ route: Route) -> Int {
        let time = counts.count(route.number)
        if let limit = route.limit, time + 1 >= limit { table.remove(route.number, because: .usedUp) }
        return time
    }
}
