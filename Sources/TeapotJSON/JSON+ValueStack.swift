extension JSON {
    /// A stack of values, from which a list of the upper ones is made without counting a reference.
    ///
    /// An array in its place reads a tenth slower.
    struct ValueStack: ~Copyable {
        /// How many values there are; as many places of the buffer are initialized.
        private(set) var count = 0
        private var buffer = UnsafeMutableBufferPointer<any Sendable>.allocate(capacity: 32)

        deinit {
            buffer[..<count].deinitialize()
            buffer.deallocate()
        }

        /// Puts a value on top.
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

        /// Takes the top value, which must be there.
        mutating func removeLast() -> any Sendable {
            count -= 1
            return buffer.moveElement(from: count)
        }

        /// Takes the values from an index on.
        mutating func removeAll(from first: Int) -> [any Sendable] {
            let taken = buffer[first..<count]
            count = first
            return Array(unsafeUninitializedCapacity: taken.count) { list, count in
                count = list.moveInitialize(fromContentsOf: taken)
            }
        }
    }
}
