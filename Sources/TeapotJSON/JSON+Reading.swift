public import Foundation

extension JSON {
    /// Creates a document from JSON text, exactly as RFC 8259 defines it.
    ///
    /// - The text is UTF-8. A byte order mark at its beginning is ignored, as §8.1 permits.
    /// - If two members have the same name, the last one is kept. Names are compared by Unicode scalars (§8.3). Two
    ///   names of one object that differ only by Unicode normalization, such as a composed and a decomposed "é", are an
    ///   error, since a Swift dictionary can't hold both. A name with more than 250 consecutive combining marks is also
    ///   an error.
    /// - Whole numbers from `Int64.min` to `UInt64.max` are exact, regardless of how they're written. Other numbers
    ///   become the nearest `Double`. A number that is too small for a `Double` becomes zero, and one that is too large
    ///   is an error.
    /// - The maximum is 512 levels of nesting.
    ///
    /// Complexity: linear in the number of bytes.
    ///
    /// - Parameter data: The bytes of the text.
    /// - Throws: ``ParsingError``, with the position and what was expected there. It's also thrown for a single string,
    ///   number, Boolean or `null`, which is valid JSON but not a document of this type.
    public init(parsing data: Data) throws(ParsingError) {
        self = try Self.read(data, Reader.document)
    }

    /// Reads any JSON text, including a single string, number, Boolean or `null`.
    ///
    /// - Parameter data: The bytes of the text.
    /// - Returns: The value. The table at ``JSON`` lists the types.
    /// - Throws: ``ParsingError``, with the position and what was expected there.
    package static func value(parsing data: Data) throws(ParsingError) -> any Sendable {
        try read(data, Reader.value)
    }

    /// Returns the tokens of any JSON text as RFC 8259 §2 to §7 define it, whether or not Swift can represent its
    /// values.
    ///
    /// A number may be too large for a `Double`, a surrogate may be unpaired, and names may differ only by Unicode
    /// normalization.
    ///
    /// - Parameter data: The bytes of the text.
    /// - Returns: The tokens in order.
    /// - Throws: ``ParsingError``, with the position and what was expected there.
    package static func tokens(parsing data: Data) throws(ParsingError) -> [Token] {
        try read(data, Tokenizer.tokens)
    }

    /// Checks any JSON text as ``tokens(parsing:)`` does.
    package static func check(_ data: Data) throws(ParsingError) { try read(data, Tokenizer.check) }

    /// Returns the string of a token's bytes, without quotes and escapes.
    package static func string(quoted bytes: ArraySlice<UInt8>) -> String {
        bytes.withUnsafeBufferPointer { text in
            var tokenizer = Tokenizer(text, isLenient: true)
            let isEscaped = text.contains(UInt8(ascii: "\\"))
            return tokenizer.string(Token(kind: isEscaped ? .escapedString : .string, offset: 0, count: text.count))
        }
    }

    /// Calls a closure with the bytes.
    private static func read<Value>(
        _ data: Data, _ body: (UnsafeBufferPointer<UInt8>) throws(ParsingError) -> Value
    ) throws(ParsingError) -> Value {
        try data.withUnsafeBytes { bytes in
            Result { () throws(ParsingError) in try body(bytes.bindMemory(to: UInt8.self)) }
        }.get()
    }
}
