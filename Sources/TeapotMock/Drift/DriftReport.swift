/// In what the mocks of a folder are not what they stand for, and what was not looked at.
public struct DriftReport: Sendable, Equatable {
    /// Why some mocks, or some of what a document asks for, were not checked.
    public struct Unchecked: Sendable, Equatable {
        /// The mocks' paths below the folder, or places in the OpenAPI document.
        public var subjects: [String]
        /// The reason, the same for all of them.
        public var reason: String
    }

    /// What differs, ordered by file and place.
    public let drifts: [Drift]
    /// What was not checked, or only in part, and why.
    public let unchecked: [Unchecked]
    /// How many mocks were compared with something.
    public let checked: Int

    /// Whether nothing differs; look at ``unchecked`` and ``checked`` for how much that means.
    public var isEmpty: Bool { drifts.isEmpty }

    init(_ findings: DriftFindings) {
        drifts = Drift.arranged(findings.drifts)
        unchecked = findings.unchecked.map { Unchecked(subjects: $1.sorted(), reason: $0) }.sorted {
            ($0.subjects[0], $0.reason) < ($1.subjects[0], $1.reason)
        }
        checked = findings.checked.count
    }
}

extension DriftReport: CustomStringConvertible {
    /// A line for each drift, a line for each reason that something was not checked, and how many there are.
    public var description: String {
        let skipped = unchecked.map { unchecked in
            let rest = unchecked.subjects.count - Self.shownSubjects
            let more = rest > 0 ? ["and \(rest) more"] : []
            let subjects = (unchecked.subjects.prefix(Self.shownSubjects) + more).joined(separator: ", ")
            return "not checked: \(subjects): \(unchecked.reason)"
        }
        let count = drifts.reduce(0) { $0 + 1 + $1.others }
        let summary = "\(String(counting: count, "drift")) in \(String(counting: checked, "mock"))"
        return (drifts.map(\.description) + skipped + [summary]).joined(separator: "\n")
    }

    /// How many mocks are named that were not checked for the same reason.
    private static let shownSubjects = 5
}

/// What is found while mocks are checked, in no order.
struct DriftFindings: Sendable {
    var drifts: [Drift] = []
    /// What was not checked, by reason.
    var unchecked: [String: Set<String>] = [:]
    /// The mocks that were compared with something.
    var checked: Set<String> = []

    mutating func skip(_ subject: String, _ reason: String) {
        unchecked[reason, default: []].insert(subject)
    }

    mutating func add(_ others: DriftFindings) {
        drifts += others.drifts
        unchecked.merge(others.unchecked) { $0.union($1) }
        checked.formUnion(others.checked)
    }
}
