extension JSON {
    /// A stack of values that can return its upper values as a container without changing reference counts.
    ///
    /// Reading is a tenth slower with an array instead.
    struct ValueStack: ~Copyable {
        /// The number of values, which is also the number of initialized elements of the buffer.
        private(set) var count = 0
        private var buffer = UnsafeMutableBufferPointer<any Sendable>.allocate(capacity: 32)

        deinit {
            buffer[..<count].deinitialize()
            buffer.deallocate()
        }

        /// Pushes a value.
        mutating func append(_ value: consuming any Sendable) {
            if count == buffer.count {
                let larger = UnsafeMutableBufferPointer<any Sendable>.allocate(capacity: count * 2)
                _ = larger.moveInitialize(fromContentsOf: buffer)
                buffer.deallocate()
                buffer = larger
            }
            buffer.initializeElement(at: count, to: value)
            count += 1
        }

        /// Removes and returns the top value.
        ///
        /// The stack must not be empty.
        mutating func removeLast() -> any Sendable {
            count -= 1
            return buffer.moveElement(from: count)
        }

        /// Removes and returns the values from an index on.
        mutating func removeAll(from first: Int) -> [any Sendable] {
            let taken = buffer[first..<count]
            count = first
            return Array(unsafeUninitializedCapacity: taken.count) { list, count in
                count = list.moveInitialize(fromContentsOf: taken)
            }
        }

        /// Removes the values from an index on, and returns those with a name.
        mutating func removeAll(from first: Int, _ numbers: [String: Int]) -> [String: any Sendable] {
            let taken = buffer[first..<count]
            count = first
            defer { taken.deinitialize() }
            return numbers.mapValues { taken[first + $0] }
        }
    }
}
