public import Foundation

extension JSON {
    /// Creates a document from JSON text, exactly as RFC 8259 defines it.
    ///
    /// - The text is UTF-8. A byte order mark at its beginning is ignored, as §8.1 permits.
    /// - Of two members with the same name, the last is kept. Names are compared by Unicode scalars (§8.3). Two names
    ///   of one object that differ only by Unicode normalization, such as a composed and a decomposed "é", are an
    ///   error, since a Swift dictionary can't hold both. A name with more than 250 consecutive combining marks is also
    ///   an error.
    /// - Whole numbers from `Int64.min` to `UInt64.max` are exact, in whatever form they are written. Others become the
    ///   nearest `Double`. A number that is too small for a `Double` is zero, and one that is too large is an error.
    /// - At most 512 levels of nesting are read.
    ///
    /// Complexity: linear in the number of bytes.
    ///
    /// - Parameter data: The bytes of the text.
    /// - Throws: ``ParsingError``, with the position and what was expected there. It is also thrown if the text is a
    ///   single string, number, Boolean or `null`, which is valid JSON but not a document of this type.
    public init(parsing data: Data) throws(ParsingError) {
        self = try Self.read(data) { (reader) throws(ParsingError) in try reader.readDocument() }
    }

    /// Reads any JSON text, including a single string, number, Boolean or `null`.
    ///
    /// - Parameter data: The bytes of the text.
    /// - Returns: The value. The table at ``JSON`` lists the types.
    /// - Throws: ``ParsingError``, with the position and what was expected there.
    package static func value(parsing data: Data) throws(ParsingError) -> any Sendable {
        try read(data) { (reader) throws(ParsingError) in try reader.readText() }
    }

    /// Reads any JSON text as RFC 8259 §2 to §7 define it, whether or not Swift has its values.
    ///
    /// A number that is too large for a `Double` is infinite, a single surrogate is U+FFFD, and of names that differ
    /// only by Unicode normalization the last is kept.
    ///
    /// - Parameter data: The bytes of the text.
    /// - Returns: The value.
    /// - Throws: ``ParsingError``, with the position and what was expected there.
    @discardableResult
    package static func looseValue(parsing data: Data) throws(ParsingError) -> any Sendable {
        try read(data) { (reader) throws(ParsingError) in
            reader.isLenient = true
            return try reader.readText()
        }
    }

    /// Calls a closure with a reader of the bytes.
    private static func read<Value>(_ data: Data, _ body: (inout Reader) throws(ParsingError) -> Value)
        throws(ParsingError) -> Value
    {
        let result = data.withUnsafeBytes { bytes -> Result<Value, ParsingError>? in
            let text = bytes.bindMemory(to: UInt8.self)
            guard let start = text.baseAddress else { return nil }
            var reader = Reader(start: start, count: text.count)
            return Result { () throws(ParsingError) in try body(&reader) }
        }
        // Empty data may have no address.
        guard let result else {
            throw ParsingError(line: 1, column: 1, byteOffset: 0, expected: "a value", found: "the end of the text")
        }
        return try result.get()
    }
}
