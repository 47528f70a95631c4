extension JSON {
    /// Writes one value.
    struct Writer {
        /// What is written so far.
        private(set) var bytes: [UInt8] = []
        private let isSorted: Bool
        private let isPretty: Bool
        /// How many containers are open.
        private var depth = 0

        /// Creates a writer that has written nothing.
        init(options: WritingOptions) {
            isSorted = options.contains(.sortedKeys)
            isPretty = options.contains(.prettyPrinted)
            bytes.reserveCapacity(512)
        }
    }
}

extension JSON.Writer {
    /// Writes a value.
    mutating func write(_ value: Any) throws(JSON.Refusal) {
        switch JSON.Node(value) {
        case .string(let string): write(string)
        case .integer(let integer): bytes.append(contentsOf: integer.description.utf8)
        case .real(let real): try write(real)
        case .bool(let bool): append(bool ? "true" : "false")
        case .null: append("null")
        case .object(let members): try write(members)
        case .array(let elements): try write(elements)
        case .digits(let digits): bytes.append(contentsOf: digits.utf8)
        case nil: throw JSON.Refusal(type: value)
        }
    }

    private mutating func write(_ elements: [Any]) throws(JSON.Refusal) {
        try open("[")
        for index in elements.indices {
            separate(isFirst: index == 0)
            do {
                try write(elements[index])
            } catch {
                throw error.inside(.index(index))
            }
        }
        close("]", isEmpty: elements.isEmpty)
    }

    private mutating func write(_ members: [String: Any]) throws(JSON.Refusal) {
        try open("{")
        if isSorted {
            var isFirst = true
            for (name, value) in members.sorted(by: { $0.key < $1.key }) {
                try write(value, named: name, isFirst: isFirst)
                isFirst = false
            }
        } else {
            var isFirst = true
            for (name, value) in members {
                try write(value, named: name, isFirst: isFirst)
                isFirst = false
            }
        }
        close("}", isEmpty: members.isEmpty)
    }

    private mutating func write(_ value: Any, named name: String, isFirst: Bool) throws(JSON.Refusal) {
        separate(isFirst: isFirst)
        write(name)
        append(isPretty ? ": " : ":")
        do {
            try write(value)
        } catch {
            throw error.inside(.name(name))
        }
    }

    private mutating func open(_ bracket: StaticString) throws(JSON.Refusal) {
        guard depth < JSON.maximumDepth else { throw .tooDeep }
        depth += 1
        append(bracket)
    }

    private mutating func close(_ bracket: StaticString, isEmpty: Bool) {
        depth -= 1
        if isPretty, !isEmpty { breakLine() }
        append(bracket)
    }

    private mutating func separate(isFirst: Bool) {
        if !isFirst { append(",") }
        if isPretty { breakLine() }
    }

    private mutating func breakLine() {
        append("\n")
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
    }

    private mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Writes a number with the fewest digits that read back as the same.
    private mutating func write(_ real: Double) throws(JSON.Refusal) {
        // RFC 8259 §6: "Numeric values that cannot be represented in the grammar below (such as Infinity and NaN) are
        // not permitted."
        guard real.isFinite else { throw JSON.Refusal(notFinite: real) }
        let text = real.description
        bytes.append(contentsOf: text.utf8)
        if text.hasSuffix(".0") { bytes.removeLast(2) }
    }

    /// Writes a string in quotes, with the escapes RFC 8259 §7 asks for and no others.
    private mutating func write(_ string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { text in
            var start = 0
            while start < text.count {
                let stop = Self.firstToEscape(in: text, from: start)
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<stop]))
                if stop < text.count { escape(text[stop]) }
                start = stop + 1
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Where the first byte stands that must be escaped, or the end.
    private static func firstToEscape(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        while index + 8 <= text.count {
            let word = UnsafeRawBufferPointer(text).loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let stops = JSON.specialBytes(in: word, orNotASCII: false)
            guard stops == 0 else { return index + stops.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < text.count {
            let byte = text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index += 1
        }
        return index
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case 0x08: append(#"\b"#)
        case 0x0C: append(#"\f"#)
        case 0x0A: append(#"\n"#)
        case 0x0D: append(#"\r"#)
        case 0x09: append(#"\t"#)
        default:
            append(byte < 0x10 ? #"\u000"# : #"\u00"#)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        }
    }
}
