public import Teapot

extension HAR {
    /// What is wrong in a file, and where.
    public struct Problem: Error, Sendable, Equatable, CustomStringConvertible {
        /// The file's name.
        public let file: String
        /// The line, counted from 1, where the file is no JSON.
        public let line: Int?
        /// The column in that line, counted from 1.
        public let column: Int?
        /// Where in the document it is (RFC 6901), such as `/log/entries/3/request/url`; `nil` when that says nothing.
        public let pointer: String?
        /// What is wrong, and what comes of it.
        public let reason: String

        init(file: String, line: Int? = nil, column: Int? = nil, pointer: String? = nil, _ reason: String) {
            self.file = file
            self.line = line
            self.column = column
            self.pointer = pointer
            self.reason = reason
        }

        /// A line such as `shop.har:3:14: expected ":" but found "}"`.
        ///
        /// Or, where it is about a place in the document: `shop.har: /log/entries: It must be a list.`
        public var description: String {
            let place = ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
            return [place, pointer, reason].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        }
    }
}

extension HAR.Problem: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
