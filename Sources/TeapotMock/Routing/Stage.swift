/// A step on the way of a request through a router, which knows it only by this protocol.
///
/// A feature is one type, which is installed where it's used. It implements what it does at its places.
package protocol Stage: Sendable {
    /// The places at which this stands.
    static var places: [StagePlace] { get }

    /// The order among the stages of a router: those with a lower rank are asked first, and change a response first. By
    /// default 0.
    static var rank: Int { get }

    /// Returns whether this would answer a request, without side effects. By default it would not.
    ///
    /// - Parameter request: A request below the router's base URL.
    /// - Returns: Whether it would answer.
    func couldAnswer(_ request: Request) -> Bool

    /// Decides about a request before the routes.
    ///
    /// - Parameters:
    ///   - request: The request, below the router's base URL or not.
    ///   - moment: The time at which it arrived.
    ///   - router: The router that asks.
    /// - Returns: The decision; `nil`, the default, if the request goes on as if there were no stage.
    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision?

    /// Does its part for a request that is answered, before a handler runs. By default it does nothing.
    func admit(_ request: Request, in router: Router, _ admission: inout Admission)

    /// Matches a request that no route answers, which counts as answered from then on.
    ///
    /// - Parameters:
    ///   - request: A request below the router's base URL.
    ///   - began: A time at which the request had begun to arrive, in nanoseconds of ``Uptime``. What was found out
    ///     later than that need not be checked again.
    ///   - router: The router that asks.
    /// - Returns: The match; `nil`, the default, to leave the request to the next stage.
    func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch?

    /// Explains why a request was left unanswered.
    ///
    /// - Parameter request: A request that nothing answers.
    /// - Returns: The reason, which completes a sentence about the request, such as "GET /users has no mock", and a
    ///   suggestion; `nil`, the default, if there is nothing to say.
    func explanation(for request: Request) -> (reason: String, suggestion: String)?

    /// Returns the part of a request because of which this left the request unanswered.
    ///
    /// - Parameter request: A request that nothing answers.
    /// - Returns: The part, as a request of its own, and a sentence about it; `nil`, the default, if it is the whole
    ///   request.
    func unansweredPart(of request: Request) -> (part: Request, explanation: String)?

    /// The violations for which a test should fail so far; by default none.
    var violations: [Router.Violation] { get }

    /// The stage as a copy of its router has it, or `nil` if the copy has none. By default it is the same.
    var copied: Self? { get }

    /// The stage as a finished router has it, or `nil` if that has none. By default it is the same as in a copy.
    var finished: Self? { get }

    /// Ends what waits when the router is finished. By default nothing does.
    ///
    /// - Parameter explain: Returns the explanation for the client of a request.
    func finish(_ explain: (Request) -> String)
}

/// A place on the way of a request through a router.
package enum StagePlace: Sendable {
    /// Before the routes, where a stage answers a request in their place, or changes what answers it.
    case beforeRoutes
    /// Between what answers a request and its handler.
    case beforeHandlers
    /// After the routes, where a stage answers a request that none of them does.
    case insteadOfRoutes
}

extension Stage {
    package static var rank: Int { 0 }

    package func couldAnswer(_ request: Request) -> Bool { false }

    package func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision? { nil }

    package func admit(_ request: Request, in router: Router, _ admission: inout Admission) {}

    package func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch? { nil }

    package func explanation(for request: Request) -> (reason: String, suggestion: String)? { nil }

    package func unansweredPart(of request: Request) -> (part: Request, explanation: String)? { nil }

    package var violations: [Router.Violation] { [] }

    package var copied: Self? { self }

    package var finished: Self? { copied }

    package func finish(_ explain: (Request) -> String) {}
}

/// A decision of a stage about a request, before the routes.
package enum StageDecision: Sendable {
    /// The request is answered, and neither later stages before the routes nor the routes notice it.
    case answer(StageMatch)
    /// The request goes on, and what answers it is changed.
    case change(ResponseChange)
    /// The request does not arrive, and its client receives no response at once.
    case lose(Journal.Outcome)
}

/// What happens to a request between what answers it and the handler.
package struct Admission: Sendable {
    /// The route that answers, or `nil` for a stage.
    var route: Route?
    /// The changes of the response by the stages before the routes.
    var changes: [ResponseChange] = []
    /// The wait for a test's release, if there is one.
    var held: HeldAnswer?
    /// The network over which the client receives the response, if it takes time.
    var link: NetworkLink?
    /// Whether the handler waits until somebody chooses a response.
    var awaitsChoice = false
    /// A closure that is called if the request is abandoned, whether or not its handler has begun.
    var onAbandon: (@Sendable () -> Void)?

    /// Whether a response that is there already is given at once.
    var isPlain: Bool { held == nil && link == nil }
}

/// A change of the response to one request.
package struct ResponseChange: Sendable {
    /// Whether this also changes what a server sends for a request that nothing answers.
    let includesExplanations: Bool
    let apply: @Sendable (inout Response) -> Void

    package init(includesExplanations: Bool = false, _ apply: @escaping @Sendable (inout Response) -> Void) {
        (self.includesExplanations, self.apply) = (includesExplanations, apply)
    }
}
