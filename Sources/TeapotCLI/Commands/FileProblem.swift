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
        let (here, path) = (FileManager.default.currentDirectoryPath + "/", folder.path + "/")
        let prefix = path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
        text = prefix + problem.description
        var members: [String: any Sendable] = ["file": prefix + problem.file, "reason": problem.reason]
        members["line"] = problem.line
        members["column"] = problem.column
        self.members = members
    }

    init(_ problem: WireMockImport.Problem) {
        text = problem.description
        var members: [String: any Sendable] = [
            "file": problem.file, "reason": problem.reason, "effect": problem.effect.rawValue,
        ]
        members["pointer"] = problem.pointer
        members["line"] = problem.line
        members["column"] = problem.column
        self.members = members
    }
}

extension Console {
    /// Warns of problems with the files of a folder.
    func warn(_ problems: [MockFolder.Problem], in folder: URL) {
        for problem in problems { warn(FileProblem(problem, in: folder).text) }
    }
}
