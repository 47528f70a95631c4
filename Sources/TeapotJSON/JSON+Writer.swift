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

        /// Creates a writer that hasn't written anything.
        ///
        /// - Parameters:
        ///   - options: The layout of the text.
        ///   - isForComparison: Whether to write -0 as 0, which it equals.
        init(_ options: WritingOptions, isForComparison: Bool = false) {
            self.options = options
            self.isForComparison = isForComparison
        }
    }

    /// A buffer of bytes that becomes data without a copy.
    ///
    /// With an array instead, writing takes 50% longer.
    struct Output: ~Copyable {
        private var count = 0
        private var memory = UnsafeMutableRawBufferPointer(start: malloc(512), count: 512)

        deinit { free(memory.baseAddress) }

        /// The bytes so far, which are valid until the next change.
        var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

        /// Appends a byte.
        @inline(__always) mutating func append(_ byte: UInt8) {
            reserve(1)
            memory[count] = byte
            count += 1
        }

        /// Appends bytes.
        @inline(__always) mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
            reserve(bytes.count)
            guard let first = bytes.baseAddress, let start = memory.baseAddress else { return }
            memcpy(start + count, first, bytes.count)
            count += bytes.count
        }

        /// Appends characters of a string from an index, up to the first one that must be escaped.
        ///
        /// - Returns: The index of that character, or the end.
        @inline(__always) mutating func append(plainIn text: UnsafeBufferPointer<UInt8>, from first: Int) -> Int {
            reserve(text.count - first)
            var at = first
            while at < text.count, JSON.isPlain(text[at]) {
                memory[count + at - first] = text[at]
                at += 1
            }
            count += at - first
            return at
        }

        /// Appends the digits of a whole number.
        mutating func append(digitsOf number: UInt64) {
            if number > 9 { append(digitsOf: number / 10) }
            append(UInt8(ascii: "0") + UInt8(number % 10))
        }

        /// Returns the bytes as data.
        consuming func data() -> Data {
            // Shrinking the first block would take longer than a copy.
            guard memory.count > 512, let start = realloc(memory.baseAddress, count) else {
                let data = Data(bytes)
                _ = consume self
                return data
            }
            let data = Data(bytesNoCopy: start, count: count, deallocator: .free)
            discard self
            return data
        }

        @inline(__always) private mutating func reserve(_ additional: Int) {
            if memory.count - count < additional { grow(by: additional) }
        }

        @inline(never) private mutating func grow(by additional: Int) {
            let size = max(2 * memory.count, count + additional)
            memory = UnsafeMutableRawBufferPointer(start: realloc(memory.baseAddress, size), count: size)
        }
    }
}

extension JSON.Writer {
    /// Writes a container.
    ///
    /// This is the only function that recurses. It leaves all work to other functions, so its stack frame is small, and
    /// 512 of them fit on a secondary thread's stack on Apple platforms: half a megabyte.
    private mutating func write(_ container: JSON.Container) throws(Failure) {
        guard depth < JSON.maximumDepth else { throw .tooDeep }
        depth += 1
        if case .elements = container { output.append(UInt8(ascii: "[")) } else { output.append(UInt8(ascii: "{")) }
        var cursor = JSON.Container.Cursor()
        while let inner = try writeScalars(of: container, from: &cursor) {
            do { try write(inner) } catch { throw error.below(cursor) }
        }
    }

    /// Writes a value.
    mutating func write(_ value: Any) throws(Failure) {
        if let container = try writeScalar(value) { try write(container) }
    }

    /// Writes the values of a container from a cursor, up to the first that is a container itself.
    ///
    /// - Returns: The inner container, or `nil` if all values have been written.
    private mutating func writeScalars(
        of container: JSON.Container, from cursor: inout JSON.Container.Cursor
    ) throws(Failure) -> JSON.Container? {
        while let value = container.next(&cursor) {
            begin(cursor)
            do { if let inner = try writeScalar(value) { return inner } } catch { throw error.below(cursor) }
        }
        depth -= 1
        if cursor.position > 0 { breakLine() }
        if case .elements = container { output.append(UInt8(ascii: "]")) } else { output.append(UInt8(ascii: "}")) }
        return nil
    }

    /// Writes the comma and the name before a value of a container.
    @inline(__always) private mutating func begin(_ cursor: JSON.Container.Cursor) {
        if cursor.position > 0 { output.append(UInt8(ascii: ",")) }
        breakLine()
        if let name = cursor.name {
            write(name)
            output.append(UInt8(ascii: ":"))
            if options.contains(.prettyPrinted) { append(" ") }
        }
    }

    @inline(__always) private mutating func breakLine() {
        guard options.contains(.prettyPrinted) else { return }
        append("\n")
        for _ in 0..<min(depth, 32) { append("  ") }
    }

    /// Returns the members of an object in the order that they're written.
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

    /// Writes a whole number.
    mutating func write(_ whole: some FixedWidthInteger) {
        if whole < 0 { output.append(UInt8(ascii: "-")) }
        output.append(digitsOf: UInt64(whole.magnitude))
    }

    /// Writes a number with the fewest digits that read back as the same number.
    ///
    /// - Parameters:
    ///   - real: The number.
    ///   - shortest: The digits to write instead, if a type of lower precision needs fewer.
    /// - Throws: ``JSON/WritingError`` for a number that isn't finite.
    mutating func write(_ real: Double, shortest: String? = nil) throws(Failure) {
        // RFC 8259 §6: "Numeric values that cannot be represented in the grammar below (such as Infinity and NaN) are
        // not permitted."
        guard real.isFinite else {
            let name = real.isNaN ? "NaN" : real < 0 ? "-infinity" : "infinity"
            throw Failure(reason: "\(name) can't be written as JSON; a number must be finite")
        }
        if real == 0, real.sign == .minus, !isForComparison { return append("-0") }
        if real == real.rounded(), -0x1p63..<0x1p64 ~= real {
            if real < 0 { output.append(UInt8(ascii: "-")) }
            output.append(digitsOf: UInt64(real.magnitude))
        } else if shortest != nil || !writePrice(real) {
            append(digits: shortest ?? real.description)
        }
    }

    /// Writes a number that isn't whole if it has at most two decimal places and 13 digits.
    ///
    /// The quotient of two exact doubles is the double nearest to it. No other decimal of at most 15 digits has the
    /// same nearest double, so these digits are the fewest.
    private mutating func writePrice(_ real: Double) -> Bool {
        guard real.magnitude < 1e11, case let digits = Int(real.magnitude * 100 + 0.5),
            Double(digits) / 100 == real.magnitude
        else { return false }
        if real < 0 { output.append(UInt8(ascii: "-")) }
        write(digits / 100)
        output.append(UInt8(ascii: "."))
        output.append(UInt8(ascii: "0") + UInt8(digits / 10 % 10))
        if digits % 10 > 0 { output.append(UInt8(ascii: "0") + UInt8(digits % 10)) }
        return true
    }

    /// Writes a string in quotes, with only the escapes that RFC 8259 §7 requires.
    mutating func write(_ string: String) {
        output.append(UInt8(ascii: "\""))
        let isWritten: Void? = string.utf8.withContiguousStorageIfAvailable { writeCharacters($0) }
        // A bridged string has no storage in UTF-8.
        if isWritten == nil { Array(string.utf8).withUnsafeBufferPointer { writeCharacters($0) } }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func writeCharacters(_ text: UnsafeBufferPointer<UInt8>) {
        var at = 0
        while true {
            at = output.append(plainIn: text, from: at)
            guard at < text.count else { return }
            escape(text[at])
            at += 1
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
