extension JSON {
    /// Reads one text.
    ///
    /// Values that are read wait on a stack until the list or object around them ends and takes them off it. So nothing
    /// here recurses, and a list is made at once in its right size.
    struct Reader: ~Copyable {
        /// The first byte, after a byte order mark.
        let start: UnsafePointer<UInt8>
        /// One past the last byte.
        let end: UnsafePointer<UInt8>
        /// The next byte to read; never past `end`.
        var at: UnsafePointer<UInt8>
        /// How many bytes of byte order mark came before `start`.
        let skipped: Int
        /// Values that no container has taken yet.
        var values = ValueStack()
        /// Names of objects that have no shape.
        var names: [String] = []
        /// The containers that are open, innermost last.
        var containers: [Container] = []
        /// What the objects read so far look like.
        var shapes = Shapes()
        /// Where a string with escapes is put together.
        var unescaped: [UInt8] = []

        /// Creates a reader at the beginning of a text, after a byte order mark if there is one (RFC 8259 §8.1).
        ///
        /// - Parameters:
        ///   - start: The first byte; the bytes must outlive the reader.
        ///   - count: The number of bytes.
        init(start: UnsafePointer<UInt8>, count: Int) {
            skipped = count >= 3 && start[0] == 0xEF && start[1] == 0xBB && start[2] == 0xBF ? 3 : 0
            self.start = start + skipped
            end = start + count
            at = self.start
            names.reserveCapacity(8)
            containers.reserveCapacity(8)
        }
    }

    /// A list or an object that has begun and not ended.
    struct Container {
        /// Whether it is an object.
        let isObject: Bool
        /// Where its first value stands, or will stand, on the stack of values.
        let firstValue: Int
        /// Where its first name stands on the stack of names.
        let firstName: Int
        /// The shape its names make so far; -1 if they are on the stack of names instead.
        var shape: Int
    }
}

extension JSON.Reader {
    /// Reads the whole text: one value with nothing but white space around it (RFC 8259 §2).
    mutating func readText() throws(JSON.ParsingError) -> any Sendable {
        var isWhole = false
        while !isWhole {
            if try beginValue() { isWhole = try endValue() }
        }
        _ = skipSpace()
        guard at == end else { throw failure("the end of the text") }
        return values.pop()
    }

    /// Reads the whole text, which must not be a scalar.
    mutating func readDocument() throws(JSON.ParsingError) -> JSON {
        let value = try readText()
        if let document = JSON(value) { return document }
        let found =
            switch value {
            case is String: "a string"
            case is Bool: "a boolean"
            case is NSNull: "null"
            default: "a number"
            }
        at = start
        _ = skipSpace()
        throw failure("an object or a list at the top level", found: found)
    }

    /// Reads a scalar, an empty container, or the beginning of another.
    ///
    /// - Returns: Whether a whole value is on the stack now; if not, the value to read next is a container's first.
    private mutating func beginValue() throws(JSON.ParsingError) -> Bool {
        switch skipSpace() {
        case UInt8(ascii: "\""): values.push(try readString())
        case UInt8(ascii: "{"):
            try open(isObject: true)
            guard skipSpace() == UInt8(ascii: "}") else {
                try readName(orElse: "a member's name or \"}\"")
                return false
            }
            close([String: any Sendable]())
        case UInt8(ascii: "["):
            try open(isObject: false)
            guard skipSpace() == UInt8(ascii: "]") else { return false }
            close([any Sendable]())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): values.push(try readNumber())
        case UInt8(ascii: "t") where skip("true"): values.push(true)
        case UInt8(ascii: "f") where skip("false"): values.push(false)
        case UInt8(ascii: "n") where skip("null"): values.push(JSON.null)
        default:
            let isFirst = containers.last.map { !$0.isObject && $0.firstValue == values.count } ?? false
            throw failure(isFirst ? "a value or \"]\"" : "a value")
        }
        return true
    }

    /// Reads what follows a value: the ends of the containers it is last in, or the comma before the next value.
    ///
    /// - Returns: Whether the value on the stack is the text's.
    private mutating func endValue() throws(JSON.ParsingError) -> Bool {
        while let container = containers.last {
            switch (skipSpace(), container.isObject) {
            case (UInt8(ascii: ","), true):
                at += 1
                try readName(orElse: "a member's name")
                return false
            case (UInt8(ascii: ","), false):
                at += 1
                return false
            case (UInt8(ascii: "}"), true): close(takeMembers(of: container))
            case (UInt8(ascii: "]"), false): close(values.popAll(from: container.firstValue))
            case (_, let isObject): throw failure(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
            }
        }
        return true
    }

    /// Opens a container at its bracket.
    private mutating func open(isObject: Bool) throws(JSON.ParsingError) {
        // RFC 8259 §9: "An implementation may set limits on the maximum depth of nesting."
        guard containers.count < JSON.maximumDepth else {
            throw failure("at most \(JSON.maximumDepth) levels of nesting")
        }
        let hasShape = isObject && !containers.isEmpty
        if hasShape { shapes.begin() }
        containers.append(
            JSON.Container(
                isObject: isObject,
                firstValue: values.count,
                firstName: names.count,
                shape: hasShape ? 0 : -1
            )
        )
        at += 1
    }

    /// Closes the innermost container at its bracket.
    private mutating func close(_ value: any Sendable) {
        at += 1
        containers.removeLast()
        values.push(value)
    }
}

extension JSON.Reader {
    /// Skips white space (RFC 8259 §2).
    ///
    /// - Returns: The byte after it, without skipping that; 0, which no JSON has there, at the end.
    @inline(__always)
    mutating func skipSpace() -> UInt8 {
        while at < end {
            let byte = at.pointee
            if byte > 0x20 { return byte }
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            at += 1
        }
        return 0
    }

    /// Skips a word if it is next (RFC 8259 §3).
    private mutating func skip(_ word: StaticString) -> Bool {
        guard end - at >= word.utf8CodeUnitCount, memcmp(at, word.utf8Start, word.utf8CodeUnitCount) == 0 else {
            return false
        }
        at += word.utf8CodeUnitCount
        return true
    }

    /// The error for this place, or for another.
    ///
    /// - Parameters:
    ///   - expected: What JSON asks for there.
    ///   - place: Where; `nil` for the next byte.
    ///   - found: What stands there, when that is not simply the next character or word.
    /// - Returns: The error.
    @inline(never)
    func failure(
        _ expected: String,
        at place: UnsafePointer<UInt8>? = nil,
        found: String? = nil
    ) -> JSON.ParsingError {
        JSON.ParsingError(
            at: (place ?? at) - start,
            of: UnsafeBufferPointer(start: start, count: end - start),
            skipped: skipped,
            expected: expected,
            found: found
        )
    }
}
