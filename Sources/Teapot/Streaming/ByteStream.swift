extension Teapot {
    /// A response whose body is read as it comes: pieces of it, or its ``bytes`` or ``lines``.
    ///
    /// It can be read once. What comes faster than it is read waits in memory. Letting go of it, or cancelling the task
    /// that reads it, cancels the call. A body that is cut short throws a ``TeapotError`` of type `incompleteResponse`.
    public struct ByteStream: AsyncSequence, Sendable {
        /// The response's head; its `data` is empty.
        public let response: Response
        let pieces: AsyncThrowingStream<Data, any Error>

        /// Reads the body in the pieces that it comes in.
        public func makeAsyncIterator() -> AsyncThrowingStream<Data, any Error>.AsyncIterator {
            pieces.makeAsyncIterator()
        }

        /// The body's bytes.
        public var bytes: Flattened<UInt8> { Flattened(pieces: pieces) { Array($0) } }

        /// The body's lines as UTF-8, without what ends them: LF, CR, or both.
        ///
        /// What is no UTF-8 is replaced by U+FFFD.
        public var lines: Flattened<String> {
            var splitter = LineSplitter()
            return Flattened(pieces: pieces) {
                splitter.feed($0)
            } atEnd: {
                splitter.end()
            }
        }

        /// What each piece of the body holds, one after the other.
        public struct Flattened<Element: Sendable>: AsyncSequence {
            let pieces: AsyncThrowingStream<Data, any Error>
            let split: (Data) -> [Element]
            var atEnd: () -> [Element] = { [] }

            /// Reads from the body's start.
            public func makeAsyncIterator() -> Iterator {
                Iterator(pieces: pieces.makeAsyncIterator(), split: split, atEnd: atEnd)
            }

            /// Reads one element after the other.
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

                /// The next element, or `nil` at the body's end.
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
