extension JSON {
    /// A stack of values whose top part can be moved away as a list without touching any reference count.
    struct ValueStack: ~Copyable {
        /// How many values it holds; as many places of `base` are initialized.
        private(set) var count = 0
        private var capacity = 64
        private var base = UnsafeMutablePointer<any Sendable>.allocate(capacity: 64)

        init() {}

        deinit {
            base.deinitialize(count: count)
            base.deallocate()
        }

        /// Puts a value on top.
        mutating func push(_ value: consuming any Sendable) {
            if count == capacity { grow() }
            (base + count).initialize(to: value)
            count += 1
        }

        /// Takes the top value, which must be there.
        mutating func pop() -> any Sendable {
            count -= 1
            return (base + count).move()
        }

        /// Takes all values from an index on, in order.
        mutating func popAll(from first: Int) -> [any Sendable] {
            let taken = count - first
            let source = base + first
            count = first
            return Array(unsafeUninitializedCapacity: taken) { buffer, initialized in
                buffer.baseAddress?.moveInitialize(from: source, count: taken)
                initialized = taken
            }
        }

        /// Gives up all values from an index on, in order: the caller moves each away before it uses the stack again.
        mutating func giveUpAll(from first: Int) -> UnsafeMutablePointer<any Sendable> {
            count = first
            return base + first
        }

        private mutating func grow() {
            let larger = UnsafeMutablePointer<any Sendable>.allocate(capacity: capacity * 2)
            larger.moveInitialize(from: base, count: count)
            base.deallocate()
            base = larger
            capacity *= 2
        }
    }
}
