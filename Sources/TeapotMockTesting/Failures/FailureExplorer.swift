import Foundation
import Teapot
import TeapotMock

/// A type that runs a test's code repeatedly, and makes its requests fail in each way.
struct FailureExplorer<Value: Sendable>: Sendable {
    typealias Failure = FailurePath.Failure

    /// A finished run.
    struct Run: Sendable {
        let path: FailurePath
        let traces: [FailureRun.Trace]
        /// The positions of the steps that were reached.
        let reached: Set<Int>
        let result: FailureReport.Result

        /// The position of the first request that failed, or `nil` if none did.
        var firstFailing: Int? { traces.firstIndex { $0.failure != nil } }

        /// The ways the first failure can last that make a difference for later requests.
        var laterExtents: [FailurePath.Step.Extent] {
            guard let index = firstFailing else { return [] }
            let later = traces[(index + 1)...]
            let name = traces[index].name
            let isRepeated = later.contains { $0.name == name }
            // If all later requests have the same name, both ways are the same.
            return (isRepeated ? [.sameTarget] : []) + (later.contains { $0.name != name } ? [.allLater] : [])
        }
    }

    /// The number of stuck runs after which the search stops.
    private static var stuckLimit: Int { 3 }

    let failures: [Failure]
    /// The number of runs after which no more pairs are tried.
    let budget: Int
    let ignored: Set<FailureReport.Exemption>
    let body: @Sendable () async throws -> Value
    let check: (@Sendable (FailureOutcome<Value>) async throws -> Void)?
    let watch: FailureWatch
    private let original: Router
    /// Whether the runs see routes that are registered outside the body.
    private let seesRoutes: Bool

    /// - Parameters:
    ///   - failures: The failures of each request.
    ///   - budget: The number of runs after which no more pairs are tried.
    ///   - ignored: The rules to ignore.
    ///   - watch: The watch that ends stuck runs.
    ///   - router: The router whose routes each run has, or `nil` for the test's router.
    ///   - body: The code of the test.
    ///   - check: The test's expectations about each outcome.
    init(
        failures: [Failure], budget: Int, ignoring ignored: Set<FailureReport.Exemption>, watch: FailureWatch,
        router: Router? = nil, body: @escaping @Sendable () async throws -> Value,
        check: (@Sendable (FailureOutcome<Value>) async throws -> Void)?
    ) {
        self.failures = failures
        self.budget = budget
        self.ignored = ignored
        self.watch = watch
        self.body = body
        self.check = check
        let given = router ?? Router.ofTest
        (original, seesRoutes) = (given ?? Router(), given != nil)
        if given == nil { original.time = .skipped }
    }

    /// Runs the code on one path, or on all that the budget allows.
    ///
    /// - Parameters:
    ///   - path: The text of the path, or `nil` for all paths.
    ///   - report: The report to complete, even if this throws an error.
    /// - Throws: The error of a run in which nothing fails, or ``FailureReport/SetupError``.
    func run(replaying path: String?, _ report: inout FailureReport) async throws {
        defer { report.sort() }
        guard let path else {
            try FailureReport.SetupError.check(failures, limit: watch.limit)
            watch.endStuckRuns()
            return try await explore(&report)
        }
        // There's no time limit here, because a debugger may stop the run.
        try await replay(try FailurePath(path), in: &report)
    }

    /// Runs the code along a single path, after two runs in which nothing fails.
    private func replay(_ path: FailurePath, in report: inout FailureReport) async throws {
        var (_, knowledge) = try await begin(&report)
        let run = try await run(path, &knowledge, &report)
        for (index, step) in path.steps.enumerated() where !run.reached.contains(index) {
            throw FailureReport.SetupError.unreached(path, step, run.traces.map(\.name))
        }
        for (step, trace) in zip(path.steps, run.traces.filter { $0.failure != nil })
        where !step.failure.fits(trace) {
            throw FailureReport.SetupError.impossible(path, step, trace)
        }
    }

    /// Runs the code with each failure of each request, and with pairs of failures.
    private func explore(_ report: inout FailureReport) async throws {
        let usual: Run
        var knowledge: FailureKnowledge
        (usual, knowledge) = try await begin(&report)
        defer { knowledge.complete(&report) }
        let documented = Set(usual.traces.flatMap(\.documented)).sorted().map { Failure.documented($0) }
        report.failureNames = failures.flatMap { $0 == .documented(nil) ? documented : [$0] }.map(\.description)
        var singles: [Run] = []
        for index in usual.traces.indices {
            for (failure, step) in steps(at: index, of: usual) {
                let run = try await run(FailurePath([step]), &knowledge, &report)
                if run.reached.isEmpty { continue }
                let name = (failure == .documented(nil) ? step.failure : failure).description
                report.results[index + 1, default: [:]][name] = run.result
                if isStuck(&report) { return }
                if run.firstFailing.map({ $0 + 1 < run.traces.count }) == true { singles.append(run) }
            }
        }
        for run in singles where run.path.steps[0].failure.mayLast {
            for extent in run.laterExtents {
                let step = run.path.steps[0]
                var lasting = FailurePath.Step(target: step.target, extent: extent, failure: step.failure)
                lasting.place = step.place
                _ = try await self.run(FailurePath([lasting]), &knowledge, &report)
                if isStuck(&report) { return }
            }
        }
        try await explorePairs(after: singles, &knowledge, &report)
    }

    /// Returns whether so many runs got stuck that the search must stop.
    private func isStuck(_ report: inout FailureReport) -> Bool {
        if watch.isBlocked {
            report.notes.append("The search stopped because a run didn't end when it was cancelled.")
        } else if watch.stuckCount >= Self.stuckLimit {
            report.notes.append("The search stopped because \(Self.stuckLimit) runs didn't end.")
        } else {
            return false
        }
        return true
    }

    /// Runs the code twice without failures.
    private func begin(_ report: inout FailureReport) async throws -> (Run, FailureKnowledge) {
        let strays = original.journal.lastNumber
        var knowledge = FailureKnowledge()
        let first = try await run(FailurePath([]), &knowledge, &report, throwsErrors: true)
        guard !first.traces.isEmpty else {
            throw FailureReport.SetupError.noRequests(strays: original.journal.lastNumber - strays)
        }
        let second = try await run(FailurePath([]), &knowledge, &report, throwsErrors: true)
        report.requests = knowledge.names
        if second.traces.map(\.name).sorted() != knowledge.names.sorted() {
            report.notes.append(
                """
                Two runs without failures sent different requests, so a replayed path may fail a different request. \
                Make sure that the body awaits every task that it starts.
                """)
        }
        return (first, knowledge)
    }

    /// Returns the failures that are possible for a request in a run.
    private func steps(at index: Int, of run: Run) -> [(failure: Failure, step: FailurePath.Step)] {
        let trace = run.traces[index]
        // A request that already fails can't fail in another way.
        guard trace.failure == nil else { return [] }
        return failures.flatMap { failure in
            failure.choices(for: trace).map { choice in
                var step = FailurePath.Step(target: .number(index + 1), extent: .once, failure: choice)
                step.place = (trace.name, trace.occurrence)
                return (failure, step)
            }
        }
    }

    /// Runs the code with pairs of failures, sampled evenly if there are more than the budget allows.
    private func explorePairs(
        after singles: [Run], _ knowledge: inout FailureKnowledge, _ report: inout FailureReport
    ) async throws {
        var pairs: [FailurePath] = []
        var count = 0
        let room = max(report.runCount, budget) - report.runCount
        // Two passes, because storing the paths of all pairs could take too much memory.
        for isCounting in [true, false] {
            var number = 0
            for run in singles {
                for index in run.traces.indices where index > run.firstFailing ?? 0 {
                    for (_, second) in steps(at: index, of: run) {
                        defer { number += 1 }
                        // Take `room` of the `count` pairs, evenly spaced.
                        if !isCounting, Self.isTaken(number, room, count) {
                            pairs.append(FailurePath(run.path.steps + [second]))
                        }
                    }
                }
            }
            count = number
        }
        report.skippedPairCount = count - pairs.count
        for path in pairs {
            _ = try await run(path, &knowledge, &report)
            if isStuck(&report) { return }
        }
    }

    /// Returns whether a number below `count` is one of `room` evenly spaced numbers.
    private static func isTaken(_ number: Int, _ room: Int, _ count: Int) -> Bool {
        let share = Double(min(room, count)) / Double(count)
        return Int(Double(number + 1) * share) > Int(Double(number) * share)
    }

    /// Runs the code once.
    private func run(
        _ path: FailurePath, _ knowledge: inout FailureKnowledge, _ report: inout FailureReport,
        throwsErrors: Bool = false
    ) async throws -> Run {
        try Task.checkCancellation()
        let path = knowledge.isOrderVarying ? path.named : path
        let source = FailureRun(
            path, requestLimit: knowledge.requestLimit, isSkipped: original.time == .skipped, seesRoutes: seesRoutes)
        let router = Router(copying: original, failingBy: source)
        watch.begin(source, of: router)
        let ended = Locked<(result: Result<Value, any Error>, checkError: (any Error)?)?>(nil)
        let task = Router.$ofTest.withValue(router) {
            Task { [body, check] in
                router.testValues?.capture()
                let result: Result<Value, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                var checkError: (any Error)?
                if let check {
                    let requests = source.record.arrivals.map(\.request)
                    let outcome = FailureOutcome(
                        path: path, result: result, requests: requests, journal: router.journal)
                    do { try await check(outcome) } catch { checkError = error }
                }
                ended.withLock { [checkError] in $0 = (result, checkError) }
                source.end.finish(.done)
                source.isDone.finish(true)
            }
        }
        source.cancellation.withLock { $0 = { task.cancel() } }
        let end = await withTaskCancellationHandler {
            await source.end.value()
        } onCancel: {
            task.cancel()
            source.end.finish(.stuck)
        }
        try Task.checkCancellation()
        let record = source.record
        knowledge.learn(from: record, path)
        var problems: [FailureReport.Problem] = []
        let outcome = ended.withLock { $0 }
        if end == .done, let outcome {
            problems += verify(outcome.result, outcome.checkError, path, record, router, knowledge.rules)
        } else {
            source.abandon()
            if end == .stuck { await watch.waitForEnd(of: source) }
            problems.append(.endless(end, record.arrivals, limit: watch.limit))
        }
        problems += watch.end()
        original.count(usesOf: router)
        problems.removeAll { problem in ignored.contains { $0.covers(problem, in: router.journal) } }
        report.runCount += 1
        report.add(problems, on: path)
        if throwsErrors, let outcome { _ = try outcome.result.get() }
        let threw = if case .failure = outcome?.result { true } else { false }
        return Run(
            path: path, traces: record.traces, reached: record.reached,
            result: !problems.isEmpty ? .found : threw ? .threw : .returned)
    }

    /// Returns the problems of a finished run.
    private func verify(
        _ result: Result<Value, any Error>, _ checkError: (any Error)?, _ path: FailurePath, _ record: FailureRun.State,
        _ router: Router, _ rules: FailureRules
    ) -> [FailureReport.Problem] {
        var problems = rules.problems(of: record)
        if case .failure(let error) = result, let problem = rules.problem(with: error, of: record) {
            problems.append(problem)
        }
        if let checkError { problems.append(.thrown(checkError)) }
        // The error that a run without failures throws is reported already.
        let thrown = if path.isEmpty, case .failure(let error) = result { ["\(error)"] } else { [String]() }
        for violation in router.finish("a run of `everyFailure`", isCutShort: true)
        where !violation.isExplained(in: thrown) {
            // Requests that differ only in an identifier, a header or their number have the same route.
            let target = violation.diagnosis.map { "\($0.request.method) \($0.request.path)" }
            let subject = (target ?? violation.message).replacing(/[0-9A-Fa-f-]{8,}|[0-9]+/, with: "*")
            let rule: FailureReport.Rule = violation.kind == .failedHandler ? .expectation : .unanswered
            problems.append(FailureReport.Problem(rule: rule, subject: subject, text: violation.message))
        }
        return problems
    }
}

extension FailureReport.Problem {
    fileprivate static func endless(_ end: FailureRun.End, _ arrivals: [FailureRun.Arrival], limit: Duration) -> Self {
        let last = arrivals.last.map { " Its last request was \($0.name)." } ?? ""
        let text =
            end == .endless
            ? "The code didn't end: it sent \(arrivals.count) requests.\(last)"
            : "The code neither returned nor threw within \(limit) of real time.\(last)"
        return Self(rule: .end, subject: "", text: text)
    }

    fileprivate static func thrown(_ error: any Error) -> Self {
        Self(
            rule: .expectation, subject: "\(type(of: error))",
            text: "The check of the outcome threw: \(String(reflecting: error))")
    }
}
