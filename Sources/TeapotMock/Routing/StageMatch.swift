import Teapot

/// A request that a stage answers, with the source of the response.
package struct StageMatch: Sendable {
    /// The source of the response.
    enum Source: Sendable {
        /// A response that already exists.
        case response(Response)
        /// A function that receives the number of the journal entry, and returns a handler that may wait.
        case handler(@Sendable (_ entry: Int) -> @Sendable () async throws -> Response)
    }

    /// The initial outcome of the journal entry.
    package let outcome: Journal.Outcome
    /// Whether the request waits for a person's choice.
    package let isHeld: Bool
    let source: Source
    /// A closure to call if the request is abandoned, whether or not its handler has begun.
    var onAbandon: (@Sendable () -> Void)?

    /// Creates a match with a response that already exists.
    ///
    /// - Parameters:
    ///   - outcome: The initial outcome of the journal entry.
    ///   - response: The response.
    package init(_ outcome: Journal.Outcome, _ response: Response) {
        self.outcome = outcome
        isHeld = false
        source = .response(response)
    }

    /// Creates a match with a handler.
    ///
    /// - Parameters:
    ///   - outcome: The initial outcome of the journal entry.
    ///   - isHeld: Whether the request waits for a person's choice.
    ///   - onAbandon: A closure to call if the request is abandoned, whether or not its handler has begun.
    ///   - handler: A closure that receives the number of the journal entry, and returns the handler, which may wait.
    package init(
        _ outcome: Journal.Outcome, isHeld: Bool = false, onAbandon: (@Sendable () -> Void)? = nil,
        handler: @escaping @Sendable (_ entry: Int) -> @Sendable () async throws -> Response
    ) {
        (self.outcome, self.isHeld, self.onAbandon) = (outcome, isHeld, onAbandon)
        source = .handler(handler)
    }
}
