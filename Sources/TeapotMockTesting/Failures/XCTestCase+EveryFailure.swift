#if canImport(XCTest)
    import Foundation
    import Teapot
    public import TeapotMock
    public import XCTest

    extension XCTestCase {
        /// Runs code once to see its requests, and then again for each request and each way in which it can fail.
        ///
        /// In the body, `Router.current` is the router of the run: with the routes that the given router has when this
        /// is called, or with those that the body registers. The rules are those of the function of the same name for
        /// Swift Testing.
        ///
        /// A failed assertion fails the test where it stands, as often as it fails; a finding of its own names the
        /// paths on which assertions failed.
        ///
        /// - Parameters:
        ///   - failures: The failures of each request.
        ///   - router: The router whose routes each run has, or `nil` for none.
        ///   - budget: The number of runs at which no more pairs of failures are begun.
        ///   - path: The text of a path to run alone, after two runs in which nothing fails; `nil` for all paths.
        ///   - exemptions: The rules that need not be obeyed, by all requests or by those to some routes.
        ///   - limit: The real time within which a run has to end. Time in which no thread is free for tasks does not
        ///     count; after ten times as long, a run is ended all the same. It is then cancelled, and assertions that
        ///     fail for that fail the test.
        ///   - filePath: The path of the source file of the test.
        ///   - line: The line of failures that have no other one.
        ///   - body: The code to run.
        ///   - check: The expectations about the outcome of each run, also of those in which nothing fails.
        /// - Returns: The report.
        /// - Throws: The error of the body in a run in which nothing fails, or ``FailureReport/SetupError``.
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
            // The run of a test is counted by XCTest, which synchronizes it, but this is not visible to the compiler.
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
