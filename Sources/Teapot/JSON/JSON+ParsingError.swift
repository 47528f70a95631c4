extension JSON {
    /// Where a text stops being JSON, and why.
    public struct ParsingError: Error, Equatable, Sendable, CustomStringConvertible {
        /// The line, counted from 1; a line ends with a line feed, a carriage return, or the two together.
        public let line: Int
        /// The column in that line, counted from 1 in Unicode scalars; a byte order mark is not counted.
        public let column: Int
        /// How many bytes of the text come before this place.
        public let byteOffset: Int
        /// What JSON asks for at this place, such as `"," or "}"`.
        public let expected: String
        /// What stands there instead, such as `"x"` or `the end of the text`.
        public let found: String

        /// A sentence such as `line 3, column 14: expected "," or "}" but found "x"`.
        public var description: String { "line \(line), column \(column): expected \(expected) but found \(found)" }
    }
}

extension JSON.ParsingError: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension JSON.ParsingError {
    /// Describes a place in a text.
    ///
    /// - Parameters:
    ///   - place: Where the error is; `text`'s end for what is missing there.
    ///   - text: All the bytes, without a byte order mark.
    ///   - skipped: How many bytes of byte order mark came before.
    ///   - expected: What JSON asks for there.
    ///   - found: What stands there, when that is not to be taken from the text.
    init(at place: Int, of text: UnsafeBufferPointer<UInt8>, skipped: Int, expected: String, found: String?) {
        var line = 1
        var column = 1
        for index in 0..<place {
            switch text[index] {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                let isFirstOfTwo = text[index] == UInt8(ascii: "\r") && index + 1 < text.count && text[index + 1] == 10
                line += isFirstOfTwo ? 0 : 1
                column = 1
            case 0x80...0xBF: break  // goes on with the scalar before it
            default: column += 1
            }
        }
        self.line = line
        self.column = column
        byteOffset = place + skipped
        self.expected = expected
        self.found = found ?? Self.name(of: text[place...])
    }

    /// What a reader of the message sees at the head of these bytes: a word, a sign, or the name of what can't be shown.
    private static func name(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard let first = bytes.first else { return "the end of the text" }
        let word = bytes.prefix { byte in
            Unicode.Scalar(byte).isASCII && Character(Unicode.Scalar(byte)).isLetter || (48...57).contains(byte)
        }
        if !word.isEmpty {
            return "\"\(String(decoding: word.prefix(20), as: UTF8.self))\(word.count > 20 ? "…" : "")\""
        }
        var head = bytes.prefix(4).makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&head) else {
            return "the byte \(hexadecimal(first, "0x", 2))"
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark:
            return hexadecimal(scalar.value, "U+", 4)
        default: return scalar == "\"" ? #""\"""# : "\"\(scalar)\""
        }
    }

    /// A number in hexadecimal with a prefix and leading zeros.
    private static func hexadecimal(_ number: some BinaryInteger, _ prefix: String, _ width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return prefix + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
