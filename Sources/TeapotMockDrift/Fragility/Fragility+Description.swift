import TeapotMock

extension Fragility: CustomStringConvertible {
    /// The findings, grouped by loss and place, the members that nobody reads, and the notes.
    public var description: String {
        var lines: [String] = []
        for loss in Loss.allCases.reversed() {
            let group = findings.filter { $0.loss == loss }
            guard !group.isEmpty else { continue }
            lines.append("\(loss.title):")
            for (place, findings) in Self.places(of: group) {
                let changes = findings.map(\.change.rawValue).joined(separator: ", ")
                lines.append("  \(place) – \(changes)")
                if loss == .member { continue }
                let reasons = findings.map(\.reason).filter { !$0.isEmpty }
                if let reason = reasons.first { lines.append("    \(reason)") }
                var remedies: [String] = []
                for remedy in findings.compactMap(\.remedy) where !remedies.contains(remedy) { remedies.append(remedy) }
                lines += remedies.map { "    → \($0)" }
            }
        }
        if !unread.isEmpty { lines.append("read by nobody: \(unread.joined(separator: ", "))") }
        if !cured.isEmpty {
            lines.append("not fragile any more, so remove from the baseline:")
            lines += cured.map { "  \($0)" }
        }
        lines += (problems + notes).map { "not examined: \($0)" }
        let count = worst.count
        let changes = String(counting: changeCount, "change")
        var end = count == 0 ? "nothing is fragile" : "\(count) of them, by place and kind, lose more than their value"
        if changeCount == 0 { end = "nothing is known" }
        lines.append("\(changes) tried: \(end)")
        return lines.joined(separator: "\n")
    }

    /// Returns the findings of each place, in their order.
    private static func places(of findings: [Finding]) -> [(place: String, findings: [Finding])] {
        var places: [(place: String, findings: [Finding])] = []
        for finding in findings {
            let pointer = finding.pointer.isEmpty ? "the whole body" : finding.pointer
            let place = (finding.file.isEmpty ? pointer : "\(finding.file) \(pointer)").onOneLine
            if places.last?.place == place {
                places[places.count - 1].findings.append(finding)
            } else {
                places.append((place, [finding]))
            }
        }
        return places
    }
}

extension Fragility.Loss {
    /// What is lost, as in a baseline.
    var name: String {
        switch self {
        case .member: "the member"
        case .element: "the element"
        case .everything: "everything"
        }
    }

    fileprivate var title: String {
        switch self {
        case .member: "loses only the member"
        case .element: "loses the element or the object around it"
        case .everything: "loses everything"
        }
    }
}
