package import Foundation
package import TeapotMock

/// An application mounted at a path of a server, next to the router.
///
/// It responds to requests for its path instead of the router, and can observe the router's responses.
package protocol Mount: Sendable {
    /// The path, percent-encoded and without a trailing slash.
    ///
    /// The mount responds to all requests for this path and the paths below it. It also responds to requests for
    /// service worker scripts, because such scripts could intercept later requests for this path. The router doesn't
    /// receive any of these requests, and its journal doesn't record them.
    var path: StaticString { get }

    /// Responds to a request.
    ///
    /// The function is called in a task outside the server's loop, because it may read and write a lot. The task is
    /// cancelled when the connection is closed. A streamed response may last as long as its client reads it. It ends
    /// when the client disconnects or the server stops.
    ///
    /// - Parameters:
    ///   - request: The request, whose path is ``path`` or below it, or which has a `Service-Worker` header.
    ///   - peer: The client that sent the request.
    /// - Returns: The response.
    func response(to request: Request, from peer: Server.Peer) async -> Response

    /// Returns the response to a request that the router doesn't answer, or `nil` to send the router's response.
    ///
    /// This is called on the loop's thread, so it shouldn't block.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    func response(toUnanswered request: Request) -> Response?

    /// Changes a router's response so that a page in the response can't access the mount.
    ///
    /// This is called on the loop's thread, so it shouldn't block.
    ///
    /// - Parameter response: The response.
    func restrict(_ response: inout Response)

    /// Whether the mount observes the router's responses.
    ///
    /// A loop reads this on each wake-up until it's `true`. From then on, the mount observes all responses.
    var observesResponses: Bool { get }

    /// Receives a router's response before it's sent.
    ///
    /// This is called on the loop's thread, so it shouldn't block.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - entry: The number of the journal entry.
    func willSend(_ response: Response, entry: Int)

    /// Receives a piece of a router's streamed body before it's sent.
    ///
    /// This is called on the loop's thread, so it shouldn't block.
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
    /// The client that sent a request.
    package struct Peer: Sendable {
        /// Whether the client is on this machine.
        package let isLocal: Bool
        /// The port to which the client connected.
        package let port: UInt16
    }
}
