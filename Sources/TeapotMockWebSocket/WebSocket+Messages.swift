public import Foundation
import Teapot
import TeapotMock

extension WebSocket {
    /// A complete WebSocket message.
    public enum Message: Sendable, Equatable {
        /// Text, which is sent as UTF-8.
        case text(String)
        /// Bytes.
        case data(Data)
    }

    /// The sequence of messages from a client; see ``WebSocket/messages``.
    public struct Messages: AsyncSequence, Sendable {
        /// The type of the elements.
        public typealias Element = Message

        let inbox: WebSocketInbox

        /// An iterator that waits for the next message.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let inbox: WebSocketInbox

            /// Waits for the next message.
            ///
            /// - Returns: The message, or `nil` if the connection was closed normally.
            /// - Throws: A ``WebSocketError`` with the code if the client closed the connection with an error, violated
            ///   the protocol or disconnected; `CancellationError` if the task is cancelled.
            public func next() async throws -> Message? { try await inbox.next() }
        }

        /// Creates an iterator.
        ///
        /// - Returns: An iterator that begins with the first message that no other iterator has read.
        public func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }
    }
}
