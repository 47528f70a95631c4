import Foundation

extension JSON {
    /// A writer of one value.
    struct Writer: ~Copyable {
        typealias Failure = WritingError

        /// The bytes written so far.
        var output = Output()
        private let options: WritingOptions
        private let isForComparison: Bool
        private var depth = 0
        /// Foundation's Booleans, which are single objects on every platform.
        static let booleans = (true: NSNumber(value: true), false: NSNumber(value: false))

        /// Creates a writer that has not written anything.
        ///
        /// - Parameters:
        ///   - options: The layout of the text.
        ///   - isForComparison: A Boolean value that indicates whether -0 is written as 0, which it equals.
        init(_ options: WritingOptions, isForComparison: Bool = false) {
            self.options = options
            self.isForComparison = isForComparison
        }
    }
}

extension JSON.Writer {
    /// Writes a value.
    ///
    /// This is the only function that recurses. It calls others for all work, so that its stack frame is small and 512
    /// of them fit the half megabyte of stack of secondary threads on Apple platforms.
    mutating func write(_ value: Any) throws(Failure) {
        guard let container = try writeScalar(value) else { return }
        try open(container)
        var cursor = container.start
        while begin(cursor, of: container) {
            do { try write(container[cursor]) } catch { throw error.below(cursor, of: container) }
            container.advance(&cursor)
        }
    }

    private mutating func open(_ container: JSON.Container) throws(Failure) {
        guard depth < JSON.maximumDepth else { throw .tooDeep }
        depth += 1
        if case .elements = container { append("[") } else { append("{") }
    }

    /// Writes the comma and the name before the next value of a container, or the closing bracket after the last.
    private mutating func begin(_ cursor: JSON.Container.Cursor, of container: JSON.Container) -> Bool {
        guard cursor.position < container.count else {
            depth -= 1
            if cursor.position > 0 { breakLine() }
            if case .elements = container { append("]") } else { append("}") }
            return false
        }
        if cursor.position > 0 { append(",") }
        breakLine()
        if let name = container.name(at: cursor) {
            write(name)
            append(options.contains(.prettyPrinted) ? ": " : ":")
        }
        return true
    }

    @inline(__always) private mutating func breakLine() {
        guard options.contains(.prettyPrinted) else { return }
        append("\n")
        for _ in 0..<min(depth, 32) { append("  ") }
    }

    /// Returns the members of an object, in the order in which they are written.
    func container(of members: [String: Any]) -> JSON.Container {
        guard options.contains(.sortedKeys) else { return .members(members) }
        return .sortedMembers(members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
    }

    /// Returns the bytes as data.
    consuming func data() -> Data { output.data() }

    /// Writes text that needs no escapes.
    @inline(__always) mutating func append(_ text: StaticString) {
        output.append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes the digits of a number.
    mutating func append(digits: String) {
        var digits = digits
        digits.withUTF8 { output.append($0) }
    }

    /// Writes a number with the fewest digits that read back as the same number.
    ///
    /// - Parameters:
    ///   - real: The number.
    ///   - shortest: The digits of a number that needs fewer as a type of lower precision.
    /// - Throws: ``JSON/WritingError`` for a number that is not finite.
    mutating func write(_ real: Double, shortest: String? = nil) throws(Failure) {
        // RFC 8259 §6: "Numeric values that cannot be represented in the grammar below (such as Infinity and NaN) are
        // not permitted."
        guard real.isFinite else {
            let name = real.isNaN ? "NaN" : real < 0 ? "-infinity" : "infinity"
            throw Failure(reason: "\(name) can't be written as JSON; a number must be finite")
        }
        if real == 0, real.sign == .minus, !isForComparison { return append("-0") }
        if let whole = Int64(exactly: real) {
            output.append(digitsOf: whole)
        } else if let whole = UInt64(exactly: real) {
            output.append(digitsOf: whole)
        } else {
            append(digits: shortest ?? real.description)
        }
    }

    /// Writes a string in quotes, with only the escapes that RFC 8259 §7 requires.
    mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { text in
            output.append(UInt8(ascii: "\""))
            guard var at = text.baseAddress else { return output.append(UInt8(ascii: "\"")) }
            let end = at + text.count
            while true {
                let (stop, _) = JSON.skipPlainCharacters(from: at, to: end)
                output.append(UnsafeBufferPointer(start: at, count: stop - at))
                guard stop < end else { return output.append(UInt8(ascii: "\"")) }
                escape(stop.pointee)
                at = stop + 1
            }
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case 0x0A: append(#"\n"#)
        case 0x0D: append(#"\r"#)
        case 0x09: append(#"\t"#)
        default: append(digits: String(format: "\\u%04x", byte))
        }
    }
}
