import TeapotMock

/// The information that the runs have revealed about the code so far.
struct FailureKnowledge: Sendable {
    private(set) var rules = FailureRules([])
    /// The names of the requests in the run in which nothing fails.
    private(set) var names: [String] = []
    /// Whether the order of requests varies.
    private(set) var isOrderVarying = false
    /// The number of runs in which not all failures happened.
    private var missedCount = 0

    /// The number of requests after which a run counts as endless: ten times the usual number, plus 100.
    var requestLimit: Int { names.isEmpty ? 10_000 : 10 * names.count + 100 }

    /// Records the information that a run reveals about the code.
    mutating func learn(from record: FailureRun.State, _ path: FailurePath) {
        let runNames = record.arrivals.map(\.name)
        if names.isEmpty, path.isEmpty {
            rules = FailureRules(record.arrivals)
            names = runNames
        } else {
            rules.compare(with: record.arrivals)
        }
        let first = record.arrivals.firstIndex { $0.failure != nil } ?? record.arrivals.count - 1
        // Up to the first failure, all runs should send the same requests.
        if record.isConcurrent || !zip(names, runNames).prefix(first + 1).allSatisfy({ $0 == $1 }) {
            isOrderVarying = true
        }
        if record.reached.count < path.steps.count { missedCount += 1 }
    }

    /// Completes a report with the information known at the end.
    func complete(_ report: inout FailureReport) {
        if isOrderVarying { report.nameRequests() }
        guard missedCount > 0 else { return }
        report.notes.append(
            """
            In \(String(counting: missedCount, "run")) some failures never happened, because the code didn't send \
            the same requests as before.
            """)
    }
}
