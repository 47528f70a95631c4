package import Foundation
package import Teapot
import TeapotMock

/// The result of checking files: their problems and, for mocks, the differences from a document or a server.
package struct CheckReport: Sendable {
    private let problems: [Finding]
    private let drift: DriftReport?
    /// The beginning of the paths of the mocks.
    private let prefix: String
    /// Whether an operation without a mock is a finding.
    private let requiresAll: Bool

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - problems: The problems with files.
    ///   - drift: The comparison of mocks, or `nil` if they weren't compared.
    ///   - folder: The folder of those mocks.
    ///   - requiresAll: Whether an operation without a mock is a finding.
    package init(_ problems: [Finding], _ drift: DriftReport? = nil, in folder: URL? = nil, requiresAll: Bool = false) {
        let prefix = folder.map(Finding.prefix) ?? ""
        let broken = Set(problems.map(\.file))
        self.problems = problems.ordered(by: Self.isOrdered)
        // A mock that can't be read is already a problem.
        self.drift = drift?.omittingFiles { broken.contains(prefix + $0) }
        (self.prefix, self.requiresAll) = (prefix, requiresAll)
    }

    /// Whether nothing was found.
    package var isClean: Bool {
        problems.isEmpty && drift?.isEmpty != false && !(requiresAll && drift?.operationsWithoutMock?.isEmpty == false)
    }

    /// The report as a document for programs.
    package var json: JSON {
        var members: [String: any Sendable] = ["problems": problems.map(\.members) as [any Sendable]]
        members["drift"] = drift?.json
        return .dictionary(members)
    }

    /// A line for each finding, ordered by file, line and place.
    package var findings: [String] {
        let others = (drift?.drifts ?? []).map { drift in
            let whole = prefix.isEmpty ? drift.file : String(prefix.dropLast())
            let file = drift.kind == .folder ? whole : prefix + drift.file
            let text = file + (drift.line.map { ":\($0)" } ?? "") + drift.rest
            // Headers come after the body.
            return Finding(text, file: file, line: drift.header == nil ? drift.line : .max, column: nil, [:])
        }
        return (problems + others).ordered(by: Self.isOrdered).map(\.text)
    }

    /// The findings, what wasn't checked, what has no mock or no operation, and the totals.
    ///
    /// - Parameter subjects: The number of checked files, such as `3 mocks`; empty for an unreadable document.
    /// - Returns: The lines.
    package func lines(for subjects: String) -> [String] {
        var totals = drift.map { [$0.total] } ?? []
        let empty = ["0 operations": "The document has no operations", "0 stubs": "The folder “mappings” has no stubs"]
        if isClean { totals.append(empty[subjects] ?? "No problems in \(subjects)") }
        let effects = ["0 stubs": "no stub can be served", "": "the document can't be read"]
        let rest = effects[subjects].map { ": \($0)" } ?? "; \(subjects) checked"
        if !problems.isEmpty { totals.append(String(counting: problems.count, "problem") + rest) }
        return findings + (drift?.coverage(below: prefix) ?? []) + [totals.joined(separator: ". ") + "."]
    }

    /// Returns whether a finding comes before another: by file, line and column.
    static func isOrdered(_ left: Finding, _ right: Finding) -> Bool {
        (left.file, left.line ?? 0, left.column ?? 0) < (right.file, right.line ?? 0, right.column ?? 0)
    }
}
