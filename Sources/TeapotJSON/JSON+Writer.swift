import Foundation

extension JSON {
    /// A writer of one value.
    struct Writer {
        typealias Failure = WritingError

        /// The bytes written so far.
        private(set) var bytes: [UInt8] = []
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
            bytes.reserveCapacity(512)
        }
    }

    /// A list, or the members of an object in the order in which they are written.
    struct Container {
        /// The names of the members, or `nil` for a list.
        let names: [String]?
        /// The values, in the order of the names.
        let values: [Any]
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
        var index = 0
        while begin(index, of: container) {
            do { try write(container.values[index]) } catch { throw error.below(index, of: container) }
            index += 1
        }
    }

    private mutating func open(_ container: JSON.Container) throws(Failure) {
        guard depth < JSON.maximumDepth else { throw .tooDeep }
        depth += 1
        append(container.names == nil ? "[" : "{")
    }

    /// Writes the comma and the name before the next value of a container, or the closing bracket after the last.
    private mutating func begin(_ index: Int, of container: JSON.Container) -> Bool {
        guard index < container.values.count else {
            depth -= 1
            if index > 0 { breakLine() }
            append(container.names == nil ? "]" : "}")
            return false
        }
        if index > 0 { append(",") }
        breakLine()
        if let name = container.names?[index] {
            write(name)
            append(options.contains(.prettyPrinted) ? ": " : ":")
        }
        return true
    }

    private mutating func breakLine() {
        guard options.contains(.prettyPrinted) else { return }
        append("\n")
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: min(depth, 32) * 2))
    }

    /// Returns the members of an object, in the order in which they are written.
    func container(of members: [String: Any]) -> JSON.Container {
        let isSorted = options.contains(.sortedKeys)
        guard isSorted else { return JSON.Container(names: Array(members.keys), values: Array(members.values)) }
        let members = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return JSON.Container(names: members.map(\.key), values: members.map(\.value))
    }

    /// Writes text that needs no escapes.
    mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes the digits of a number.
    mutating func append(digits: String) { bytes.append(contentsOf: digits.utf8) }

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
        let whole = Int64(exactly: real)?.description ?? UInt64(exactly: real)?.description
        append(digits: whole ?? shortest ?? real.description)
    }

    /// Writes a string in quotes, with only the escapes that RFC 8259 §7 requires.
    mutating func write(_ string: String) {
        var string = string
        append("\"")
        string.withUTF8 { text in
            guard var at = text.baseAddress else { return }
            let end = at + text.count
            while true {
                let (stop, _) = JSON.skipPlainCharacters(from: at, to: end)
                bytes.append(contentsOf: UnsafeBufferPointer(start: at, count: stop - at))
                guard stop < end else { return }
                escape(stop.pointee)
                at = stop + 1
            }
        }
        append("\"")
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case 0x0A: append(#"\n"#)
        case 0x0D: append(#"\r"#)
        case 0x09: append(#"\t"#)
        default: bytes.append(contentsOf: String(format: "\\u%04x", byte).utf8)
        }
    }
}
