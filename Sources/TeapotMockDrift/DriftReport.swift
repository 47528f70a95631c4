import TeapotMock

/// The differences found in the mocks of a folder, and the parts that weren't checked.
public struct DriftReport: Sendable, Equatable {
    /// Mocks, or parts of a document, that weren't checked, and the reason.
    public struct Unchecked: Sendable, Equatable {
        /// The mocks' paths below the folder, or places in the OpenAPI document.
        public var subjects: [String]
        /// The reason, the same for all of them.
        public var reason: String
    }

    /// The differences, ordered by file and place.
    public let drifts: [Drift]
    /// The mocks and parts that weren't checked, or only in part, with the reasons.
    public let unchecked: [Unchecked]
    /// The number of mocks that were compared with something.
    public let checked: Int

    /// Whether there are no differences; see ``unchecked`` and ``checked`` for the coverage.
    public var isEmpty: Bool { drifts.isEmpty }

    init(_ findings: DriftResults) {
        drifts = Drift.arranged(findings.drifts)
        unchecked = findings.unchecked.map { Unchecked(subjects: $1.sorted(), reason: $0) }.sorted {
            ($0.subjects[0], $0.reason) < ($1.subjects[0], $1.reason)
        }
        checked = findings.checked.count
    }
}

extension DriftReport {
    /// The error of a live server that answered no request, or `nil` if it answered one, or if none was sent.
    package var networkError: String? {
        // A mock that can't be read counts as checked.
        let others = drifts.filter { $0.kind != .network }
        guard others.count == checked, others.allSatisfy({ $0.kind == .file }) else { return nil }
        return drifts.first { $0.kind == .network }?.found
    }
}

extension DriftReport: CustomStringConvertible {
    /// A line for each difference, a line for each reason why something wasn't checked, and the totals.
    public var description: String { (drifts.map(\.description) + totals).joined(separator: "\n") }

    /// A line for each reason why something wasn't checked, and the totals.
    package var totals: [String] {
        let skipped = unchecked.map { unchecked in
            let rest = unchecked.subjects.count - Self.shownSubjects
            let more = rest > 0 ? ["and \(rest) more"] : []
            let subjects = (unchecked.subjects.prefix(Self.shownSubjects) + more).joined(separator: ", ")
            return "not checked: \(subjects): \(unchecked.reason)"
        }
        let count = drifts.reduce(0) { $0 + 1 + $1.others }
        let mocks = max(checked, Set(drifts.filter { $0.kind != .folder }.map(\.file)).count)
        return skipped + ["\(String(counting: count, "drift")) in \(String(counting: mocks, "mock"))"]
    }

    /// The maximum number of unchecked mocks to name for one reason.
    private static let shownSubjects = 5
}

/// The results of checking mocks, in no particular order.
struct DriftResults: Sendable {
    var drifts: [Drift] = []
    /// The unchecked subjects, by reason.
    var unchecked: [String: Set<String>] = [:]
    /// The mocks that were compared with something.
    var checked: Set<String> = []

    mutating func skip(_ subject: String, _ reason: String) {
        unchecked[reason, default: []].insert(subject)
    }

    mutating func add(_ others: DriftResults) {
        drifts += others.drifts
        unchecked.merge(others.unchecked) { $0.union($1) }
        checked.formUnion(others.checked)
    }
}
