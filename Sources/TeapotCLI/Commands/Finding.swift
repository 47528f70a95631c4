import Teapot
import TeapotMock
import TeapotMockWireMock
import TeapotMockFolders

/// A problem with a file: a line for people, members for programs.
struct Finding {
    let text: String
    let members: [String: any Sendable]

    /// Creates a finding.
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

    /// Returns the steps of a scenario whose mocks do not exist.
    static func missingMocks(of scenario: Scenario, in folder: MockFolder) -> [Finding] {
        scenario.steps.enumerated().compactMap { index, step in
            guard folder.mock(in: step.folder, named: step.responseFileName) == nil else { return nil }
            let name = "scenario “\(scenario.name)”"
            let reason = "step \(index + 1): there is no mock “\(step.responseFileName)” in “\(step.folder)”"
            return Finding(text: "\(name): \(reason)", members: ["file": name, "reason": reason])
        }
    }

    private init(text: String, members: [String: any Sendable]) { (self.text, self.members) = (text, members) }
}
