package import Foundation
package import TeapotMock

/// An application that is mounted at a path of a server, beside the router.
///
/// It responds to the requests for its path instead of the router, and can observe the responses of the router.
package protocol Mount: Sendable {
    /// The path, percent-encoded and without a trailing slash.
    ///
    /// The mount responds to all requests for this path and for the paths below it, and to those for the scripts of
    /// service workers, which could intercept later requests for this path. The router does not receive them, and its
    /// journal does not record them.
    var path: StaticString { get }

    /// Responds to a request.
    ///
    /// The function is called in a task beside the server's loop, because it may read and write much. The task is
    /// cancelled when the connection is closed. A response whose body is a stream may last as long as its client reads
    /// it: it ends when the client disconnects or the server stops.
    ///
    /// - Parameters:
    ///   - request: The request, whose path is ``path`` or below it, or which has a `Service-Worker` field.
    ///   - peer: The client of the request.
    /// - Returns: The response.
    func response(to request: Request, from peer: Server.Peer) async -> Response

    /// Returns the response to a request that the router does not answer, or `nil` for the response of the router.
    ///
    /// The function is called on the loop's thread, and should not block.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    func response(toUnanswered request: Request) -> Response?

    /// Changes a response of the router so that the page it contains has no access to the mount.
    ///
    /// The function is called on the loop's thread, and should not block.
    ///
    /// - Parameter response: The response.
    func restrict(_ response: inout Response)

    /// Whether the mount observes the responses of the router.
    ///
    /// A loop reads it each time that it wakes up, until it is `true`. From then on the mount observes all responses.
    var observesResponses: Bool { get }

    /// Receives a response of the router before it is sent.
    ///
    /// The function is called on the loop's thread, and should not block.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - entry: The number of the journal entry.
    func willSend(_ response: Response, entry: Int)

    /// Receives a piece of a streamed body of the router before it is sent.
    ///
    /// The function is called on the loop's thread, and should not block.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - entry: The number of the journal entry.
    func willSend(_ piece: Data, entry: Int)
}

extension Mount {
    package func response(toUnanswered request: Request) -> Response? { nil }

    package func restrict(_ response: inout Response) {}
}

extension Server {
    /// The client of a request.
    package struct Peer: Sendable {
        /// Whether the client is on this machine.
        package let isLocal: Bool
        /// The port to which the client connected.
        package let port: UInt16
    }
}
