import Teapot

extension Router {
    /// The conditions of the network between clients and the router, or `nil`, the default, for a network that takes no
    /// time.
    ///
    /// ```swift
    /// router.network = .edge
    /// ```
    ///
    /// They apply to requests that arrive from now on through a ``MockTeapot``, an intercepted session or a server, if
    /// a route, a folder or a live server answers them. An unanswered request fails immediately.
    ///
    /// The network's time is part of the exchange, so an entry's ``Journal/Entry/duration`` includes it. In
    /// ``Router/Time/skipped`` time, it takes no real time, and all random choices depend only on the ``Router/seed``:
    /// each endpoint's exchanges take the same amount of time in each run, regardless of other endpoints.
    ///
    /// The network's rates and losses apply to the pieces of a stream and the messages of a WebSocket. The latency
    /// applies once, before the first of them. In this process, a stream begins its next wait only after the
    /// previous piece has arrived. On a server, it may be up to 256 KB ahead of the network.
    public var network: NetworkConditions? {
        get { stage(of: NetworkStage.self)?.conditions }
        set {
            // Even without conditions, the stage serves routes that have their own network.
            if newValue != nil || stage(of: NetworkStage.self) != nil { setStage(NetworkStage(conditions: newValue)) }
        }
    }
}

/// The stage that simulates a network between clients and a router.
struct NetworkStage: Stage {
    static let places = [StagePlace.beforeRoutes, .beforeHandlers]
    // The network comes before the work of other stages, such as CORS.
    static let rank = -1

    /// The conditions, or `nil` if only routes have their own.
    let conditions: NetworkConditions?

    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        guard conditions?.isOffline == true, !router.isFinished, router.accepts(request) else { return nil }
        return .lose(.switched("the simulated network is offline"))
    }

    func admit(_ request: Request, in router: Router, _ admission: inout Admission) {
        guard let network = admission.route?.network ?? conditions, network != .unlimited else { return }
        admission.link = NetworkLink(network, seed: router.sharedTime.networkSeed(of: request.method, request.path))
    }
}

extension Router.Registration {
    /// Simulates network conditions for this route, instead of its router's ``Router/network``.
    ///
    /// ```swift
    /// router.get("/film", with: film).network(.edge)
    /// ```
    ///
    /// If the route's network is ``NetworkConditions/offline``, the route counts requests, but its handler doesn't run.
    /// If the router's network is offline, no request reaches the route, even if the route has its own network.
    ///
    /// - Parameter network: The conditions; ``NetworkConditions/unlimited`` for a network that takes no time, or `nil`
    ///   for the router's.
    /// - Returns: This token.
    @discardableResult
    public func network(_ network: NetworkConditions?) -> Router.Registration {
        router.update(number) { $0.network = network }
        router.stage(orAdd: NetworkStage(conditions: nil))
        return self
    }
}
