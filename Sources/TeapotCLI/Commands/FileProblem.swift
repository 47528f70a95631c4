import TeapotMockWireMock
import TeapotMockFolders

/// A problem with a file, as a line for people and as members for programs.
struct FileProblem {
    let text: String
    let members: [String: any Sendable]

    /// Creates a line for a problem.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - folder: The prefix of the file's name.
    init(_ problem: MockFolder.Problem, in folder: String) {
        text = folder + problem.description
        var members: [String: any Sendable] = ["file": folder + problem.file, "reason": problem.reason]
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
