import TeapotMock

extension Fragility: CustomStringConvertible {
    /// The findings, grouped by loss and place, the members that aren't read, and the notes.
    public var description: String {
        var lines: [String] = []
        for loss in Loss.allCases.reversed() {
            let group = findings.filter { $0.loss == loss }
            guard !group.isEmpty else { continue }
            let isTolerated = loss > .member && loss <= tolerated
            lines.append("\(loss.title)\(isTolerated ? " (tolerated)" : ""):")
            for (place, findings) in places(of: group) {
                let changes = findings.map(\.change.rawValue).joined(separator: ", ")
                lines.append("  \(place) – \(changes)")
                if loss <= tolerated { continue }
                lines += findings.filter { !$0.reason.isEmpty }.map { "    \($0.change.rawValue): \($0.reason)" }
            }
            if loss > tolerated { lines += Self.remedies(of: group).map { "  → \($0)" } }
        }
        if !unread.isEmpty { lines.append("never read: \(unread.joined(separator: ", "))") }
        if !cured.isEmpty {
            lines.append("no longer fragile; this isn't a failure, but remove these from the baseline:")
            lines += cured.map { "  \($0)" }
        }
        lines += (problems + notes).map { "not examined: \($0)" }
        if let missingBaseline {
            let file = "“\(missingBaseline.onOneLine)”"
            lines.append("there is no baseline \(file), so every finding is new; write `report.baseline` to it")
        }
        let changes = String(counting: changeCount, "change")
        let place = onlyFile.map { " of \($0.onOneLine)" } ?? ""
        lines.append("\(changes)\(place) tried: \(sum)")
        return lines.joined(separator: "\n")
    }

    /// Returns the remedies for findings, each sentence once, with the names of the members.
    private static func remedies(of findings: [Finding]) -> [String] {
        var remedies: [(advice: Advice, names: [String])] = []
        for advice in findings.compactMap(\.advice) {
            guard let index = remedies.firstIndex(where: { $0.advice.isLike(advice) }) else {
                remedies.append((advice, [advice.name]))
                continue
            }
            if !remedies[index].names.contains(advice.name) { remedies[index].names.append(advice.name) }
        }
        return remedies.map { $0.advice.text(for: $0.names) }
    }

    /// The note about places where no mock has a value, or `nil` if there are none.
    var hidden: String? {
        var places: [String] = []
        for place in blank where !shown.contains(place) && !places.contains(place) { places.append(place) }
        guard !places.isEmpty else { return nil }
        let names = places.map { $0.isEmpty ? "the whole body" : $0 }.joined(separator: ", ").onOneLine
        let samples = files.count > 1 ? "the samples have" : "the sample has"
        return "the values at \(names), because \(samples) only nulls or nothing there"
    }

    /// The file, if only one was examined.
    private var onlyFile: String? { files.count == 1 ? files[0] : nil }

    /// The number of findings that make the report fail.
    private var sum: String {
        let count = worst.count
        if changeCount == 0 { return "nothing was tested" }
        let loss = tolerated == .member ? "more than the value is lost" : "everything is lost"
        if count > 0 {
            let known = knownCount == 0 ? "" : "; \(knownCount) more are known"
            return "\(String(counting: count, "finding")) in which \(loss)\(known)"
        }
        if knownCount > 0 { return "nothing new is fragile; \(String(counting: knownCount, "finding")) known" }
        return tolerated == .member ? "nothing is fragile" : "no loss exceeds what is tolerated"
    }

    /// Returns the findings of each place, in their order.
    private func places(of findings: [Finding]) -> [(place: String, findings: [Finding])] {
        var places: [(place: String, findings: [Finding])] = []
        for finding in findings {
            let pointer = finding.pointer.isEmpty ? "the whole body" : finding.pointer
            let isNamed = !finding.file.isEmpty && onlyFile == nil
            let place = (isNamed ? "\(finding.file) \(pointer)" : pointer).onOneLine
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
    /// The loss, as named in a baseline.
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
