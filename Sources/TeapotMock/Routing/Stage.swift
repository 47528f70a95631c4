/// A step in a router's handling of requests, which the router knows only through this protocol.
///
/// Each feature is a single type, installed where it's used. It does its work at its ``places``.
package protocol Stage: Sendable {
    /// The places of the stage.
    static var places: [StagePlace] { get }

    /// The order among a router's stages; 0 by default.
    ///
    /// Stages with a lower rank decide first, and change a response first.
    static var rank: Int { get }

    /// Returns whether the stage would answer a request, without side effects; `false` by default.
    ///
    /// - Parameter request: A request below the router's base URL.
    /// - Returns: Whether it would answer.
    func couldAnswer(_ request: Request) -> Bool

    /// Decides how to handle a request before the routes do.
    ///
    /// - Parameters:
    ///   - request: The request, whether or not it's below the router's base URL.
    ///   - moment: The time when it arrived.
    ///   - router: The router that handles the request.
    /// - Returns: The decision, or `nil`, the default, to let the request continue as if there were no stage.
    func arrive(_ request: Request, at moment: Moment, in router: Router) -> StageDecision?

    /// Prepares an answered request before its handler runs; does nothing by default.
    func admit(_ request: Request, in router: Router, _ admission: inout Admission)

    /// Matches a request that no route answers.
    ///
    /// A matched request counts as answered.
    ///
    /// - Parameters:
    ///   - request: A request below the router's base URL.
    ///   - began: A time when the request had already begun to arrive, in nanoseconds of ``Uptime``. Anything checked
    ///     after that time doesn't have to be checked again.
    ///   - router: The router that handles the request.
    /// - Returns: The match, or `nil`, the default, to leave the request to the next stage.
    func match(_ request: Request, began: UInt64, for router: Router) -> StageMatch?

    /// Explains why a request wasn't answered.
    ///
    /// - Parameter request: A request that nothing answers.
    /// - Returns: The reason, which completes a sentence about the request, such as "GET /users has no mock", and a
    ///   suggestion, or `nil`, the default, if there is nothing to say.
    func explanation(for request: Request) -> (reason: String, suggestion: String)?

    /// Returns the part of a request because of which the stage didn't answer the request.
    ///
    /// - Parameter request: A request that nothing answers.
    /// - Returns: The part, as a separate request, with a sentence about it, or `nil`, the default, if it's the whole
    ///   request.
    func unansweredPart(of request: Request) -> (part: Request, explanation: String)?

    /// Returns the responses that the stage can give to a request; by default, none are known.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - router: The router that handles the request.
    /// - Returns: The usual response, which has no status here, and all those that are documented, by status.
    func responses(to request: Request, in router: Router) -> [StageResponse]

    /// Returns whether pages from an origin may read responses; by default, none may.
    func allowsPage(from origin: String) -> Bool

    /// The violations so far for which a test should fail; none by default.
    var violations: [Router.Violation] { get }

    /// The stage for a copy of its router, or `nil` for none; the same stage by default.
    var copied: Self? { get }

    /// The stage for a finished router, or `nil` for none; the same stage as for a copy by default.
    var finished: Self? { get }

    /// Ends all waits when the router is finished; does nothing by default.
    func finish()
}

/// A response that a stage can give to a request.
///
/// It has no status if it's the usual response. Making it for a trial has no side effects, such as a created item.
package typealias StageResponse = (status: Int?, make: @Sendable (_ isTrial: Bool) -> Response)

/// A place in a router's handling of a request.
package enum StagePlace: Sendable {
    /// Before the routes, where a stage answers a request itself or changes the response.
    case beforeRoutes
    /// After the decision about a request and before its handler.
    case beforeHandlers
    /// After the routes, where a stage answers a request that no route answers.
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

    package func responses(to request: Request, in router: Router) -> [StageResponse] { [] }

    package func allowsPage(from origin: String) -> Bool { false }

    package var violations: [Router.Violation] { [] }

    package var copied: Self? { self }

    package var finished: Self? { copied }

    package func finish() {}
}

/// A stage's decision about a request, before the routes.
package enum StageDecision: Sendable {
    /// The request is answered; the routes, and the stages that follow this one, don't see it.
    case answer(StageMatch)
    /// The request continues, and its response is changed.
    case change(ResponseChange)
    /// The request never arrives, and its client fails immediately.
    case lose(Journal.Outcome)
}

/// The preparation of a request between the decision about it and its handler.
package struct Admission: Sendable {
    /// The route that answers, or `nil` for a stage.
    var route: Route?
    /// The changes that the stages before the routes make to the response.
    var changes: [ResponseChange] = []
    /// The wait for a test's release, if there is one.
    var held: HeldAnswer?
    /// The network between the router and the client, if it takes time.
    var link: NetworkLink?
    /// Whether the handler waits for a person to choose a response.
    var awaitsChoice = false
    /// A closure to call if the request is abandoned, whether or not its handler has begun.
    var onAbandon: (@Sendable () -> Void)?

    /// Whether a response that already exists is returned immediately.
    var isPlain: Bool { held == nil && link == nil }
}

/// A change to the response to one request.
package struct ResponseChange: Sendable {
    /// Whether this also changes the response that a server sends for an unanswered request.
    let includesExplanations: Bool
    let apply: @Sendable (inout Response) -> Void

    package init(includesExplanations: Bool = false, _ apply: @escaping @Sendable (inout Response) -> Void) {
        (self.includesExplanations, self.apply) = (includesExplanations, apply)
    }
}
