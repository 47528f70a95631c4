import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
package import TeapotMockOpenAPI

extension Finding {
    /// Returns a finding for each part of a document that has no effect or can't be followed, ordered by file and line.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - path: Its path.
    /// - Returns: The findings, with their lines.
    package static func all(in document: OpenAPIDocument, at path: String) -> [Finding] {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var problems = document.problems
        for (file, indices) in Dictionary(grouping: problems.indices, by: { problems[$0].file }) {
            // The document knows only the lines of YAML.
            let places = indices.filter { problems[$0].line == nil }
            guard !places.isEmpty, let text = FileManager.default.contents(atPath: folder + file),
                (try? JSON.check(text)) != nil
            else { continue }
            let pointers = places.map { JSONPointer(description: String(problems[$0].pointer?.dropFirst() ?? "")) }
            for (index, position) in zip(places, JSONLines(text).positions(of: pointers)) {
                (problems[index].line, problems[index].column) = (position?.line, position?.column)
            }
        }
        return problems.map { Finding($0, at: path) }.ordered(by: CheckReport.isOrdered)
    }
}
