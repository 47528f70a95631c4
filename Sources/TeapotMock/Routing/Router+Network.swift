import Teapot

extension Router {
    /// The conditions of the network between clients and the router, or `nil` for a network that takes no time; by
    /// default `nil`.
    ///
    /// ```swift
    /// router.network = .edge
    /// ```
    ///
    /// They apply to the responses of routes, folders and live servers whose requests arrive from now on, for a
    /// ``MockTeapot``, an intercepted session and a server. A request that is not answered fails at once.
    ///
    /// The time of the network is part of the exchange: the ``Journal/Entry/duration`` of an entry contains it. In
    /// ``Router/Time/skipped`` time it costs nothing, and everything that is left to chance follows from the
    /// ``Router/seed``: the exchanges of each endpoint take the same times in each run, whatever the other endpoints
    /// do.
    ///
    /// The pieces of a stream and the messages of a WebSocket have the rates and losses of the network, and the latency
    /// once, before the first of them. In this process, a stream waits until a piece has arrived before its own next
    /// wait begins. On a server it may be ahead of the network by 256 KB.
    public var network: NetworkConditions? {
        get { stage(of: NetworkStage.self)?.conditions }
        set {
            // Without conditions, the stage is still that of routes with a network of their own.
            if newValue != nil || stage(of: NetworkStage.self) != nil { setStage(NetworkStage(conditions: newValue)) }
        }
    }
}

/// The stage that puts a network between clients and a router.
struct NetworkStage: Stage {
    static let places = [StagePlace.beforeRoutes, .beforeHandlers]
    // The network is between the client and what other stages do, such as CORS.
    static let rank = -1

    /// The conditions; `nil` if only routes have some of their own.
    let conditions: NetworkConditions?

    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? {
        guard conditions?.isOffline == true, !router.isFinished, router.accepts(request) else { return nil }
        return .lose(.switched("the router's network, which is offline"))
    }

    func admit(_ request: Request, in router: Router, _ admission: inout Admission) {
        guard let network = admission.route?.network ?? conditions, network != .unlimited else { return }
        admission.link = NetworkLink(network, seed: router.sharedTime.networkSeed(of: request.method, request.path))
    }
}

extension RouteToken {
    /// Puts the route behind a network of its own, in place of the ``Router/network`` of its router.
    ///
    /// ```swift
    /// router.get("/film", with: film).over(.edge)
    /// ```
    ///
    /// Without network, the route counts the requests, but its handler does not run. If the router's network is
    /// ``NetworkConditions/offline``, no request reaches the route, whatever its own network.
    ///
    /// - Parameter network: The conditions; ``NetworkConditions/unlimited`` for a network that takes no time, and `nil`
    ///   for the one of the router.
    /// - Returns: This token.
    @discardableResult
    public func over(_ network: NetworkConditions?) -> RouteToken {
        router.update(number) { $0.network = network }
        router.stage(orAdd: NetworkStage(conditions: nil))
        return self
    }
}
