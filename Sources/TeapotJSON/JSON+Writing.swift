public import Foundation

extension JSON {
    /// How JSON text is laid out.
    public struct WritingOptions: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: Int

        /// Creates options from their bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Members in the order of their names, by Unicode scalars; else the order differs from run to run.
        public static let sortedKeys = Self(rawValue: 1 << 0)
        /// A line for each member and element, indented by two spaces a level; else no white space at all.
        public static let prettyPrinted = Self(rawValue: 1 << 1)
    }

    /// Writes the document as JSON text in UTF-8.
    ///
    /// Beside what ``init(parsing:)`` makes, these can stand in a document: integers of any width, `Float`, `CGFloat`,
    /// `Decimal`, `NSNumber`, `Substring`, optionals (`nil` becomes `null`), documents, and Foundation's strings, arrays
    /// and dictionaries.
    ///
    /// A whole number is written without a fraction, another with as few digits as read back the same. A slash is not
    /// escaped.
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
    /// Of a document that holds what JSON can't say, Swift's description of its dictionary or array.
    public var description: String {
        (try? data(.sortedKeys)).map { String(decoding: $0, as: UTF8.self) } ?? String(describing: topLevel)
    }

    /// Whether two documents say the same: numbers by value, so 1 is 1.0, and members whatever their order.
    ///
    /// Strings are compared by Unicode scalars (RFC 8259 §8.3). A document that holds what JSON can't say, such as a
    /// `Date`, equals none.
    ///
    /// Complexity: O(*n* log *n*) in the number of values.
    public static func == (left: Self, right: Self) -> Bool {
        var texts = (Writer(.sortedKeys, isForComparison: true), Writer(.sortedKeys, isForComparison: true))
        do {
            try texts.0.write(left.topLevel)
            try texts.1.write(right.topLevel)
        } catch { return false }
        return texts.0.bytes == texts.1.bytes
    }
}
