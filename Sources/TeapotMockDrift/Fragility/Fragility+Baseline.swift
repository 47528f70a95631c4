public import Foundation
import TeapotMock

extension Fragility {
    /// The findings that make the report fail, as the text of a baseline: a line for each, sorted, such as
    /// `products/success.json /0/price: null loses everything`.
    ///
    /// Write it to a file once, and again after a fix:
    ///
    /// ```swift
    /// let report = folder.fragility(of: [Product].self, for: "/products")
    /// try report.baseline.write(to: url, atomically: true, encoding: .utf8)
    /// ```
    public var baseline: String {
        worst.map(\.line).sorted().map { $0 + "\n" }.joined()
    }

    /// Returns the report without the findings in a baseline.
    ///
    /// With a baseline, CI fails only for new fragility. Lines of the baseline that no longer apply are listed in
    /// ``cured``.
    ///
    /// ```swift
    /// let report = try folder.fragility(of: [Product].self, for: "/products").beyond(baseline: url)
    /// #expect(report.isEmpty, "\(report)")
    /// ```
    ///
    /// - Parameter url: The file of the baseline, which has the text of ``baseline``. Empty lines and lines that begin
    ///   with `# ` are ignored. If there's no file, all findings are new, and the report says so.
    /// - Returns: The report.
    /// - Throws: An error if the file can't be read.
    public func beyond(baseline url: URL) throws -> Fragility {
        do { return beyond(try String(contentsOf: url, encoding: .utf8)) } catch CocoaError.fileReadNoSuchFile {
            var report = beyond("")
            report.missingBaseline = url.path
            return report
        }
    }

    /// Returns the report without the findings in a baseline's text.
    func beyond(_ baseline: String) -> Fragility {
        let lines = baseline.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
        let known = Set(lines.filter { !$0.isEmpty && !$0.hasPrefix("# ") })
        var rest = self
        // A finding that has become a smaller loss isn't new.
        rest.findings = findings.filter { known.isDisjoint(with: $0.lines) }
        let fragile = findings.filter { $0.loss > .member }
        rest.knownCount += fragile.count - rest.findings.count { $0.loss > .member }
        rest.cured = known.subtracting(fragile.flatMap(\.lines)).sorted()
        return rest
    }
}

extension Fragility.Finding {
    /// The finding as a line of a baseline.
    var line: String { line(losing: loss) }

    /// The lines of a baseline that cover the finding, with its loss or a greater one.
    var lines: [String] { Fragility.Loss.allCases.filter { $0 >= loss }.map { line(losing: $0) } }

    private func line(losing loss: Fragility.Loss) -> String {
        let place = pointer.isEmpty ? "(all)" : pointer
        return "\(file.isEmpty ? "" : file + " ")\(place): \(change.rawValue) loses \(loss.name)".onOneLine
    }
}
