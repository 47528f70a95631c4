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
    /// Writes a container.
    ///
    /// This is the only function that recurses. It calls others for all work, so that its stack frame is small and 512
    /// of them fit the half megabyte of stack of secondary threads on Apple platforms.
    private mutating func write(_ container: JSON.Container) throws(Failure) {
        try open(container)
        var cursor = JSON.Container.Cursor()
        while let inner = try writeScalars(of: container, from: &cursor) {
            do { try write(inner) } catch { throw error.below(cursor) }
        }
    }

    /// Writes a value.
    mutating func write(_ value: Any) throws(Failure) {
        if let container = try writeScalar(value) { try write(container) }
    }

    /// Writes the values of a container from a place on, up to the first that is a container itself.
    ///
    /// - Returns: That container, or `nil` if it has been written to its end.
    private mutating func writeScalars(
        of container: JSON.Container, from cursor: inout JSON.Container.Cursor
    ) throws(Failure) -> JSON.Container? {
        while let value = container.next(&cursor) {
            begin(cursor)
            do { if let inner = try writeScalar(value) { return inner } } catch { throw error.below(cursor) }
        }
        depth -= 1
        if cursor.position > 0 { breakLine() }
        if case .elements = container { append("]") } else { append("}") }
        return nil
    }

    private mutating func open(_ container: JSON.Container) throws(Failure) {
        guard depth < JSON.maximumDepth else { throw .tooDeep }
        depth += 1
        if case .elements = container { append("[") } else { append("{") }
    }

    /// Writes the comma and the name before a value of a container.
    @inline(__always) private mutating func begin(_ cursor: JSON.Container.Cursor) {
        if cursor.position > 0 { append(",") }
        breakLine()
        if let name = cursor.name {
            write(name)
            append(":")
            if options.contains(.prettyPrinted) { append(" ") }
        }
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
            output.append(digitsOf: whole.magnitude, isNegative: whole < 0)
        } else if let whole = UInt64(exactly: real) {
            output.append(digitsOf: whole)
        } else if let shortest {
            append(digits: shortest)
        } else if !writePrice(real) {
            append(digits: real.description)
        }
    }

    /// Writes a number that is not whole if it has at most four decimals and 15 digits.
    ///
    /// The quotient of two exact doubles is the double nearest to it. No other decimal of at most 15 digits has the
    /// same nearest double, so these are the fewest digits.
    private mutating func writePrice(_ real: Double) -> Bool {
        guard real.magnitude < 1e11, case var digits = UInt64(real.magnitude * 10_000 + 0.5),
            Double(digits) / 10_000 == real.magnitude
        else { return false }
        var (decimals, unit) = (4, 10_000 as UInt64)
        while digits % 10 == 0 { (digits, decimals, unit) = (digits / 10, decimals - 1, unit / 10) }
        output.append(digitsOf: digits / unit, isNegative: real < 0)
        append(".")
        output.append(digitsOf: digits % unit, atLeast: decimals)
        return true
    }

    /// Writes a string in quotes, with only the escapes that RFC 8259 §7 requires.
    mutating func write(_ string: String) {
        output.append(UInt8(ascii: "\""))
        let isWritten: Void? = string.utf8.withContiguousStorageIfAvailable { writeCharacters($0) }
        // A string of another runtime has no storage in UTF-8.
        if isWritten == nil {
            var copy = string
            copy.withUTF8 { writeCharacters($0) }
        }
        output.append(UInt8(ascii: "\""))
    }

    @inline(__always) private mutating func writeCharacters(_ text: UnsafeBufferPointer<UInt8>) {
        guard var at = text.baseAddress else { return }
        let end = at + text.count
        while case let stop = output.append(plainFrom: at, to: end), stop < end {
            escape(stop.pointee)
            at = stop + 1
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
