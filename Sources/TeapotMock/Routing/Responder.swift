import Teapot

/// A source of responses that a router asks when none of its routes answers a request, such as a folder of mocks or a
/// live server.
package protocol Responder: Sendable {
    /// The place among the responders of a router: those with a lower rank are asked first. By default 0.
    static var rank: Int { get }

    /// Returns whether this would answer a request, without answering it.
    ///
    /// - Parameter request: A request below the router's base URL.
    /// - Returns: Whether it would answer.
    func couldAnswer(_ request: Request) -> Bool

    /// Matches a request, which counts as answered from then on.
    ///
    /// - Parameters:
    ///   - request: A request below the router's base URL.
    ///   - began: A time at which the request had begun to arrive, in nanoseconds of ``Uptime``. What was found out
    ///     later than that need not be checked again.
    ///   - router: The router that asks.
    /// - Returns: The match; `nil` to leave the request to the next responder.
    func match(_ request: Request, began: UInt64, for router: Router) -> ResponderMatch?

    /// Explains why a request was left unanswered.
    ///
    /// - Parameter request: A request that no responder matched.
    /// - Returns: The reason, which completes the sentence "The router …", and a suggestion; `nil` if there is nothing
    ///   to say.
    func explanation(for request: Request) -> (reason: String, suggestion: String)?

    /// Returns the part of a request because of which this left the request unanswered.
    ///
    /// - Parameter request: A request that no responder matched.
    /// - Returns: The part, as a request of its own, and a sentence about it; `nil` if it is the whole request.
    func unansweredPart(of request: Request) -> (part: Request, explanation: String)?

    /// The violations for which a test should fail so far.
    var violations: [Router.Violation] { get }
}

extension Responder {
    package static var rank: Int { 0 }

    package var violations: [Router.Violation] { [] }

    package func unansweredPart(of request: Request) -> (part: Request, explanation: String)? { nil }
}

/// A request that a responder answers, with the source of the response.
package struct ResponderMatch: Sendable {
    /// The source of the response itself.
    enum Source: Sendable {
        /// A response that is there already.
        case response(Response)
        /// A function that makes one that may wait, given the number of the journal's entry.
        case handler(@Sendable (_ entry: Int) -> @Sendable () async throws -> Response)
    }

    /// The outcome that the journal's entry begins with.
    package let outcome: Journal.Outcome
    /// A Boolean value that indicates whether the request waits for a person's choice.
    package let isHeld: Bool
    let source: Source

    /// Creates a match with a response that is there already.
    ///
    /// - Parameters:
    ///   - outcome: The outcome that the journal's entry begins with.
    ///   - response: The response.
    package init(_ outcome: Journal.Outcome, _ response: Response) {
        self.outcome = outcome
        isHeld = false
        source = .response(response)
    }

    /// Creates a match with a handler.
    ///
    /// - Parameters:
    ///   - outcome: The outcome that the journal's entry begins with.
    ///   - isHeld: A Boolean value that indicates whether the request waits for a person's choice.
    ///   - handler: Makes the handler, which may wait, given the number of the journal's entry.
    package init(
        _ outcome: Journal.Outcome, isHeld: Bool = false,
        handler: @escaping @Sendable (_ entry: Int) -> @Sendable () async throws -> Response
    ) {
        self.outcome = outcome
        self.isHeld = isHeld
        source = .handler(handler)
    }
}
