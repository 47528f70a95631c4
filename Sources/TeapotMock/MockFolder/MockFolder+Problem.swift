public import Teapot

extension MockFolder {
    /// What is wrong with one file of a folder: where, and what to do about it.
    public struct Problem: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
        /// The file, below the folder: `products/error_999_x.json`.
        public let file: String
        /// The line, counted from 1; `nil` when it is about the whole file.
        public let line: Int?
        /// The column in that line, counted from 1 in Unicode scalars; `nil` when it is about the whole line.
        public let column: Int?
        /// What is wrong, as a sentence.
        public let reason: String

        package init(_ file: String, line: Int? = nil, column: Int? = nil, _ reason: String) {
            self.file = file
            self.line = line
            self.column = column
            self.reason = reason
        }

        /// A line such as `products/success_list.json:3:14: expected "," or "}" but found "x"`.
        public var description: String {
            ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") + ": " + reason
        }

        /// The same line.
        public var errorDescription: String? { description }
    }
}

extension MockFolder.Problem {
    /// A text that is no JSON.
    package init(_ file: String, _ error: JSON.ParsingError) {
        self.init(
            file, line: error.line, column: error.column, "expected \(error.expected) but found \(error.found)")
    }
}
