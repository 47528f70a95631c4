import Foundation
import TeapotMock

/// An object that receives the response of an asynchronous handler that finishes while it's being started.
///
/// Such a response doesn't need a message to the loop, because the handler ran on the loop's thread.
// Only the loop's thread uses the variables, except for `thread`, which no other thread uses before it's set.
final class DirectAnswer: @unchecked Sendable {
    @exclusivity(unchecked) private var thread: pthread_t?
    @exclusivity(unchecked) private var waiting: EventLoop.ConnectionID?
    @exclusivity(unchecked) private var response: Response?

    /// Records the current thread as the loop's thread.
    func attach() { thread = pthread_self() }

    /// Starts a handler, and returns its response if the handler has already finished.
    ///
    /// - Parameters:
    ///   - id: The connection.
    ///   - start: A closure that starts the handler.
    /// - Returns: The response, or `nil` if the handler hasn't finished.
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
    /// - Returns: `false` if the loop isn't waiting for the response here; otherwise, `true`.
    func receive(_ received: Response, for id: EventLoop.ConnectionID) -> Bool {
        guard let thread, pthread_equal(thread, pthread_self()) != 0, waiting == id else { return false }
        response = received
        return true
    }
}
