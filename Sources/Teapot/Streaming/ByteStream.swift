public import Foundation

extension Teapot {
    /// A response whose body you read as it arrives: in pieces, as ``bytes`` or as ``lines``.
    ///
    /// Read it only once. Bytes that arrive faster than you read them are buffered in memory. Releasing the stream, or
    /// cancelling the task that reads it, cancels the call. An incomplete body throws a ``TeapotError`` of type
    /// `incompleteResponse`.
    public struct ByteStream: AsyncSequence, Sendable {
        /// The head of the response.
        ///
        /// Its `body` is empty.
        public let response: Response
        let pieces: AsyncThrowingStream<Data, any Error>

        /// Returns an iterator over the pieces of the body as they arrive.
        public func makeAsyncIterator() -> AsyncThrowingStream<Data, any Error>.AsyncIterator {
            pieces.makeAsyncIterator()
        }

        /// The bytes of the body.
        public var bytes: Flattened<UInt8> { Flattened(pieces: pieces.makeAsyncIterator()) { Array($0 ?? Data()) } }

        /// The lines of the body as UTF-8, without their line endings: LF, CR, or both.
        ///
        /// Invalid UTF-8 is replaced with U+FFFD.
        public var lines: Flattened<String> {
            var splitter = LineSplitter()
            return Flattened(pieces: pieces.makeAsyncIterator()) { $0.map { splitter.feed($0) } ?? splitter.end() }
        }

        /// The elements of the body, such as bytes or lines.
        public struct Flattened<Element: Sendable>: AsyncSequence, AsyncIteratorProtocol {
            var pieces: AsyncThrowingStream<Data, any Error>.AsyncIterator
            /// A closure that returns the elements of a piece or, for `nil`, the remaining elements at the end.
            let split: (Data?) -> [Element]
            var ready: ArraySlice<Element> = []
            var isOver = false

            /// Returns an iterator that starts at the beginning of the body.
            public func makeAsyncIterator() -> Self { self }

            /// Returns the next element, or `nil` at the end of the body.
            public mutating func next() async throws -> Element? {
                while ready.isEmpty, !isOver {
                    let piece = try await pieces.next()
                    isOver = piece == nil
                    ready = split(piece)[...]
                }
                return ready.popFirst()
            }
        }
    }
}
