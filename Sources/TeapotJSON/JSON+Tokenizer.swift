import Foundation

extension JSON {
    /// A reader of the tokens in one text, and the basis of everything that reads JSON.
    ///
    /// It checks the whole grammar of RFC 8259, including UTF-8. The caller interprets the tokens.
    struct Tokenizer {
        typealias Failure = ParsingError

        /// The bytes, which must outlive the tokenizer.
        let text: UnsafeBufferPointer<UInt8>
        /// The offset of the next byte.
        var at: Int
        /// Whether unpaired surrogates are accepted.
        let isLenient: Bool
        /// The shapes of the objects so far; the first has no names.
        var shapes: [Shape] = []
        /// The innermost open array or object.
        private var container = Container()
        /// The open containers around it.
        private var outer: [Container] = []
        private var phase = Phase.beginning

        /// An array or an object that is open, or the text itself.
        private struct Container {
            /// The closing bracket, or 0 for the text.
            var closing = 0 as UInt8
            /// The shape of an object, or the number of values in an array.
            var detail = 0
        }

        /// The kind of the last token: none, an opening bracket, a name, or a value.
        private enum Phase { case beginning, opening, name, value }

        /// The last name of objects that begin with the same names, and its relations to other shapes.
        struct Shape {
            /// The token of the name, as a string.
            let token: Token
            let name: String
            /// The numbers of the members by name, once an object of the shape has been read.
            var numbers: [String: Int] = [:]
            /// The shape without the name.
            let parent: Int
            /// The newest shape with one more name, or 0.
            var firstChild = 0
            /// The next older shape with the same parent, or 0.
            let nextSibling: Int
        }

        /// Creates a tokenizer at the beginning of a text, after a byte order mark if there's one (RFC 8259 §8.1).
        init(_ text: UnsafeBufferPointer<UInt8>, isLenient: Bool = false) {
            self.text = text
            self.isLenient = isLenient
            shapes.reserveCapacity(16)
            shapes.append(Shape(token: Token(kind: .null, offset: 0, count: 0), name: "", parent: 0, nextSibling: 0))
            at = text.starts(with: JSON.byteOrderMark) ? 3 : 0
        }
    }

    /// A part of a text: a scalar, a name, or a bracket.
    package struct Token: Sendable {
        /// The type of a token, and how much of its value is known.
        ///
        /// An integer has up to 64 bits and neither a fraction nor an exponent. For a real, the nearest `Double` is
        /// known. For any other number, only its text is known.
        package enum Kind: UInt8, Sendable {
            case null, boolean, string, escapedString, integer, real, number, array, object, endOfArray, endOfObject
            case name

            package var isString: Bool { self == .string || self == .escapedString }
            package var isNumber: Bool { self == .integer || self == .real || self == .number }
        }

        package let kind: Kind
        /// The offset of the first byte in the text.
        package var offset: Int
        /// The number of bytes in the text, with the quotes of a string or a name.
        package var count: Int
        /// The bits of a Boolean, an integer, or a real, or the shape of an object up to a name.
        ///
        /// At the end of an object, this is its shape. At the end of an array, it's the number of values.
        var payload: UInt64 = 0

        package var range: Range<Int> { offset..<offset + count }

        /// Returns the place after a value in a list of values; for a container, it's the payload.
        @inline(__always) func next(after place: Int) -> Int {
            kind == .array || kind == .object ? Int(payload) : place + 1
        }
    }
}

extension JSON.Tokenizer {
    /// Reads the next token, skipping commas and colons.
    ///
    /// - Returns: The token, or `nil` at the end of the text (RFC 8259 §2).
    /// - Throws: ``JSON/ParsingError``.
    mutating func next() throws(Failure) -> JSON.Token? {
        var byte = skipSpace()
        let isObject = container.closing == UInt8(ascii: "}")
        if byte == container.closing, phase == .opening || phase == .value {
            if byte == 0, at == text.count { return nil }
            if byte != 0 {
                at += 1
                defer { container = outer.removeLast() }
                phase = .value
                return token(isObject ? .endOfObject : .endOfArray, from: at - 1, UInt64(container.detail))
            }
        }
        if phase == .value {
            guard container.closing != 0 else { throw failure("the end of the text") }
            guard byte == UInt8(ascii: ",") else {
                throw failure("\",\" or \"\(Unicode.Scalar(container.closing))\"")
            }
        } else if phase == .name {
            guard byte == UInt8(ascii: ":") else { throw failure("\":\"") }
        }
        if phase == .value || phase == .name {
            at += 1
            byte = skipSpace()
        }
        if isObject, phase != .name { return try readName(byte) }
        if !isObject { container.detail += 1 }
        return try readValue(byte)
    }

    /// Returns all tokens of a text, which may contain unpaired surrogates.
    static func tokens(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) -> [JSON.Token] {
        var tokenizer = JSON.Tokenizer(text, isLenient: true)
        var tokens: [JSON.Token] = []
        while let token = try tokenizer.next() { tokens.append(token) }
        return tokens
    }

    /// Checks a text, which may contain unpaired surrogates.
    static func check(_ text: UnsafeBufferPointer<UInt8>) throws(Failure) {
        var tokenizer = JSON.Tokenizer(text, isLenient: true)
        while try tokenizer.next() != nil {}
    }

    /// Reads a scalar or an opening bracket (RFC 8259 §3 to §5).
    private mutating func readValue(_ byte: UInt8) throws(Failure) -> JSON.Token {
        let (first, last) = (at, phase)
        phase = .value
        switch byte {
        case UInt8(ascii: "\""): return try readString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            // RFC 8259 §9: "An implementation may set limits on the maximum depth of nesting."
            guard outer.count < JSON.maximumDepth else {
                throw failure("at most \(JSON.maximumDepth) levels of nesting")
            }
            at += 1
            outer.append(container)
            container = Container(closing: byte + 2)  // in ASCII, both closing brackets are two after the opening ones
            phase = .opening
            return token(byte == UInt8(ascii: "{") ? .object : .array, from: first)
        case UInt8(ascii: "t") where skip("true"): return token(.boolean, from: first, 1)
        case UInt8(ascii: "f") where skip("false"): return token(.boolean, from: first)
        case UInt8(ascii: "n") where skip("null"): return token(.null, from: first)
        default: throw failure(last == .opening ? "a value or \"]\"" : "a value")
        }
    }

    /// Reads the name of a member (RFC 8259 §4).
    ///
    /// Objects in a list usually have the same names, so this first tries the names that came next in earlier objects.
    private mutating func readName(_ byte: UInt8) throws(Failure) -> JSON.Token {
        guard byte == UInt8(ascii: "\"") else {
            throw failure(phase == .opening ? "a member's name or \"}\"" : "a member's name")
        }
        let (first, parent) = (at, container.detail)
        var shape = shapes[parent].firstChild
        // With many children, such as names that are keys of a table, searching all of them would cost more than it
        // saves.
        var rest = 8
        while shape != 0, !contains(bytes(shapes[shape].token.range), at: at) {
            rest -= 1
            shape = rest == 0 ? 0 : shapes[shape].nextSibling
        }
        if shape == 0 {
            let token = try readString()
            let name = try name(token)
            shape = shapes.count
            shapes.append(Shape(token: token, name: name, parent: parent, nextSibling: shapes[parent].firstChild))
            shapes[parent].firstChild = shape
        } else {
            at += shapes[shape].token.count
        }
        container.detail = shape
        phase = .name
        return token(.name, from: first, UInt64(shape))
    }

    /// Returns whether the text contains these bytes at an offset.
    @inline(__always) func contains(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        guard text.count - place >= bytes.count, let own = text.baseAddress, let other = bytes.baseAddress else {
            return false
        }
        return memcmp(own + place, other, bytes.count) == 0
    }

    /// Returns the bytes of a range.
    @inline(__always) func bytes(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> { .init(rebasing: text[range]) }

    @inline(__always) func token(_ kind: JSON.Token.Kind, from first: Int, _ payload: UInt64 = 0) -> JSON.Token {
        JSON.Token(kind: kind, offset: first, count: at - first, payload: payload)
    }

    /// Skips whitespace (RFC 8259 §2).
    ///
    /// - Returns: The byte after the whitespace, which isn't skipped, or 0 at the end. JSON has no 0 in such a place.
    @inline(__always) private mutating func skipSpace() -> UInt8 {
        while at < text.count {
            let byte = text[at]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            at += 1
        }
        return 0
    }

    /// Skips a byte if it's next.
    @inline(__always) mutating func skip(_ byte: UInt8) -> Bool {
        guard at < text.count, text[at] == byte else { return false }
        at += 1
        return true
    }

    /// Skips a word if it's next.
    private mutating func skip(_ word: StaticString) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard contains(word, at: at) else { return false }
        at += word.count
        return true
    }

    /// Returns an error for this position or another one.
    ///
    /// - Parameters:
    ///   - expected: The syntax that JSON requires there.
    ///   - place: The position, or `nil` for the next byte.
    ///   - found: The text that was found, if it isn't the next character or word.
    /// - Returns: The error.
    @inline(never) func failure(_ expected: String, at place: Int? = nil, found: String? = nil) -> Failure {
        Failure(at: place ?? at, of: text, expected: expected, found: found)
    }
}
