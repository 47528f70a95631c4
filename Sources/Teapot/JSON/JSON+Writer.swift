extension JSON {
    /// Writes one value.
    struct Writer {
        typealias Failure = Refusal

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
}

extension JSON.Writer {
    /// Writes a list.
    mutating func write(_ elements: [Any]) throws(Failure) {
        try write("[", elements.enumerated(), "]") { (writer, element) throws(Failure) in
            do throws(Failure) { try writer.write(element.element) } catch { throw error.below("[\(element.offset)]") }
        }
    }

    /// Writes an object.
    mutating func write(_ members: [String: Any]) throws(Failure) {
        let colon: StaticString = options.contains(.prettyPrinted) ? ": " : ":"
        let write: Body<(key: String, value: Any)> = { (writer, member) throws(Failure) in
            writer.write(member.key)
            writer.append(colon)
            do throws(Failure) { try writer.write(member.value) } catch { throw error.below(name: member.key) }
        }
        if options.contains(.sortedKeys) {
            try self.write("{", members.sorted { $0.key < $1.key }, "}", write)
        } else {
            try self.write("{", members, "}", write)
        }
    }

    private typealias Body<Item> = (_ writer: inout Self, _ item: Item) throws(Failure) -> Void

    private mutating func write<Item>(
        _ opening: StaticString,
        _ items: some Sequence<Item>,
        _ closing: StaticString,
        _ body: Body<Item>
    ) throws(Failure) {
        guard depth < JSON.maximumDepth else {
            throw Failure(reason: "more than \(JSON.maximumDepth) levels of nesting can't be written as JSON")
        }
        depth += 1
        append(opening)
        var isFirst = true
        for item in items {
            if !isFirst { append(",") }
            isFirst = false
            breakLine()
            try body(&self, item)
        }
        depth -= 1
        if !isFirst { breakLine() }
        append(closing)
    }

    private mutating func breakLine() {
        guard options.contains(.prettyPrinted) else { return }
        append("\n")
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
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
    /// - Throws: ``JSON/Refusal`` for a number that is not finite.
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
