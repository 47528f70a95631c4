public import Foundation

extension JSON {
    /// The options for the layout of JSON text.
    public struct WritingOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from their bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// An option that sorts members by name, by Unicode scalars.
        ///
        /// Without it, the order differs from run to run.
        public static let sortedKeys = Self(rawValue: 1 << 0)
        /// An option that writes each member and element on its own line, indented by two spaces for each level.
        ///
        /// Without it, no whitespace is written. From level 32 on, the indentation stays the same. Otherwise, it could
        /// make a text 500 times as long.
        public static let prettyPrinted = Self(rawValue: 1 << 1)
    }

    /// Writes the document as JSON text in UTF-8.
    ///
    /// A document may contain the values that ``init(parsing:)`` creates, integers of any width, `Float`, `CGFloat`,
    /// `Decimal`, `NSNumber`, `Substring`, optionals (`nil` becomes `null`), documents, and Foundation's strings,
    /// arrays and dictionaries.
    ///
    /// Whole numbers have no fraction. Other numbers have the fewest digits that read back as the same number. Slashes
    /// aren't escaped.
    ///
    /// - Parameter options: The layout of the text, by default one line with members in no particular order.
    /// - Returns: The bytes of the text.
    /// - Throws: ``WritingError``, with the key path of the first value that can't be written: a number that isn't
    ///   finite, a value of another type, or a container nested more than 512 levels deep.
    public func data(_ options: WritingOptions = []) throws(WritingError) -> Data {
        try Self.data(from: topLevel, options)
    }

    /// Writes a value as JSON text in UTF-8.
    ///
    /// - Parameters:
    ///   - value: A dictionary, an array, a document or a scalar; see ``data(_:)`` for the values that it may contain.
    ///   - options: The layout of the text.
    /// - Returns: The bytes of the text.
    /// - Throws: ``WritingError``, for the same reasons as ``data(_:)``.
    package static func data(from value: Any, _ options: WritingOptions = []) throws(WritingError) -> Data {
        var writer = Writer(options)
        try writer.write(value)
        return writer.data()
    }
}

extension JSON: CustomStringConvertible, Equatable {
    /// The document as JSON text on one line, with members sorted by name.
    ///
    /// For a document that can't be written, this is Swift's description of its dictionary or array.
    public var description: String {
        (try? data(.sortedKeys)).map { String(decoding: $0, as: UTF8.self) } ?? String(describing: topLevel)
    }

    /// Returns whether two documents are equal as JSON.
    ///
    /// 1 equals 1.0, and the order of members is ignored. Names and strings are compared by Unicode scalars (RFC 8259
    /// §8.3). A document that can't be written, such as one that contains a `Date`, isn't equal to any other.
    ///
    /// Complexity: O(*n* log *n*) in the number of values.
    public static func == (left: Self, right: Self) -> Bool {
        left.canonicalText.map { $0 == right.canonicalText } ?? false
    }

    /// The text that equal documents have in common, or `nil` if the document can't be written.
    package var canonicalText: [UInt8]? {
        var writer = Writer(.sortedKeys, isForComparison: true)
        return (try? writer.write(topLevel)).map { [UInt8](writer.output.bytes) }
    }
}
