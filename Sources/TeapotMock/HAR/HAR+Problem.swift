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

        /// The file, the place and the reason, such as `“shop.har”, line 3, column 14: expected ":" but found "}"`.
        public var description: String {
            var place = "“\(file)”"
            if let line { place += ", line \(line)" }
            if let column { place += ", column \(column)" }
            if let pointer { place += ", at \(pointer)" }
            return "\(place): \(reason)"
        }
    }
}

extension HAR.Problem: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
