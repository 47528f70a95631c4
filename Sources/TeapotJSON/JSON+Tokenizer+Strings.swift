extension JSON.Tokenizer {
    /// Reads a string from its opening to its closing quote (RFC 8259 §7).
    mutating func readString() throws(Failure) -> JSON.Token {
        let first = at
        at += 1
        var kind = JSON.Token.Kind.string
        while true {
            let piece = at
            if !skipPlainCharacters() { try checkIsUTF8(from: piece) }
            guard at < text.count else { throw failure("a closing quote") }
            if skip(UInt8(ascii: "\"")) { return token(kind, from: first) }
            guard text[at] >= 0x20 else { throw failure("no bare control character in a string") }
            kind = .escapedString
            _ = try readEscape()
        }
    }

    /// Returns the string of a token.
    mutating func string(_ token: JSON.Token) -> String {
        let last = max(token.offset + 1, token.range.upperBound - 1)
        guard token.kind == .escapedString else { return string(token.offset + 1..<last) }
        let next = at
        defer { at = next }
        at = token.offset + 1
        // Append to the string in place. A new string for each piece would copy everything so far.
        var string = ""
        while at < last {
            let piece = at
            _ = skipPlainCharacters()
            string += self.string(piece..<at)
            if at < last, let scalar = try? readEscape() { string.unicodeScalars.append(scalar) }
        }
        return string
    }

    /// Returns a part of the text.
    @inline(__always) func string(_ range: Range<Int>) -> String {
        String(decoding: bytes(range), as: UTF8.self)
    }

    /// Skips characters up to a quote, a backslash, a control character or the end.
    ///
    /// - Returns: Whether they're all ASCII.
    @inline(__always) private mutating func skipPlainCharacters() -> Bool {
        var (place, seen) = (at, 0 as UInt8)
        while place < text.count, JSON.isPlain(text[place]) {
            seen |= text[place]
            place += 1
        }
        at = place
        return seen < 0x80
    }

    /// Throws an error unless the bytes up to the next one are UTF-8 (RFC 8259 §8.1).
    private mutating func checkIsUTF8(from first: Int) throws(Failure) {
        // Decoding replaces invalid UTF-8, and is faster than checking each scalar.
        var string = string(first..<at)
        if string.withUTF8({ contains($0, at: first) }) { return }
        var decoder = UTF8()
        var rest = bytes(first..<at).makeIterator()
        at = first
        while case .scalarValue(let scalar) = decoder.decode(&rest) { at += UTF8.width(scalar) }
        throw failure("UTF-8")
    }

    /// The characters for the letters after a backslash.
    private static let escapes = Dictionary(
        uniqueKeysWithValues: zip(#""\/bfnrt"#.utf8, "\"\\/\u{8}\u{C}\n\r\t".unicodeScalars))

    /// Reads an escape, or two escapes that are a surrogate pair.
    private mutating func readEscape() throws(Failure) -> Unicode.Scalar {
        let escape = at
        at += 2
        let letter = at <= text.count ? text[escape + 1] : 0
        if let scalar = Self.escapes[letter] { return scalar }
        guard letter == UInt8(ascii: "u") else {
            throw failure(#"one of " \ / b f n r t u after "\""#, at: escape + 1)
        }
        // In RFC 8259 §7, a character beyond the basic plane is written as a surrogate pair. An unpaired surrogate
        // (§8.2) isn't a character and can't be encoded in UTF-8, so it's an error unless only the grammar matters.
        let code = try readFourDigits()
        if let scalar = Unicode.Scalar(code) { return scalar }
        let name = "\\u" + String(code, radix: 16, uppercase: true)
        guard code < 0xDC00 || isLenient else {
            throw failure("a high surrogate before this low one", at: escape, found: name)
        }
        let second = at
        guard code < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
            at = second
            if isLenient { return "\u{FFFD}" }
            throw failure("a low surrogate after \(name)")
        }
        let low = try readFourDigits()
        if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)) {
            return scalar
        }
        at = second
        if isLenient { return "\u{FFFD}" }
        throw failure("a low surrogate after \(name)", found: "another escape")
    }

    private mutating func readFourDigits() throws(Failure) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            let byte = at < text.count ? text[at] : 0
            let isLetter = 0x61...0x66 ~= byte | 0x20
            guard isLetter || 0x30...0x39 ~= byte else { throw failure("four hexadecimal digits after \"\\u\"") }
            code = code << 4 + UInt32(isLetter ? byte & 0xF + 9 : byte & 0xF)
            at += 1
        }
        return code
    }
}

extension JSON {
    /// Returns whether a byte is literal in a string: not a quote, a backslash, or a control character.
    @inline(__always) static func isPlain(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x22 && byte != 0x5C }
}

extension JSON.Tokenizer {
    /// The maximum number of consecutive combining marks in the name of a member.
    ///
    /// A dictionary hashes its keys in normalized form, in which marks are sorted. In Swift, this takes quadratic time
    /// in the number of marks: a minute for a name of a megabyte. Unicode's stream-safe text format (UAX #15 §13) has
    /// at most 30.
    private static var maximumMarks: Int { 250 }
    /// The `expected` text of the error for a name with more.
    static var fewMarks: String { "at most \(maximumMarks) combining marks in a row in a name" }

    /// Returns the string of a name that is safe to hash.
    mutating func name(_ token: JSON.Token) throws(Failure) -> String {
        let name = string(token)
        guard name.utf8.count > 2 * Self.maximumMarks else { return name }  // a mark takes two bytes or more
        let runs = name.unicodeScalars.split { $0.properties.canonicalCombiningClass == .notReordered }
        guard runs.contains(where: { $0.count > Self.maximumMarks }) else { return name }
        throw failure(Self.fewMarks, at: token.offset)
    }
}
