#if canImport(XCTest)
    import Foundation
    import Teapot
    public import TeapotMock
    public import XCTest

    extension XCTestCase {
        /// Runs code once to learn its requests, then again for each request and each way the request can fail.
        ///
        /// In the body, `Router.current` is the run's router. It has the routes that the given router has when this
        /// method is called, and those that the body registers. The rules are those of the Swift Testing function with
        /// the same name.
        ///
        /// A failed assertion fails the test at the assertion's line, each time it fails. A separate finding names the
        /// paths on which assertions failed.
        ///
        /// - Parameters:
        ///   - failures: The failures of each request.
        ///   - router: The router whose routes each run has, or `nil` for none.
        ///   - budget: The number of runs after which no more pairs of failures are tried.
        ///   - path: The only path to run, after two runs in which nothing fails, or `nil` for all paths.
        ///   - exemptions: The rules to ignore, for all requests or for some routes.
        ///   - limit: The real time within which a run must end. Time during which no thread is free for tasks doesn't
        ///     count, but every run is ended after ten times the limit. The run is then cancelled, and any assertion
        ///     that fails as a result fails the test.
        ///   - filePath: The path of the source file of the test.
        ///   - line: The line at which to report failures that have none.
        ///   - body: The code to run.
        ///   - check: The expectations about the outcome of each run, including those in which nothing fails.
        /// - Returns: The report.
        /// - Throws: The error that the body throws in a run in which nothing fails, or ``FailureReport/SetupError``.
        @discardableResult
        public func everyFailure<Value: Sendable>(
            of failures: [FailurePath.Failure] = FailurePath.Failure.usual,
            router: Router? = nil,
            budget: Int = 1000,
            replaying path: String? = nil,
            ignoring exemptions: Set<FailureReport.Exemption> = [],
            limit: Duration = .seconds(10),
            filePath: StaticString = #filePath,
            line: UInt = #line,
            _ body: @escaping @Sendable () async throws -> Value,
            check: (@Sendable (FailureOutcome<Value>) async throws -> Void)? = nil
        ) async throws -> FailureReport {
            // XCTest counts the failures of a run and synchronizes access, but the compiler can't see that.
            nonisolated(unsafe) let run = testRun
            let watch = FailureWatch(limit: limit) { run?.totalFailureCount ?? 0 }
            let explorer = FailureExplorer(
                failures: failures, budget: budget, ignoring: exemptions, watch: watch, router: router, body: body,
                check: check)
            defer { watch.close() }
            var report = FailureReport()
            defer {
                for finding in report.findings { XCTFail(report.text(of: finding), file: filePath, line: line) }
                #if canImport(ObjectiveC)
                    let attachment = XCTAttachment(
                        data: Data(report.description.utf8), uniformTypeIdentifier: "public.plain-text")
                    attachment.name = "failures.txt"
                    add(attachment)
                #endif
            }
            try await explorer.run(replaying: path, &report)
            return report
        }
    }
#endif
