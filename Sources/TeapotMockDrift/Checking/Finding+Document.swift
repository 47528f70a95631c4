import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
package import TeapotMockOpenAPI

extension Finding {
    /// Returns a finding for each part of a document that is wrong, has no effect or can't be followed, ordered by file
    /// and line.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - path: Its path.
    /// - Returns: The findings, with their lines.
    package static func all(in document: OpenAPIDocument, at path: String) -> [Finding] {
        placed(document.problems, at: path).map { Finding(placed: $0, at: path) }.ordered(by: CheckReport.isOrdered)
    }

    /// Creates a finding for a part of a document that has no effect, or for the error that occurred in reading it.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - path: The path of the document.
    package init(_ problem: OpenAPIDocument.ReadingError, at path: String) {
        self.init(placed: Self.placed([problem], at: path)[0], at: path)
    }

    private init(placed problem: OpenAPIDocument.ReadingError, at path: String) {
        // The place may be in a file beside the document.
        let file = folder(of: path) + problem.file
        let place = ([file] + [problem.line, problem.column].compactMap { $0.map(String.init) }).joined(separator: ":")
        let pointer = problem.pointer.map { $0 == "#" ? "" : " \($0):" } ?? ""
        self.init(
            "\(place):\(pointer) \(problem.reason)", file: file, line: problem.line, column: problem.column,
            ["reason": problem.reason, "pointer": problem.pointer])
    }

    /// Returns problems with the lines and columns of those in JSON, since a document knows only the lines of YAML.
    private static func placed(
        _ problems: [OpenAPIDocument.ReadingError], at path: String
    ) -> [OpenAPIDocument.ReadingError] {
        var problems = problems
        for (file, indices) in Dictionary(grouping: problems.indices, by: { problems[$0].file }) {
            let places = indices.filter { problems[$0].line == nil && problems[$0].pointer != nil }
            guard !places.isEmpty, let text = FileManager.default.contents(atPath: folder(of: path) + file),
                (try? JSON.check(text)) != nil
            else { continue }
            let pointers = places.map { JSONPointer(description: String(problems[$0].pointer?.dropFirst() ?? "")) }
            for (index, position) in zip(places, JSONLines(text).positions(of: pointers)) {
                (problems[index].line, problems[index].column) = (position?.line, position?.column)
            }
        }
        return problems
    }
}

private func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }
