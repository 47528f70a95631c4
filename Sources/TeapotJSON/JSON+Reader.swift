import Foundation

extension JSON {
    /// A reader of one JSON text.
    ///
    /// Values are kept on a stack until the enclosing list or object ends. The container is then created at once in its
    /// final size.
    struct Reader: TextCursor, ~Copyable {
        typealias Failure = ParsingError
        typealias Place = UnsafePointer<UInt8>

        /// The first byte.
        let start: Place
        /// The position after the last byte.
        let end: Place
        /// The next byte to read, which is never after `end`.
        var at: Place
        /// The values that are not part of a container yet.
        var values = ValueStack()
        /// A Boolean value that indicates whether valid JSON without a Swift value, such as `1E400`, is accepted.
        var isLenient = false
        /// The shapes of the objects read so far.
        var shapes = Shapes()

        /// Creates a reader at the beginning of a text, after a byte order mark if there is one (RFC 8259 §8.1).
        ///
        /// - Parameters:
        ///   - start: The first byte. The bytes must outlive the reader.
        ///   - count: The number of bytes.
        init(start: Place, count: Int) {
            self.start = start
            end = start + count
            shapes.all.reserveCapacity(16)
            shapes.all.append(Shapes.Shape(name: "", text: .init(start: nil, count: 0), parent: 0, nextSibling: 0))
            at = start + (UnsafeBufferPointer(start: start, count: count).starts(with: JSON.byteOrderMark) ? 3 : 0)
        }
    }
}

extension JSON.Reader {
    /// Reads the whole text: one value, surrounded only by white space (RFC 8259 §2).
    mutating func readText() throws(Failure) -> any Sendable {
        try readValue(depth: 0)
        _ = skipSpace()
        guard at == end else { throw failure("the end of the text") }
        return values.removeLast()
    }

    /// Reads the whole text, which must not be a scalar.
    mutating func readDocument() throws(Failure) -> JSON {
        _ = skipSpace()
        let first = at
        let value = try readText()
        if let document = JSON(value) { return document }
        let scalar = [0x22: "a string", 0x74: "a boolean", 0x66: "a boolean", 0x6E: "null"][first.pointee]
        throw failure("an object or a list at the top level", at: first, found: scalar ?? "a number")
    }

    /// Reads a value and pushes it on the stack (RFC 8259 §3 to §5).
    ///
    /// This is the only function that recurses. It calls others for all work, so that its stack frame is small and 512
    /// of them fit the half megabyte of stack of secondary threads on Apple platforms.
    private mutating func readValue(depth: Int) throws(Failure) {
        let opening = skipSpace()
        guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") else { return try readScalar() }
        try skipOpening(depth: depth)
        let closing = opening + 2  // both brackets stand two before their partners in ASCII
        let first = values.count
        var shape = 0
        while try findValue(orSkip: closing, first: first, shape: &shape) { try readValue(depth: depth + 1) }
        try pushContainer(isObject: opening == UInt8(ascii: "{"), from: first, shape: shape)
    }

    private mutating func readScalar() throws(Failure) {
        switch skipSpace() {
        case UInt8(ascii: "\""): values.append(try readString())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): values.append(try readNumber())
        case UInt8(ascii: "t") where skip("true"): values.append(true)
        case UInt8(ascii: "f") where skip("false"): values.append(false)
        case UInt8(ascii: "n") where skip("null"): values.append(JSON.null)
        default:
            let sign = UnsafeBufferPointer(start: start, count: at - start).last { $0 > 0x20 }
            throw failure(sign == UInt8(ascii: "[") ? "a value or \"]\"" : "a value")
        }
    }

    private mutating func skipOpening(depth: Int) throws(Failure) {
        // RFC 8259 §9: "An implementation may set limits on the maximum depth of nesting."
        guard depth < JSON.maximumDepth else { throw failure("at most \(JSON.maximumDepth) levels of nesting") }
        at += 1
    }

    /// Skips the comma and the name before the next value of a container, or the closing bracket after the last.
    private mutating func findValue(orSkip closing: UInt8, first: Int, shape: inout Int) throws(Failure) -> Bool {
        let sign = skipSpace()
        if sign == closing || values.count > first {
            guard sign == closing || sign == UInt8(ascii: ",") else {
                throw failure("\",\" or \"\(Unicode.Scalar(closing))\"")
            }
            at += 1
        }
        if sign != closing, closing == UInt8(ascii: "}") { shape = try readName(after: shape) }
        return sign != closing
    }

    private mutating func pushContainer(isObject: Bool, from first: Int, shape: Int) throws(Failure) {
        if isObject { try pushMembers(from: first, shape: shape) } else { values.append(values.removeAll(from: first)) }
    }

    /// Returns the error for this position, or for another.
    ///
    /// - Parameters:
    ///   - expected: The syntax that JSON requires there.
    ///   - place: The position, or `nil` for the next byte.
    ///   - found: The text that was found, if it is not the next character or word.
    /// - Returns: The error.
    @inline(never) func failure(_ expected: String, at place: Place? = nil, found: String? = nil) -> Failure {
        let text = UnsafeBufferPointer(start: start, count: end - start)
        return Failure(at: (place ?? at) - start, of: text, expected: expected, found: found)
    }
}
