import Teapot

/// A request that a stage answers, with the source of the response.
package struct StageMatch: Sendable {
    /// The source of the response itself.
    enum Source: Sendable {
        /// A response that is there already.
        case response(Response)
        /// A function that makes one that may wait, given the number of the journal's entry.
        case handler(@Sendable (_ entry: Int) -> @Sendable () async throws -> Response)
    }

    /// The outcome that the journal's entry begins with.
    package let outcome: Journal.Outcome
    /// Whether the request waits for a person's choice.
    package let isHeld: Bool
    let source: Source
    /// A closure that is called if the request is abandoned, whether or not its handler has begun.
    var onAbandon: (@Sendable () -> Void)?

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
    ///   - isHeld: Whether the request waits for a person's choice.
    ///   - onAbandon: A closure that is called if the request is abandoned, whether or not its handler has begun.
    ///   - handler: Makes the handler, which may wait, given the number of the journal's entry.
    package init(
        _ outcome: Journal.Outcome, isHeld: Bool = false, onAbandon: (@Sendable () -> Void)? = nil,
        handler: @escaping @Sendable (_ entry: Int) -> @Sendable () async throws -> Response
    ) {
        self.outcome = outcome
        (self.isHeld, self.onAbandon) = (isHeld, onAbandon)
        source = .handler(handler)
    }
}
