extension JSON {
    /// Reads a document from JSON text, exactly as RFC 8259 defines it.
    ///
    /// - The text is UTF-8. A byte order mark before it is ignored, as §8.1 permits.
    /// - Of two members with the same name the last stays. Names are compared by Unicode scalars (§8.3). Two names of one
    ///   object that differ only by Unicode normalization, such as a composed and a decomposed "é", are an error, since a
    ///   Swift dictionary can't hold both. So is a name with more than 250 combining marks in a row.
    /// - Whole numbers from `Int64.min` to `UInt64.max` are exact, in whatever form they are written. Others become the
    ///   nearest `Double`: one too small for it is zero, one too large is an error.
    /// - At most 512 levels of nesting are read.
    ///
    /// Complexity: linear in the number of bytes.
    ///
    /// - Parameter data: The text's bytes.
    /// - Throws: ``ParsingError``, which says where and what was expected; also if the text is a lone string, number,
    ///   boolean or `null`, which is JSON but no document of this type.
    public init(parsing data: Data) throws(ParsingError) {
        self = try Self.read(data) { (reader) throws(ParsingError) in try reader.readDocument() }
    }

    /// Reads any JSON text, including a lone string, number, boolean or `null`.
    ///
    /// - Parameter data: The text's bytes.
    /// - Returns: The value; the table at ``JSON`` lists the types.
    /// - Throws: ``ParsingError``, which says where and what was expected.
    package static func value(parsing data: Data) throws(ParsingError) -> any Sendable {
        try read(data) { (reader) throws(ParsingError) in try reader.readText() }
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
        // Data without a byte may have no address.
        guard let result else {
            throw ParsingError(line: 1, column: 1, byteOffset: 0, expected: "a value", found: "the end of the text")
        }
        return try result.get()
    }
}
