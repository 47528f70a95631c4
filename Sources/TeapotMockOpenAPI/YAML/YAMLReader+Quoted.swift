import TeapotMockDocuments

extension YAMLReader {
    /// Reads a scalar in single or double quotes (YAML 1.2.2 §7.3.1, §7.3.2).
    mutating func quoted(in parent: Int) throws(ParsingError) -> String {
        let (opening, quote) = (at, bytes[at])
        at += 1
        var (start, text) = (at, [UInt8]())
        while true {
            switch bytes[at] {
            case quote where quote == .quote && bytes[at + 1] == .quote:
                text += bytes[start...at]
                at += 2
                start = at
            case quote:
                at += 1
                if text.isEmpty { return string(start..<at - 1) }
                return String(decoding: text + bytes[start..<at - 1], as: UTF8.self)
            case .backslash where quote == .doubleQuote:
                text += bytes[start..<at]
                if bytes[at + 1] == .newline {
                    at += 1
                    let breaks = try foldBreaks(opening, parent)
                    text += repeatElement(.newline, count: breaks - 1)
                } else {
                    try escape(&text)
                }
                start = at
            case .newline:
                var end = at
                while end > start && bytes[end - 1].isBlank { end -= 1 }
                text += bytes[start..<end]
                appendBreaks(try foldBreaks(opening, parent), to: &text)
                start = at
            case 0:
                let name = quote == .quote ? "'" : "\""
                throw error("expected \(name) at the end of the text but found the end of the document", opening)
            default: at += 1
            }
        }
    }

    /// Moves over line breaks to the text of the next line, and returns their number.
    private mutating func foldBreaks(_ opening: Int, _ parent: Int) throws(ParsingError) -> Int {
        var (breaks, indent) = (0, 0)
        while bytes[at] == .newline {
            at += 1
            lineStart = at
            breaks += 1
            while bytes[at] == .space { at += 1 }
            indent = at - lineStart
            skipBlanks()
        }
        if isMarker(lineStart) { throw error("expected the end of the quoted text but found the document's end") }
        if indent <= parent && bytes[at] != 0 {
            if at > lineStart + indent { throw tabError() }
            let end = "the end of the quoted text of line \(text.position(of: opening).line)"
            throw unexpected("\(end), or an indent of \(parent + 1) or more spaces,")
        }
        return breaks
    }

    /// What stands for a character after a backslash (YAML 1.2.2 §5.7).
    private static let escapes: [UInt8: String] = [
        UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{7}", UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "t"): "\t",
        .tab: "\t", UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{B}", UInt8(ascii: "f"): "\u{C}",
        UInt8(ascii: "r"): "\r", UInt8(ascii: "e"): "\u{1B}", .space: " ", .doubleQuote: "\"",
        UInt8(ascii: "/"): "/", .backslash: "\\", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
        UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
    ]

    /// Reads an escape.
    private mutating func escape(_ text: inout [UInt8]) throws(ParsingError) {
        let start = at
        at += 2
        switch bytes[start + 1] {
        case UInt8(ascii: "x"): try appendScalar(digits: 2, start, &text)
        case UInt8(ascii: "u"): try appendScalar(digits: 4, start, &text)
        case UInt8(ascii: "U"): try appendScalar(digits: 8, start, &text)
        case let byte:
            guard let scalar = Self.escapes[byte] else {
                at = start
                throw unexpected("an escape, such as \\n or \\u00E9 (or \\\\ for a backslash),")
            }
            text += scalar.utf8
        }
    }

    /// Reads the digits of an escape, and of the next one for a pair of surrogates as in JSON.
    private mutating func appendScalar(digits: Int, _ start: Int, _ text: inout [UInt8]) throws(ParsingError) {
        var value = try hex(digits)
        if digits == 4, 0xD800..<0xDC00 ~= value, bytes[at] == .backslash, bytes[at + 1] == UInt8(ascii: "u") {
            at += 2
            let low = try hex(4)
            value = 0xDC00..<0xE000 ~= low ? 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00) : value
        }
        guard let scalar = Unicode.Scalar(value) else {
            throw error("the escape “\(string(start..<at))” isn't a Unicode scalar", start)
        }
        text += UTF8.encode(scalar).map(Array.init) ?? []
    }

    private mutating func hex(_ count: Int) throws(ParsingError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue else {
                throw unexpected("\(count) hexadecimal digits in the escape")
            }
            value = value << 4 | UInt32(digit)
            at += 1
        }
        return value
    }
}
