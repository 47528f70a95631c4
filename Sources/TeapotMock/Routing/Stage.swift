/// A step on the way of each request through a router.
///
/// It stands before the routes, where it answers a request in their place or changes what they answer, or between a
/// route and its handler, or at both places. A responder comes after the routes.
package protocol Stage: Sendable {
    /// The place among the stages of a router: those with a lower rank are asked first, and change a response first. By
    /// default 0.
    static var rank: Int { get }

    /// Returns whether this would answer a request, without side effects. By default it would not.
    func couldAnswer(_ request: Request) -> Bool

    /// Decides about a request.
    ///
    /// - Parameters:
    ///   - request: The request, below the router's base URL or not.
    ///   - moment: The time at which it arrived.
    ///   - router: The router that asks.
    /// - Returns: The decision, or `nil` if the request goes on as if there were no stage.
    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision?

    /// Does its part for a request that is answered, before a handler runs. By default it does nothing.
    func admit(_ request: Request, in router: Router, _ admission: inout Admission)

    /// The violations for which a test should fail so far; by default none.
    var violations: [Router.Violation] { get }

    /// The stage as a copy of its router has it, or `nil` if the copy has none. By default it is the same.
    var copied: Self? { get }

    /// Ends what waits when the router is finished. By default nothing does.
    ///
    /// - Parameter explain: Returns the explanation for the client of a request.
    func finish(_ explain: (Request) -> String)
}

extension Stage {
    package static var rank: Int { 0 }

    package func couldAnswer(_ request: Request) -> Bool { false }

    package func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? { nil }

    package func admit(_ request: Request, in router: Router, _ admission: inout Admission) {}

    package var violations: [Router.Violation] { [] }

    package var copied: Self? { self }

    package func finish(_ explain: (Request) -> String) {}
}

/// A decision of a stage about a request.
package enum StageDecision: Sendable {
    /// The request is answered, and later stages, routes and handlers do not notice it.
    case answer(ResponderMatch)
    /// The request goes on, and what answers it is changed.
    case change(ResponseChange)
    /// The request does not arrive, and its client receives no response at once.
    case lose(Journal.Outcome)
}

/// What happens to a request between what answers it and the handler.
package struct Admission: Sendable {
    /// The route that answers, or `nil` for a responder or a stage.
    var route: Route?
    /// The wait for a test's release, if there is one.
    var held: HeldAnswer?
    /// The network over which the client receives the response, if it takes time.
    var link: NetworkLink?
}

/// A change of the response to one request.
package struct ResponseChange: Sendable {
    /// A Boolean value that indicates whether this also changes what a server sends for a request that nothing answers.
    let includesExplanations: Bool
    let apply: @Sendable (inout Response) -> Void

    package init(includesExplanations: Bool = false, _ apply: @escaping @Sendable (inout Response) -> Void) {
        (self.includesExplanations, self.apply) = (includesExplanations, apply)
    }
}

extension Router {
    /// Returns the stage of a type, or `nil` if there is none.
    package func stage<S: Stage>(of type: S.Type) -> S? { withState { $0.stages.lazy.compactMap { $0 as? S }.first } }

    /// Replaces the stage of a type, or removes it.
    ///
    /// - Parameter stage: The new one, or `nil` for none.
    package func setStage<S: Stage>(_ stage: S?) {
        // Released outside the lock.
        _ = withState { state in
            let former = state.stages
            state.stages.removeAll { $0 is S }
            if let stage { state.add(stage) }
            return former
        }
    }

    /// Returns the stage of a type, which is added if there is none, unless the router is finished.
    @discardableResult
    func stage<S: Stage>(orAdd new: S) -> S {
        withState { state in
            if let stage = state.stages.lazy.compactMap({ $0 as? S }).first { return stage }
            if state.closing == nil { state.add(new) }
            return new
        }
    }

    /// Returns what happens to a request before its handler runs.
    func admission(of request: Request, to route: Route?) -> Admission {
        let stages = withState { $0.stages }
        return stages.reduce(into: Admission(route: route)) { $1.admit(request, in: self, &$0) }
    }
}

extension Router.State {
    fileprivate mutating func add<S: Stage>(_ stage: S) {
        stages.insert(stage, at: stages.firstIndex { type(of: $0).rank > S.rank } ?? stages.endIndex)
    }
}
