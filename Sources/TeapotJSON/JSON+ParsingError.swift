public import Foundation

extension JSON {
    /// An error in a JSON text, with its position.
    public struct ParsingError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
        /// The line number, starting at 1.
        ///
        /// A line ends with a line feed, a carriage return, or both.
        public let line: Int
        /// The column in the line in Unicode scalars, starting at 1.
        ///
        /// A byte order mark isn't counted.
        public let column: Int
        /// The number of bytes of the text before the position.
        public let byteOffset: Int
        /// The syntax that JSON requires at the position, such as `"," or "}"`.
        public let expected: String
        /// The text that was found instead, such as `"x"` or `the end of the text`.
        public let found: String

        /// A sentence such as `line 3, column 14: expected "," or "}" but found "x"`.
        public var description: String { "line \(line), column \(column): expected \(expected) but found \(found)" }

        /// The same text as ``description``.
        public var errorDescription: String? { description }
    }
}

extension JSON.ParsingError {
    /// Creates an error at a position in a text.
    ///
    /// - Parameters:
    ///   - place: The offset of the error, which is the end of the text if something is missing there.
    ///   - text: All bytes of the text.
    ///   - expected: The syntax that JSON requires there.
    ///   - found: The text that was found, or `nil` to take it from the text.
    init(at place: Int, of text: UnsafeBufferPointer<UInt8>, expected: String, found: String?) {
        let head = String(decoding: text[..<place], as: UTF8.self)
        let lines = head.split(omittingEmptySubsequences: false) { ["\n", "\r", "\r\n"].contains($0) }
        let hasMark = lines.count == 1 && text.starts(with: JSON.byteOrderMark)
        let column = (lines.last?.unicodeScalars.count ?? 0) + (hasMark ? 0 : 1)
        let found = found ?? Self.name(of: text[place...])
        self.init(line: lines.count, column: column, byteOffset: place, expected: expected, found: found)
    }

    /// Returns the beginning of these bytes for a message: a word, a character, or the name of an invisible one.
    private static func name(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        guard let first = bytes.first else { return "the end of the text" }
        let word = bytes.prefix(20).prefix { 48...57 ~= $0 || 97...122 ~= $0 | 0x20 }
        if !word.isEmpty { return "\"\(String(decoding: word, as: UTF8.self))\"" }
        if ["//", "/*"].contains(String(decoding: bytes.prefix(2), as: UTF8.self)) { return "a comment" }
        var (head, decoder) = (bytes.prefix(4).makeIterator(), UTF8())
        guard case .scalarValue(let scalar) = decoder.decode(&head) else {
            return String(format: "the byte 0x%02X", first)
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark:
            return String(format: "U+%04X", scalar.value)
        default: return scalar == "\"" ? #""\"""# : "\"\(scalar)\""
        }
    }
}
