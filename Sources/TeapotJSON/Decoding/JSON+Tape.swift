extension JSON {
    /// The values of a text in their order, as a flat list of fixed size elements.
    ///
    /// Numbers of the usual sizes are read, strings are only found. An object's names are not in the list: they are the
    /// same for all objects of a shape.
    struct Tape: ~Copyable {
        /// The elements, of which the first is a null that stands for no value.
        private(set) var elements: UnsafeMutablePointer<Element>
        private(set) var count = 0
        private var capacity: Int

        /// Creates a tape for a text.
        ///
        /// - Parameter length: The number of bytes of the text.
        init(length: Int) {
            capacity = length / 8 + 8
            elements = .allocate(capacity: capacity)
            append(Element(kind: .null))
        }

        deinit { elements.deallocate() }

        /// Appends an element.
        @inline(__always) mutating func append(_ element: Element) {
            if count == capacity { grow() }
            (elements + count).initialize(to: element)
            count += 1
        }

        @inline(never) private mutating func grow() {
            let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
            larger.update(from: elements, count: count)
            elements.deallocate()
            elements = larger
            capacity *= 2
        }
    }
}

extension JSON.Tape {
    /// A value of a text, or the beginning of an array or an object whose values follow.
    struct Element {
        /// The type of a value, and how much of it is known.
        enum Kind: UInt8 {
            case null, boolean, array, object
            /// A string of ASCII characters without escapes.
            case asciiString
            /// A string without escapes, which need not be valid UTF-8.
            case plainString
            /// A string with escapes.
            case escapedString
            /// A whole number of up to 64 bits, written without a fraction or an exponent.
            case integer
            /// Another number, whose nearest `Double` is known.
            case real
            /// A number of which only the text is known.
            case number
        }

        /// The value of a Boolean or a number.
        ///
        /// In strings, the number of bytes. In arrays and objects, the index of the element behind, and, in the upper
        /// half, the number of values of an array, or the shape of an object.
        var payload: UInt64 = 0
        /// The offset in the text of a number, or of a string behind its quote.
        ///
        /// In objects, the index of the element of the member that was asked for last. In a container that is still
        /// open, the index of the enclosing one.
        var offset: UInt32 = 0
        /// The number of bytes of a number.
        ///
        /// In objects, the number of the member that was asked for last.
        private var extra: UInt32

        /// The largest number that fits ``length``.
        static let maximumLength = 0xFF_FFFF

        var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: extra)) ?? .null }
        var length: Int {
            get { Int(extra >> 8) }
            set { extra = extra & 0xFF | UInt32(truncatingIfNeeded: newValue) << 8 }
        }
        /// The index of the element behind an array or an object.
        var next: Int {
            get { Int(UInt32(truncatingIfNeeded: payload)) }
            set { payload = payload & ~0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: newValue)) }
        }
        /// The number of values of an array, or the shape of an object.
        var detail: Int {
            get { Int(payload >> 32) }
            set { payload = payload & 0xFFFF_FFFF | UInt64(UInt32(truncatingIfNeeded: newValue)) << 32 }
        }

        @inline(__always) init(kind: Kind, payload: UInt64 = 0, offset: Int = 0, length: Int = 0) {
            self.payload = payload
            self.offset = UInt32(truncatingIfNeeded: offset)
            extra = UInt32(kind.rawValue) | UInt32(truncatingIfNeeded: length) << 8
        }
    }
}
