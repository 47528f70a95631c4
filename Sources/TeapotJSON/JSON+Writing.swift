extension JSON {
    /// How JSON text is laid out.
    public struct WritingOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from their bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Members in the order of their names, by Unicode scalars; without it the order differs from run to run.
        public static let sortedKeys = Self(rawValue: 1 << 0)
        /// A line for each member and element, indented by two spaces a level; without it no white space.
        ///
        /// From 32 levels on the indentation stays the same. Else it could make a text 500 times as long.
        public static let prettyPrinted = Self(rawValue: 1 << 1)
    }

    /// Writes the document as JSON text in UTF-8.
    ///
    /// A document may hold what ``init(parsing:)`` makes, integers of any width, `Float`, `CGFloat`, `Decimal`,
    /// `NSNumber`, `Substring`, optionals (`nil` becomes `null`), documents, and Foundation's strings, arrays and
    /// dictionaries.
    ///
    /// A whole number is written without a fraction, any other with the fewest digits that read back as the same number.
    /// A slash is not escaped.
    ///
    /// - Parameter options: How the text is laid out; by default on one line, members in no particular order.
    /// - Returns: The text's bytes.
    /// - Throws: ``WritingError``, which names the first value that can't be written by its key path: a number that is
    ///   not finite, a value of another type, a container more than 512 levels deep.
    public func data(_ options: WritingOptions = []) throws(WritingError) -> Data {
        try Self.data(from: topLevel, options)
    }

    /// Writes a value as JSON text in UTF-8.
    ///
    /// - Parameters:
    ///   - value: A dictionary, an array, a document or a scalar; see ``data(_:)`` for what may stand in it.
    ///   - options: How the text is laid out.
    /// - Returns: The text's bytes.
    /// - Throws: As ``data(_:)`` does.
    package static func data(from value: Any, _ options: WritingOptions = []) throws(WritingError) -> Data {
        var writer = Writer(options)
        try writer.write(value)
        return Data(writer.bytes)
    }
}

extension JSON: CustomStringConvertible, Equatable {
    /// The document as JSON text on one line, members in the order of their names.
    ///
    /// A document that can't be written is described as Swift describes its dictionary or array.
    public var description: String {
        (try? data(.sortedKeys)).map { String(decoding: $0, as: UTF8.self) } ?? String(describing: topLevel)
    }

    /// Returns whether two documents are the same JSON: 1 equals 1.0, and the order of members does not count.
    ///
    /// Names and strings are compared by Unicode scalars (RFC 8259 §8.3). A document that can't be written, such as one
    /// that holds a `Date`, equals none.
    ///
    /// Complexity: O(*n* log *n*) in the number of values.
    public static func == (left: Self, right: Self) -> Bool {
        let texts = [left, right].map { document in
            var writer = Writer(.sortedKeys, isForComparison: true)
            return (try? writer.write(document.topLevel)).map { writer.bytes }
        }
        return texts[0] != nil && texts[0] == texts[1]
    }
}
