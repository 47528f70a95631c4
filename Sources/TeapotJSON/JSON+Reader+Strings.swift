extension JSON.Reader {
    /// Reads a string from its opening to its closing quote (RFC 8259 §7).
    mutating func readString() throws(Failure) -> String {
        at += 1
        // The string is appended to in place. Creating a new string for each piece would cost the length so far.
        var string = try readPlainCharacters()
        while at < end {
            guard at.pointee >= 0x20 else { throw failure("no bare control character in a string") }
            if at.pointee == UInt8(ascii: "\"") {
                at += 1
                return string
            }
            string += String(try readEscape())
            string += try readPlainCharacters()
        }
        throw failure("a closing quote")
    }

    /// Reads characters up to a quote, a backslash, a control character or the end.
    private mutating func readPlainCharacters() throws(Failure) -> String {
        let first = at
        let isASCII: Bool
        (at, isASCII) = JSON.skipPlainCharacters(from: at, to: end)
        let bytes = UnsafeBufferPointer(start: first, count: at - first)
        var string = String(decoding: bytes, as: UTF8.self)
        // RFC 8259 §8.1: text is UTF-8. If it is not, the decoded string differs from the bytes.
        if !isASCII, !string.withUTF8({ $0.elementsEqual(bytes) }) {
            var decoder = UTF8()
            var rest = bytes.makeIterator()
            at = first
            while case .scalarValue(let scalar) = decoder.decode(&rest) { at += UTF8.width(scalar) }
            throw failure("UTF-8")
        }
        return string
    }

    /// Reads an escape, or two escapes that are a surrogate pair.
    private mutating func readEscape() throws(Failure) -> Unicode.Scalar {
        let escape = at
        at += 2
        switch at <= end ? escape[1] : 0 {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(escape[1])
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw failure(#"one of " \ / b f n r t u after "\""#, at: escape + 1)
        }
        // In RFC 8259 §7, a character beyond the basic plane is written as a surrogate pair. A single surrogate (§8.2)
        // is not a character and can't be encoded in UTF-8, so it is an error unless only the grammar counts.
        let code = try readFourDigits()
        if let scalar = Unicode.Scalar(code) { return scalar }
        let name = "\\u" + String(code, radix: 16, uppercase: true)
        guard code < 0xDC00 || isLenient else {
            throw failure("a high surrogate before this low one", at: escape, found: name)
        }
        let second = at
        guard code < 0xDC00, end - at >= 2, at[0] == UInt8(ascii: "\\"), at[1] == UInt8(ascii: "u") else {
            if isLenient { return "\u{FFFD}" }
            throw failure("a low surrogate after \(name)")
        }
        at += 2
        let low = try readFourDigits()
        if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)) {
            return scalar
        }
        if isLenient {
            at = second
            return "\u{FFFD}"
        }
        throw failure("a low surrogate after \(name)", at: second, found: "another escape")
    }

    private mutating func readFourDigits() throws(Failure) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard at < end, let digit = Character(Unicode.Scalar(at.pointee)).hexDigitValue else {
                throw failure("four hexadecimal digits after \"\\u\"")
            }
            code = code << 4 + UInt32(digit)
            at += 1
        }
        return code
    }
}

extension JSON {
    /// Returns whether a byte stands for itself in a string: whether it is no quote, backslash or control character.
    @inline(__always) static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x22 && byte != 0x5C }

    /// Returns how many of eight bytes, the first of which is the lowest, come before the first that must be escaped.
    @inline(__always) static func plainCharacters(in word: UInt64) -> Int {
        let each: UInt64 = 0x0101_0101_0101_0101
        // Subtracting borrows into the highest bit of a byte if the byte was smaller and did not have that bit set. The
        // lowest such bit is correct; higher ones may be false positives.
        let isControl = word &- (each &* 0x20)
        let isQuote = (word ^ (each &* 0x22)) &- each
        let isBackslash = (word ^ (each &* 0x5C)) &- each
        let marks = (isControl | isQuote | isBackslash) & ~word & (each &* 0x80)
        return marks == 0 ? 8 : marks.trailingZeroBitCount / 8
    }

    /// Returns the position of the first byte that must be escaped in a string.
    ///
    /// - Parameters:
    ///   - start: The position to begin at.
    ///   - end: The position to end at.
    /// - Returns: The position of that byte or the end, and whether all bytes before it are known to be ASCII.
    @inline(__always) static func skipPlainCharacters(from start: Reader.Place, to end: Reader.Place) -> (
        Reader.Place, isASCII: Bool
    ) {
        var (place, seen) = (start, 0 as UInt64)
        while end - place >= 8 {
            let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
            seen |= word
            let length = plainCharacters(in: word)
            place += length
            guard length == 8 else { return (place, seen & 0x8080_8080_8080_8080 == 0) }
        }
        while place < end, isPlain(place.pointee) {
            seen |= UInt64(place.pointee)
            place += 1
        }
        return (place, seen & 0x8080_8080_8080_8080 == 0)
    }
}
