import Teapot

extension Router {
    /// Where requests go that no route answers: to a live server; `nil`, the default, leaves them unanswered.
    ///
    /// Those below the router's base URL go there, and no others. The journal tells of them as
    /// ``Journal/Outcome/passedThrough(to:)``, and no test fails for them. A request that a route refuses for its header
    /// fields is not passed through. A session that would leave to the network what no route answers leaves it to this.
    ///
    /// ```swift
    /// router.passthrough = Passthrough(to: liveURL, timeoutInterval: 10)
    /// ```
    public var passthrough: Passthrough? {
        get { state.withLock { $0.passthrough } }
        set {
            // Let go of outside the lock: its session ends with the last one.
            _ = state.withLock { state in
                defer { state.passthrough = newValue }
                return state.passthrough
            }
        }
    }

    /// The handler that passes a request through, as that of a route that nobody registered.
    func route(to passthrough: Passthrough) -> Route {
        let depth = base.path.count
        return Route(
            rules: [], handler: .suspending { try await passthrough.respond(to: $0, below: depth) },
            place: SourcePlace())
    }
}
