/// A step on the way of each request through a router, which stands before the routes: it answers a request in their
/// place, or changes what they answer.
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
}

extension Stage {
    package static var rank: Int { 0 }

    package func couldAnswer(_ request: Request) -> Bool { false }
}

/// A decision of a stage about a request.
package enum StageDecision: Sendable {
    /// The request is answered, and later stages, routes and handlers do not notice it.
    case answer(ResponderMatch)
    /// The request goes on, and what answers it is changed.
    case change(ResponseChange)
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
            let place = state.stages.firstIndex { type(of: $0).rank > S.rank } ?? state.stages.endIndex
            if let stage { state.stages.insert(stage, at: place) }
            return former
        }
    }
}

extension Router.ResolvedResponse {
    /// Returns the response with changes made in their order.
    ///
    /// What is no response is changed when a server makes a response of it.
    func changed(by changes: [ResponseChange]) -> Self {
        guard case .response(var response) = self else {
            let later = changes.filter(\.includesExplanations)
            return later.isEmpty ? self : .changed(self, later)
        }
        for change in changes { change.apply(&response) }
        return .response(response)
    }
}
