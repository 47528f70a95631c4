public import Foundation
package import Teapot
package import TeapotMock
import TeapotMockDocuments

extension MockFolder {
    /// A problem with a file in a folder, with its location and a suggestion.
    public struct Problem: Error, Sendable, Equatable, CustomStringConvertible, LocalizedError {
        /// The file's path below the folder, such as `products/error_999_x.json`.
        public let file: String
        /// The line, counted from 1, or `nil` if the problem concerns the whole file.
        public let line: Int?
        /// The column in that line, counted from 1 in Unicode scalars, or `nil` if the problem concerns the whole line.
        public let column: Int?
        /// The description of the problem, as a sentence.
        public let reason: String

        package init(_ file: String, line: Int? = nil, column: Int? = nil, _ reason: String) {
            self.file = file
            self.line = line
            self.column = column
            self.reason = reason
        }

        /// The problem as a line such as `products/success_list.json:3:14: expected "," or "}" but found "x"`.
        public var description: String {
            ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":") + ": " + reason
        }

        /// The same text as ``description``.
        public var errorDescription: String? { description }
    }
}

extension MockFolder.Problem {
    /// Creates a problem with a value of JSON text, or with the whole file if there's no such value.
    package init(_ file: String, at pointer: JSONPointer, in text: Data, _ reason: String) {
        let position = JSONLines(text).positions(of: [pointer])[0]
        self.init(file, line: position?.line, column: position?.column, reason)
    }

    /// Returns the members of a text that must be a JSON object.
    ///
    /// - Parameters:
    ///   - text: The contents of the file.
    ///   - file: The file's path, for the problem.
    ///   - expected: The problem with any other JSON value.
    /// - Returns: The members.
    /// - Throws: The problem.
    static func object(in text: Data, at file: String, _ expected: String) throws(Self) -> [String: any Sendable] {
        let value: any Sendable
        do throws(JSON.ParsingError) { value = try JSON.value(parsing: text) } catch { throw Self(file, error) }
        guard let members = value as? [String: any Sendable] else { throw Self(file, line: 1, expected) }
        return members
    }

    /// Creates a problem for text that isn't valid JSON.
    package init(_ file: String, _ error: JSON.ParsingError) {
        self.init(file, line: error.line, column: error.column, error.reason)
    }
}
