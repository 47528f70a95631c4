import Foundation
import Teapot
import TeapotMock

/// The code of a test, which runs again and again while its requests fail in each way.
struct FailureExplorer<Value: Sendable>: Sendable {
    typealias Failure = FailurePath.Failure

    /// A run that ended.
    struct Run: Sendable {
        let path: FailurePath
        let record: FailureRun.State
        let result: FailureReport.Result

        /// The position of the first request that failed, or `nil` if none did.
        var firstFailing: Int? { record.arrivals.firstIndex { $0.failure != nil } }

        /// The ways in which the first failure can last, which need later requests to make a difference.
        var laterExtents: [FailurePath.Step.Extent] {
            guard let index = firstFailing else { return [] }
            let later = record.arrivals[(index + 1)...]
            let name = record.arrivals[index].name
            let isRepeated = later.contains { $0.name == name }
            // If all later requests have the same target, both ways are the same.
            return (isRepeated ? [.sameTarget] : []) + (later.contains { $0.name != name } ? [.allLater] : [])
        }
    }

    /// The number of runs that do not end after which the search stops.
    private static var stuckLimit: Int { 3 }

    let failures: [Failure]
    /// The number of runs at which no more pairs are begun.
    let budget: Int
    let ignored: Set<FailureReport.Rule>
    let body: @Sendable () async throws -> Value
    let check: (@Sendable (FailureOutcome<Value>) async throws -> Void)?
    let watch: FailureWatch
    private let original: Router

    /// - Parameters:
    ///   - failures: The failures of each request.
    ///   - budget: The number of runs at which no more pairs are begun.
    ///   - ignored: The rules that need not be obeyed.
    ///   - watch: The watch over runs that do not end.
    ///   - router: The router whose routes each run has, or `nil` for that of the test.
    ///   - body: The code of the test.
    ///   - check: The expectations of the test about each outcome.
    init(
        failures: [Failure], budget: Int, ignoring ignored: Set<FailureReport.Rule>, watch: FailureWatch,
        router: Router? = nil, body: @escaping @Sendable () async throws -> Value,
        check: (@Sendable (FailureOutcome<Value>) async throws -> Void)?
    ) {
        self.failures = failures
        self.budget = budget
        self.ignored = ignored
        self.watch = watch
        self.body = body
        self.check = check
        if let router = router ?? Router.ofTest {
            original = router
        } else {
            original = Router()
            original.time = .skipped
        }
    }

    /// Runs the code on one path, or on all that the budget allows.
    ///
    /// - Parameters:
    ///   - path: The text of the path, or `nil` for all paths.
    ///   - report: The report to complete, also if this throws.
    /// - Throws: The error of a run in which nothing fails, or ``FailureReport/SetupError``.
    func run(replaying path: String?, _ report: inout FailureReport) async throws {
        defer { report.sort() }
        guard let path else { return try await explore(&report) }
        try await replay(try FailurePath(path), in: &report)
    }

    /// Runs the code along one path only, after two runs in which nothing fails.
    private func replay(_ path: FailurePath, in report: inout FailureReport) async throws {
        let (_, rules) = try await begin(&report)
        let run = try await run(path, rules, &report)
        for (index, step) in path.steps.enumerated() where !run.record.reached.contains(index) {
            throw FailureReport.SetupError.unreached(path, step, run.record.arrivals.map(\.name))
        }
    }

    /// Runs the code with each failure of each request, and with pairs of failures.
    private func explore(_ report: inout FailureReport) async throws {
        let (usual, rules) = try await begin(&report)
        report.failureNames = failures.map(\.description)
        var singles: [Run] = []
        for index in usual.record.arrivals.indices {
            for failure in failures {
                guard let step = step(failure, at: index, of: usual, isConcurrent: usual.record.isConcurrent) else {
                    continue
                }
                let run = try await run(FailurePath([step]), rules, &report)
                report.results[index + 1, default: [:]][failure.description] = run.result
                if watch.stuckCount >= Self.stuckLimit { return report.notes.append(Self.stopNote) }
                if run.record.arrivals.count > index + 1 { singles.append(run) }
            }
        }
        for run in singles where run.path.steps[0].failure.mayLast {
            for extent in run.laterExtents {
                let step = run.path.steps[0]
                let lasting = FailurePath.Step(
                    target: step.target, extent: extent, failure: step.failure, request: step.request)
                _ = try await self.run(FailurePath([lasting]), rules, &report)
                if watch.stuckCount >= Self.stuckLimit { return report.notes.append(Self.stopNote) }
            }
        }
        try await explorePairs(after: singles, rules, &report)
    }

    private static var stopNote: String { "The search stopped, because \(stuckLimit) runs did not end." }

    /// Runs the code twice without failures.
    private func begin(_ report: inout FailureReport) async throws -> (Run, FailureRules) {
        let strays = original.journal.lastNumber
        let nothing = FailureRules([], [])
        let first = try await run(FailurePath([]), nothing, &report, throwsErrors: true)
        guard !first.record.arrivals.isEmpty else {
            throw FailureReport.SetupError.noRequests(strays: original.journal.lastNumber - strays)
        }
        let second = try await run(FailurePath([]), nothing, &report, throwsErrors: true)
        let names = first.record.arrivals.map(\.name)
        report.requests = names
        if second.record.arrivals.map(\.name).sorted() != names.sorted() {
            report.notes.append(
                """
                Two runs in which nothing failed sent different requests, so a path may lead to other requests when it \
                is run again.
                """)
        }
        return (first, FailureRules(first.record.arrivals, second.record.arrivals))
    }

    /// Returns the failure of a request of a run, or `nil` if it can't fail in this way.
    private func step(
        _ failure: Failure, at index: Int, of run: Run, isConcurrent: Bool
    ) -> FailurePath.Step? {
        let arrival = run.record.arrivals[index]
        // A request that already fails has nothing left to change.
        guard arrival.failure == nil, failure.fits(arrival.response?.body) else { return nil }
        let target: FailurePath.Step.Target =
            isConcurrent ? .name(arrival.name, occurrence: arrival.occurrence) : .number(index + 1)
        return FailurePath.Step(
            target: target, extent: .once, failure: failure.placed(in: arrival.response?.body),
            request: arrival.name)
    }

    /// Runs the code with pairs of failures, evenly chosen if there are more than the budget allows.
    private func explorePairs(after singles: [Run], _ rules: FailureRules, _ report: inout FailureReport) async throws {
        var pairs: [FailurePath] = []
        var count = 0
        // Two passes, because the paths of all pairs could be many.
        for isCounting in [true, false] {
            let room = max(0, budget - report.runCount)
            var number = 0
            for run in singles {
                let step = run.path.steps[0]
                let first = run.firstFailing ?? 0
                let isConcurrent = if case .name = step.target { true } else { run.record.isConcurrent }
                for index in run.record.arrivals.indices where index > first {
                    for failure in failures {
                        guard let second = self.step(failure, at: index, of: run, isConcurrent: isConcurrent) else {
                            continue
                        }
                        defer { number += 1 }
                        if isCounting { continue }
                        // Of every `count` pairs, `room` are taken, at even distances.
                        let isTaken = count <= room || (number + 1) * room / count > number * room / count
                        if isTaken { pairs.append(FailurePath([step, second])) }
                    }
                }
            }
            count = number
        }
        report.skippedPairCount = count - pairs.count
        for path in pairs {
            _ = try await run(path, rules, &report)
            if watch.stuckCount >= Self.stuckLimit { return report.notes.append(Self.stopNote) }
        }
    }

    /// Runs the code once.
    private func run(
        _ path: FailurePath, _ rules: FailureRules, _ report: inout FailureReport, throwsErrors: Bool = false
    ) async throws -> Run {
        try Task.checkCancellation()
        let source = FailureRun(path, isSkipped: original.time == .skipped)
        let router = Router(copying: original, failingBy: source)
        watch.begin(source, of: router)
        let result = Locked<Result<Value, any Error>?>(nil)
        let task = Router.$ofTest.withValue(router) {
            Task {
                router.testValues?.capture()
                let outcome: Result<Value, any Error>
                do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
                result.withLock { $0 = outcome }
                source.end.finish(.done)
            }
        }
        let end = await withTaskCancellationHandler {
            await source.end.value()
        } onCancel: {
            task.cancel()
            source.end.finish(.stuck)
        }
        try Task.checkCancellation()
        var problems: [FailureReport.Problem] = []
        if end == .done, let result = result.withLock({ $0 }) {
            problems += await verify(result, path, source.record, router, rules)
        } else {
            source.abandon()
            if end == .stuck { task.cancel() }
            problems.append(.endless(end, source.record.arrivals.last?.name, limit: watch.limit))
        }
        problems += watch.end()
        original.count(usesOf: router)
        problems.removeAll { ignored.contains($0.rule) }
        report.runCount += 1
        report.add(problems, on: path)
        let outcome = result.withLock { $0 }
        if throwsErrors, let outcome { _ = try outcome.get() }
        let threw = if case .failure = outcome { true } else { false }
        return Run(
            path: path, record: source.record, result: !problems.isEmpty ? .found : threw ? .threw : .returned)
    }

    /// Returns the problems of a run that ended.
    private func verify(
        _ result: Result<Value, any Error>, _ path: FailurePath, _ record: FailureRun.State, _ router: Router,
        _ rules: FailureRules
    ) async -> [FailureReport.Problem] {
        // What is sent although nothing fails is what the other runs are compared with.
        var problems = path.isEmpty ? [] : rules.problems(of: record)
        let outcome = FailureOutcome(
            path: path, result: result, requests: record.arrivals.map(\.request), journal: router.journal)
        if let error = outcome.error, let problem = rules.problem(with: error, of: record) { problems.append(problem) }
        if let check {
            do {
                try await Router.$ofTest.withValue(router) { try await check(outcome) }
            } catch {
                problems.append(.thrown(error))
            }
        }
        for violation in router.finish("a run of `everyFailure`", isCutShort: true) {
            problems.append(
                FailureReport.Problem(rule: .unanswered, subject: violation.message, text: violation.message))
        }
        return problems
    }
}

extension FailureReport.Problem {
    fileprivate static func endless(_ end: FailureRun.End, _ request: String?, limit: Duration) -> Self {
        let last = request.map { " Its last request was \($0)." } ?? ""
        let text =
            end == .endless
            ? "The code did not end: it sent \(FailureRun.requestLimit) requests.\(last)"
            : "The code neither returned nor threw within \(limit) of real time.\(last)"
        return Self(rule: .end, subject: "", text: text)
    }

    fileprivate static func thrown(_ error: any Error) -> Self {
        Self(
            rule: .expectation, subject: "\(type(of: error))",
            text: "The check of the outcome threw: \(String(reflecting: error))")
    }
}
