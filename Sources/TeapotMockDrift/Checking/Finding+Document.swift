package import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
package import TeapotMockOpenAPI

extension Finding {
    /// Returns findings for the parts of a document that are wrong, have no effect or can't be followed, or for the
    /// error in reading it, ordered by file and line.
    ///
    /// - Parameters:
    ///   - problems: The problems.
    ///   - path: The path of the document.
    /// - Returns: The findings, with their lines.
    package static func all(_ problems: [OpenAPIDocument.ReadingError], at path: String) -> [Finding] {
        // The place may be in another file next to the document. Only problems in YAML have lines already.
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let places = problems.map { ($0.file, $0.line == nil ? $0.pointer.map { String($0.dropFirst()) } : nil) }
        let found = positions(of: places, below: folder)
        return problems.enumerated().map { index, problem in
            let (file, own) = (folder + problem.file, found[index])
            let (line, column) = (problem.line ?? own?.line, problem.column ?? own?.column)
            let place = ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
            let pointer = problem.pointer.map { $0 == "#" ? "" : " \($0):" } ?? ""
            return Finding(
                "\(place):\(pointer) \(problem.reason)", file: file, line: line, column: column,
                ["reason": problem.reason, "pointer": problem.pointer])
        }.ordered(by: CheckReport.isOrdered)
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
    /// Additional members for programs.
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
        let places = problems.map { ($0.file, $0.line == nil ? $0.pointer : nil) }
        let found = positions(of: places, below: folder.path + "/")
        return problems.enumerated().map { index, problem in
            let file = prefix(of: folder) + problem.file
            let place = found[index].map { ":\($0.line):\($0.column)" } ?? ""
            return Finding(
                file + place + problem.description.dropFirst(problem.file.count), file: file,
                line: problem.line ?? found[index]?.line, column: problem.column ?? found[index]?.column,
                problem.members)
        }
    }

    /// Returns the lines and columns of values in JSON files, or those of their parents for missing values, by index.
    private static func positions(
        of places: [(file: String, pointer: String?)], below folder: String
    ) -> [Int: (line: Int, column: Int)] {
        var found: [Int: (line: Int, column: Int)] = [:]
        let pointed = places.indices.filter { places[$0].pointer != nil }
        for (file, indices) in Dictionary(grouping: pointed, by: { places[$0].file }) {
            let text = FileManager.default.contents(atPath: folder + file) ?? Data()
            if (try? JSON.check(text)) == nil { continue }
            let pointers = indices.map { places[$0].pointer ?? "" }
            let parents = pointers.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
            let positions = JSONLines(text).positions(of: (pointers + parents).map { JSONPointer(description: $0) })
            for (place, index) in indices.enumerated() {
                found[index] = positions[place] ?? positions[place + indices.count]
            }
        }
        return found
    }
}
