package import Foundation
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
            let pointers = places.map { String(problems[$0].pointer?.dropFirst() ?? "") }
            let positions = positions(of: pointers, inFile: folder(of: path) + file)
            for (index, position) in zip(places, positions) {
                (problems[index].line, problems[index].column) = (position?.line, position?.column)
            }
        }
        return problems
    }
}

/// A problem with a value in a JSON file, as reported by a library.
package protocol ReportedProblem: CustomStringConvertible {
    /// The file's path below a folder, with which the description begins.
    var file: String { get }
    /// The line and the column of invalid JSON, counted from 1.
    var line: Int? { get }
    var column: Int? { get }
    /// The place of the value (RFC 6901), or `nil` for the whole file.
    var pointer: String? { get }
    /// The members for programs.
    var members: [String: String?] { get }
}

extension ReportedProblem {
    package var members: [String: String?] { [:] }
}

extension Finding {
    /// Returns findings for problems, with the lines and columns of their values.
    ///
    /// - Parameters:
    ///   - problems: The problems.
    ///   - folder: The folder of the files.
    /// - Returns: A finding for each problem, in the same order.
    package static func all(_ problems: [some ReportedProblem], in folder: URL) -> [Finding] {
        var found: [Int: (line: Int, column: Int)] = [:]
        for (file, indices) in Dictionary(grouping: problems.indices, by: { problems[$0].file }) {
            let places = indices.filter { problems[$0].line == nil && problems[$0].pointer != nil }
            let path = folder.appendingPathComponent(file).path
            let positions = positions(of: places.map { problems[$0].pointer ?? "" }, inFile: path)
            for (index, position) in zip(places, positions) { found[index] = position }
        }
        return problems.enumerated().map { index, problem in
            let file = prefix(of: folder) + problem.file
            let place = found[index].map { ":\($0.line):\($0.column)" } ?? ""
            return Finding(
                file + place + problem.description.dropFirst(problem.file.count), file: file,
                line: problem.line ?? found[index]?.line, column: problem.column ?? found[index]?.column,
                problem.members)
        }
    }

    /// Returns the lines and columns of values in a JSON file, or those of their parents for missing values; `nil` if
    /// neither is found.
    private static func positions(
        of pointers: [String], inFile path: String
    ) -> [(line: Int, column: Int)?] {
        guard !pointers.isEmpty, let text = FileManager.default.contents(atPath: path), (try? JSON.check(text)) != nil
        else { return pointers.map { _ in nil } }
        let parents = pointers.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
        let found = JSONLines(text).positions(of: (pointers + parents).map { JSONPointer(description: $0) })
        return zip(found, found.dropFirst(pointers.count)).map { $0 ?? $1 }
    }
}

private func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "" }
