import Foundation
import TeapotMockWireMock
import TeapotMockFolders

/// A problem with a file, as a line for people and as members for programs.
struct FileProblem {
    let text: String
    let members: [String: any Sendable]

    /// Creates a line for a problem, which begins with the file's path from the current directory.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - folder: The folder that the file is in. If it isn't below the current directory, the path is absolute.
    init(_ problem: MockFolder.Problem, in folder: URL) {
        let prefix = Self.prefix(of: folder)
        self.init(
            prefix + problem.description, prefix + problem.file, problem.reason, problem.line, problem.column, [:])
    }

    /// Returns the beginning of the paths of a folder's files: relative if it's below the current directory.
    static func prefix(of folder: URL) -> String {
        func whole(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }
        let (here, path) = (whole(FileManager.default.currentDirectoryPath), whole(folder.path))
        return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
    }

    init(_ problem: WireMockImport.Problem) {
        self.init(
            problem.description, problem.file, problem.reason, problem.line, problem.column,
            ["effect": problem.effect.rawValue, "pointer": problem.pointer])
    }

    private init(
        _ text: String, _ file: String, _ reason: String, _ line: Int?, _ column: Int?, _ others: [String: String?]
    ) {
        self.text = text
        let members: [String: (any Sendable)?] = ["file": file, "reason": reason, "line": line, "column": column]
        self.members = members.compactMapValues(\.self).merging(others.compactMapValues(\.self)) { $1 }
    }
}

extension Console {
    /// Warns of problems with the files of a folder.
    func warn(_ problems: [MockFolder.Problem], in folder: URL) {
        for problem in problems { warn(FileProblem(problem, in: folder).text) }
    }
}
