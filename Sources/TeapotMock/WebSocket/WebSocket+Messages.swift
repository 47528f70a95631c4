public import Teapot

extension WebSocket {
    /// What is sent over a WebSocket, in one piece.
    public enum Message: Sendable, Equatable {
        /// Text, in UTF-8 on the wire.
        case text(String)
        /// Bytes.
        case data(Data)
    }

    /// The messages of a client; see ``WebSocket/messages``.
    public struct Messages: AsyncSequence, Sendable {
        /// What the sequence is made of.
        public typealias Element = Message

        let inbox: WebSocketInbox

        /// What waits for the next message.
        public struct Iterator: AsyncIteratorProtocol, Sendable {
            let inbox: WebSocketInbox

            /// The next message, when it has come.
            ///
            /// - Returns: The message; `nil` when the connection was closed in order.
            /// - Throws: A ``WebSocketError`` with the code when the client closed with an error, broke the protocol or
            ///   is gone; `CancellationError` when the task is cancelled.
            public func next() async throws -> Message? { try await inbox.next() }
        }

        /// Begins to wait for messages.
        ///
        /// - Returns: What waits for them, beginning with the first that nobody has had.
        public func makeAsyncIterator() -> Iterator { Iterator(inbox: inbox) }
    }
}
