extension JSON {
    /// Writes one value.
    struct Writer {
        typealias Failure = WritingError

        /// What is written so far.
        private(set) var bytes: [UInt8] = []
        private let options: WritingOptions
        private let isForComparison: Bool
        private var depth = 0
        /// Foundation's booleans, which are single objects on every platform.
        static let booleans = (true: NSNumber(value: true), false: NSNumber(value: false))

        /// Creates a writer that has written nothing.
        ///
        /// - Parameters:
        ///   - options: How the text is laid out.
        ///   - isForComparison: Whether -0 is written as 0, which it equals.
        init(_ options: WritingOptions, isForComparison: Bool = false) {
            self.options = options
            self.isForComparison = isForComparison
            bytes.reserveCapacity(512)
        }
    }

    /// A list, or the members of an object in the order to write them.
    struct Container {
        /// The members' names; `nil` for a list.
        let names: [String]?
        /// The values, in the names' order.
        let values: [Any]
    }
}

extension JSON.Writer {
    /// Writes a value.
    ///
    /// This alone recurses. It leaves all work to others, so that its frame is small and 512 of them fit the half
    /// megabyte of stack that Apple's second threads have.
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

    /// Writes what stands before a container's next value, a comma and a name, or the bracket if there is no other.
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

    /// An object's members, in the order to write them.
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

    /// Writes a number's digits.
    mutating func append(digits: String) { bytes.append(contentsOf: digits.utf8) }

    /// Writes a number with the fewest digits that read back as the same.
    ///
    /// - Parameters:
    ///   - real: The number.
    ///   - shortest: Those digits, for a number that has fewer as a type of less precision.
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

    /// Writes a string in quotes, with the escapes RFC 8259 §7 asks for and no others.
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
