package import Foundation
package import TeapotMockFolders

/// A problem or a drift, as a line for people and as members for programs.
package struct Finding: Sendable {
    /// The file's path for a person in the current directory.
    package let file: String
    package let line: Int?
    package let column: Int?
    /// The line for people.
    package let text: String
    /// The members for programs.
    package let members: [String: any Sendable]

    /// Creates a finding.
    ///
    /// - Parameters:
    ///   - text: The line for people.
    ///   - file: The file's path.
    ///   - line: The line, counted from 1, or `nil` for the whole file.
    ///   - column: The column, counted from 1.
    ///   - members: The other members for programs; those without a value are omitted.
    package init(_ text: String, file: String, line: Int?, column: Int?, _ members: [String: String?]) {
        (self.text, self.file, self.line, self.column) = (text, file, line, column)
        let places: [String: (any Sendable)?] = ["file": file, "line": line, "column": column]
        self.members = places.compactMapValues(\.self).merging(members.compactMapValues(\.self)) { $1 }
    }

    /// Creates a finding for a problem with a file in a folder.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - folder: The folder that the file is in. If it isn't below the current directory, the path is absolute.
    package init(_ problem: MockFolder.Problem, in folder: URL) {
        let file = Self.prefix(of: folder) + problem.file
        // The library says only that it isn't a mock.
        let isYAML = file.lowercased().hasSuffix(".yaml") || file.lowercased().hasSuffix(".yml")
        let reason = (isYAML ? ForeignFile.description(of: file) : nil).map { "ignored: it " + $0 } ?? problem.reason
        let start = problem.description.dropFirst(problem.file.count).dropLast(problem.reason.count)
        self.init(
            file + start + reason, file: file, line: problem.line, column: problem.column, ["reason": reason])
    }

    /// Returns the beginning of the paths of a folder's files: relative if it's below the current directory.
    package static func prefix(of folder: URL) -> String {
        func whole(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }
        let (here, path) = (whole(FileManager.default.currentDirectoryPath), whole(folder.path))
        return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    }
}
