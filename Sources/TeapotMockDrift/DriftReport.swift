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
    public private(set) var drifts: [Drift]
    /// The mocks and parts that weren't checked, or only in part, with the reasons.
    public let unchecked: [Unchecked]
    /// The number of mocks that were compared with something.
    public private(set) var checked: Int
    /// The operations of the OpenAPI document that have no mock, such as `POST /products`, ordered by path and method;
    /// `nil` if the mocks weren't compared with a document.
    public let operationsWithoutMock: [String]?
    /// The paths below the folder of the mocks that belong to no operation of the OpenAPI document; `nil` if the mocks
    /// weren't compared with a document.
    public let mocksWithoutOperation: [String]?

    /// Whether there are no differences; see ``unchecked`` and ``checked`` for the coverage.
    ///
    /// An operation without a mock, or a mock without an operation, isn't a difference.
    public var isEmpty: Bool { drifts.isEmpty }

    init(_ findings: DriftResults) {
        drifts = Drift.arranged(findings.drifts)
        unchecked = findings.unchecked.map { Unchecked(subjects: $1.sorted(), reason: $0) }.sorted {
            ($0.subjects[0], $0.reason) < ($1.subjects[0], $1.reason)
        }
        checked = findings.checked.count
        operationsWithoutMock = findings.missing
        mocksWithoutOperation = findings.missing.map { _ in findings.strays.sorted() }
    }
}

extension DriftReport {
    /// Returns the report without the files that can't be read and are already reported.
    func omittingFiles(where isReported: (String) -> Bool) -> DriftReport {
        var report = self
        report.drifts.removeAll { $0.kind == .file && isReported($0.file) }
        report.checked -= drifts.count - report.drifts.count
        return report
    }

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
    public var description: String {
        (drifts.map(\.description) + unchecked.map(\.line) + [count]).joined(separator: "\n")
    }

    private var count: String {
        let count = drifts.reduce(0) { $0 + 1 + $1.others }
        let mocks = max(checked, Set(drifts.filter { $0.kind != .folder }.map(\.file)).count)
        if mocks == 0 { return "Nothing could be compared" }
        return "\(String(counting: count, "difference")) in \(String(counting: mocks, "mock"))"
    }

    /// The numbers of differences and of operations without a mock.
    package var total: String {
        let missing = operationsWithoutMock?.count ?? 0
        let verb = missing == 1 ? "has" : "have"
        return count + (missing > 0 ? "; \(String(counting: missing, "operation")) \(verb) no mock" : "")
    }

    /// A line for each reason why something wasn't checked, for each mock without an operation, and for each operation
    /// without a mock.
    ///
    /// - Parameter prefix: The beginning of the paths of mocks.
    /// - Returns: The lines.
    package func coverage(below prefix: String) -> [String] {
        let strays = Set(mocksWithoutOperation ?? [])
        let without = unchecked.filter { strays.isSuperset(of: $0.subjects) }
        return unchecked.filter { !without.contains($0) }.map(\.line)
            + without.flatMap { one in one.subjects.map { "no operation for \(prefix)\($0): \(one.reason)" } }
            + (operationsWithoutMock ?? []).map { "no mock for \($0)" }
    }
}

extension DriftReport.Unchecked {
    /// The subjects and the reason, for a report.
    fileprivate var line: String {
        let rest = subjects.count - Self.shownSubjects
        let more = rest > 0 ? ["and \(rest) more"] : []
        return "not checked: \((subjects.prefix(Self.shownSubjects) + more).joined(separator: ", ")): \(reason)"
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
    /// The operations without a mock, or `nil` if there's no document.
    var missing: [String]?
    /// The mocks without an operation.
    var strays: Set<String> = []

    mutating func skip(_ subject: String, _ reason: String) {
        unchecked[reason, default: []].insert(subject)
    }

    mutating func add(_ others: DriftResults) {
        drifts += others.drifts
        unchecked.merge(others.unchecked) { $0.union($1) }
        checked.formUnion(others.checked)
        missing = others.missing ?? missing
        strays.formUnion(others.strays)
    }
}
