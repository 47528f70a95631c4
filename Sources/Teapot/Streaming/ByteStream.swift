public import Foundation

extension Teapot {
    /// A response whose body is read as it arrives: in pieces, or as ``bytes`` or ``lines``.
    ///
    /// It can be read once. Bytes that arrive faster than they are read are buffered in memory. Releasing the stream,
    /// or cancelling the task that reads it, cancels the call. An incomplete body throws a ``TeapotError`` of type
    /// `incompleteResponse`.
    public struct ByteStream: AsyncSequence, Sendable {
        /// The head of the response.
        ///
        /// Its `data` is empty.
        public let response: Response
        let pieces: AsyncThrowingStream<Data, any Error>

        /// Returns an iterator over the body in the pieces in which it arrives.
        public func makeAsyncIterator() -> AsyncThrowingStream<Data, any Error>.AsyncIterator {
            pieces.makeAsyncIterator()
        }

        /// The bytes of the body.
        public var bytes: Flattened<UInt8> { Flattened(pieces: pieces) { Array($0) } }

        /// The lines of the body as UTF-8, without their line endings: LF, CR, or both.
        ///
        /// Invalid UTF-8 is replaced by U+FFFD.
        public var lines: Flattened<String> {
            var splitter = LineSplitter()
            return Flattened(pieces: pieces) {
                splitter.feed($0)
            } atEnd: {
                splitter.end()
            }
        }

        /// The elements of the body, such as bytes or lines.
        public struct Flattened<Element: Sendable>: AsyncSequence {
            let pieces: AsyncThrowingStream<Data, any Error>
            let split: (Data) -> [Element]
            var atEnd: () -> [Element] = { [] }

            /// Returns an iterator that begins at the start of the body.
            public func makeAsyncIterator() -> Iterator {
                Iterator(pieces: pieces.makeAsyncIterator(), split: split, atEnd: atEnd)
            }

            /// An iterator that reads one element after the other.
            public struct Iterator: AsyncIteratorProtocol {
                var pieces: AsyncThrowingStream<Data, any Error>.AsyncIterator
                let split: (Data) -> [Element]
                let atEnd: () -> [Element]
                private var ready: ArraySlice<Element> = []
                private var isOver = false

                init(
                    pieces: AsyncThrowingStream<Data, any Error>.AsyncIterator, split: @escaping (Data) -> [Element],
                    atEnd: @escaping () -> [Element]
                ) { (self.pieces, self.split, self.atEnd) = (pieces, split, atEnd) }

                /// Returns the next element, or `nil` at the end of the body.
                public mutating func next() async throws -> Element? {
                    while ready.isEmpty, !isOver {
                        if let piece = try await pieces.next() {
                            ready = split(piece)[...]
                        } else {
                            isOver = true
                            ready = atEnd()[...]
                        }
                    }
                    return ready.popFirst()
                }
            }
        }
    }
}
