import TeapotMock

extension FailureReport: CustomStringConvertible {
    /// The number of paths that a finding lists.
    private static let listedPaths = 8

    /// A readable summary: the runs, a table of the results, and the findings with the paths to replay.
    public var description: String {
        var lines = [
            "\(runCount) runs, " + (findings.isEmpty ? "no findings" : String(counting: findings.count, "finding"))
        ]
        if skippedPairCount > 0 {
            lines[0] += "; not tried: \(String(counting: skippedPairCount, "pair")) of failures, see `budget`"
        }
        lines += notes
        lines += ["", table]
        for finding in findings { lines += ["", text(of: finding)] }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the text of a finding, with the shortest path to replay.
    func text(of finding: Finding) -> String {
        let path = finding.paths[0]
        var lines = [finding.text]
        let requests = path.steps.compactMap { step in
            guard let request = step.request else { return nil as String? }
            guard case .documented(let status?) = step.failure else { return "\(step) is \(request)" }
            return "\(step) is \(request) with its documented \(status)"
        }
        if !requests.isEmpty { lines.append("In the path, \(requests.joined(separator: ", ")).") }
        lines.append(
            path.isEmpty
                ? "This happens even if nothing fails."
                : "To run this path alone, write `everyFailure(replaying: \"\(path)\")`.")
        let others = Self.variedFirst(finding.paths).dropFirst()
        if !others.isEmpty {
            let listed = others.prefix(Self.listedPaths).map(\.description).joined(separator: " ")
            let rest = others.count - Self.listedPaths
            lines.append("Also on: \(listed)\(rest > 0 ? " and \(rest) more" : "")")
        }
        return lines.joined(separator: "\n")
    }

    /// Reorders paths so that each failure comes once before any failure is repeated.
    private static func variedFirst(_ paths: [FailurePath]) -> [FailurePath] {
        var counts: [[FailurePath.Failure]: Int] = [:]
        let rounds = paths.map { path in
            counts[path.failures, default: 0] += 1
            return counts[path.failures, default: 0]
        }
        return zip(rounds, paths).enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
            .map(\.element.1)
    }

    /// The results of single failures: a row for each failure, and a column for each request.
    private var table: String {
        guard !requests.isEmpty else { return "" }
        var lines = requests.enumerated().map { "\($0.offset + 1)  \($0.element)" }
        let width = (failureNames.map(\.count).max() ?? 0) + 1
        let columns = (1...requests.count).map { " \($0)" }
        lines += ["", "".padded(to: width) + columns.joined()]
        for name in failureNames {
            let cells = (1...requests.count).map { number in
                (results[number]?[name]?.rawValue ?? " ").leftPadded(to: "\(number)".count + 1)
            }
            lines.append(name.padded(to: width) + cells.joined())
        }
        lines.append(". returned, x threw, ! see the findings")
        return lines.joined(separator: "\n")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    fileprivate func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
