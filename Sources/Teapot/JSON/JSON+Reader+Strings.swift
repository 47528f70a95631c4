extension JSON.Reader {
    /// Reads a string from its opening quote to its closing one (RFC 8259 §7).
    mutating func readString() throws(JSON.ParsingError) -> String {
        at += 1
        var run = at
        var hasEscapes = false
        while true {
            switch skipPlainCharacters() {
            case UInt8(ascii: "\""):
                defer { at += 1 }
                let rest = UnsafeBufferPointer(start: run, count: at - run)
                guard hasEscapes else { return String(decoding: rest, as: UTF8.self) }
                unescaped.append(contentsOf: rest)
                return String(decoding: unescaped, as: UTF8.self)
            case UInt8(ascii: "\\"):
                if !hasEscapes { unescaped.removeAll(keepingCapacity: true) }
                hasEscapes = true
                unescaped.append(contentsOf: UnsafeBufferPointer(start: run, count: at - run))
                try readEscape()
                run = at
            case 0x80...:
                // RFC 8259 §8.1: text exchanged between systems is UTF-8.
                let length = JSON.lengthOfScalar(at: at, end: end)
                guard length > 0 else {
                    throw failure("UTF-8")
                }
                at += length
            case _ where at == end: throw failure("a closing quote")
            default: throw failure("no bare control character in a string")
            }
        }
    }

    /// Skips ASCII that stands for itself in a string.
    ///
    /// - Returns: The byte it stopped at; 0 at the end.
    @inline(__always)
    private mutating func skipPlainCharacters() -> UInt8 {
        while end - at >= 8 {
            let stops = JSON.specialBytes(in: UnsafeRawPointer(at).loadUnaligned(as: UInt64.self), orNotASCII: true)
            guard stops == 0 else {
                at += stops.trailingZeroBitCount / 8
                return at.pointee
            }
            at += 8
        }
        while at < end {
            let byte = at.pointee
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte >= 0x80 { return byte }
            at += 1
        }
        return 0
    }

    /// Reads one escape, or the two that make a surrogate pair, into `unescaped`.
    private mutating func readEscape() throws(JSON.ParsingError) {
        let escape = at
        at += 1
        let letter = at < end ? at.pointee : 0
        guard letter != UInt8(ascii: "u") else { return try readUnicodeEscape(from: escape) }
        let byte: UInt8
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = letter
        case UInt8(ascii: "b"): byte = 0x08
        case UInt8(ascii: "f"): byte = 0x0C
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "t"): byte = 0x09
        default: throw failure(#"one of " \ / b f n r t u after "\""#)
        }
        unescaped.append(byte)
        at += 1
    }

    /// Reads the rest of an escape from its `u` on.
    ///
    /// RFC 8259 §7 has a character beyond the basic plane written as a surrogate pair. Half a pair (§8.2) is no
    /// character and has no UTF-8, so it is an error here.
    private mutating func readUnicodeEscape(from escape: UnsafePointer<UInt8>) throws(JSON.ParsingError) {
        var code = try readFourDigits()
        if (0xDC00...0xDFFF).contains(code) {
            throw failure("a high surrogate before this low one", at: escape, found: Self.escape(code))
        }
        if (0xD800...0xDBFF).contains(code) {
            let second = at
            let expected = "a low surrogate after \(Self.escape(code))"
            guard end - at >= 2, at[0] == UInt8(ascii: "\\"), at[1] == UInt8(ascii: "u") else {
                throw failure(expected)
            }
            at += 1
            let low = try readFourDigits()
            guard (0xDC00...0xDFFF).contains(low) else { throw failure(expected, at: second, found: Self.escape(low)) }
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        }
        if let scalar = Unicode.Scalar(code) { unescaped.append(contentsOf: UTF8.encode(scalar) ?? .init()) }
    }

    /// Reads the `u` at hand and four hexadecimal digits.
    private mutating func readFourDigits() throws(JSON.ParsingError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            at += 1
            guard at < end, let digit = Character(Unicode.Scalar(at.pointee)).hexDigitValue else {
                throw failure("four hexadecimal digits after \"\\u\"")
            }
            code = code << 4 + UInt32(digit)
        }
        at += 1
        return code
    }

    /// An escape as it stands in a message.
    private static func escape(_ code: UInt32) -> String { "\\u\(String(code, radix: 16, uppercase: true))" }
}

extension JSON {
    /// Marks the first of eight bytes that can't stand for itself in a string: a quote, a backslash or a control
    /// character, and where asked one that is not ASCII.
    ///
    /// Each mark is a byte's highest bit. The lowest mark is right; marks above it may be false.
    ///
    /// - Parameters:
    ///   - word: Eight bytes as they lie in memory.
    ///   - orNotASCII: Whether to mark bytes from 0x80 on too.
    /// - Returns: The marks, of which the first byte's is lowest; 0 if there is nothing to mark.
    @inline(__always)
    static func specialBytes(in word: UInt64, orNotASCII: Bool) -> UInt64 {
        let word = UInt64(littleEndian: word)
        let each: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (each &* 0x22)
        let backslashes = word ^ (each &* 0x5C)
        // Subtracting borrows into a byte's highest bit where that byte was smaller and did not have the bit itself.
        let marks = ((word &- each &* 0x20) | (quotes &- each) | (backslashes &- each)) & ~word
        return (orNotASCII ? marks | word : marks) & (each &* 0x80)
    }

    /// How many bytes the scalar at a place takes, or 0 if they are not UTF-8 (RFC 3629 §4), for one that is not ASCII.
    static func lengthOfScalar(at place: UnsafePointer<UInt8>, end: UnsafePointer<UInt8>) -> Int {
        let first = place.pointee
        // The first byte narrows the second: no overlong forms, no surrogates, nothing above U+10FFFF.
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch first {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard length > 0, end - place >= length, second.contains(place[1]) else { return 0 }
        for index in 2..<max(2, length) where place[index] & 0xC0 != 0x80 { return 0 }
        return length
    }
}
