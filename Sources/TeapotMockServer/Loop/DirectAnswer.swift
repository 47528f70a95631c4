import Foundation
import TeapotMock

/// The place for the response of an asynchronous handler that ends before its start returns.
///
/// Such a response needs no message to the loop, whose thread ran the handler.
// Only the loop's thread uses the variables except `thread`, which no other thread uses before it is set.
final class DirectAnswer: @unchecked Sendable {
    @exclusivity(unchecked) private var thread: pthread_t?
    @exclusivity(unchecked) private var waiting: EventLoop.ConnectionID?
    @exclusivity(unchecked) private var response: Response?

    /// Takes note that this is the loop's thread.
    func attach() { thread = pthread_self() }

    /// Starts a handler, and takes its response if it has one already.
    ///
    /// - Parameters:
    ///   - id: The connection.
    ///   - start: A closure that starts the handler.
    /// - Returns: The response, or `nil` if the handler is not over yet.
    func take(for id: EventLoop.ConnectionID, _ start: () -> Void) -> Response? {
        waiting = id
        start()
        waiting = nil
        var taken: Response?
        swap(&taken, &response)
        return taken
    }

    /// Receives the response of a handler.
    ///
    /// - Returns: `false` if the loop does not wait for it here; otherwise, `true`.
    func receive(_ received: Response, for id: EventLoop.ConnectionID) -> Bool {
        guard let thread, pthread_equal(thread, pthread_self()) != 0, waiting == id else { return false }
        response = received
        return true
    }
}
