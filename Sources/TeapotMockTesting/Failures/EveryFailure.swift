#if canImport(Testing)
    import Teapot
    import TeapotMock
    public import Testing

    /// Runs code once to see its requests, and then again for each request and each way in which it can fail.
    ///
    /// ```swift
    /// @Test(.router("https://shop.test")) func `An order survives every failure`() async throws {
    ///     Router.current.get("/cart", with: ["items": [1, 2]])
    ///     Router.current.post("/orders", with: .json(["number": 41], status: 201))
    ///     try await everyFailure { @MainActor in
    ///         let model = OrderModel(teapot: MockTeapot(router: .current))
    ///         await model.order()
    ///         return (isLoading: model.isLoading, message: model.message)
    ///     } check: { outcome in
    ///         #expect(outcome.value?.isLoading == false)
    ///     }
    /// }
    /// ```
    ///
    /// Each run has a router of its own, as `Router.current`: with the routes that the router of the test
    /// has when this is called, which begin anew, or with those that the body registers. Make clients and stores in the
    /// body, so that runs share nothing. Time is that of the test's router, which is skipped unless it says otherwise.
    ///
    /// After runs with one failure, each failure that may last is tried for all later requests too, and then pairs of
    /// failures as far as the budget allows. The same code has the same runs each time.
    ///
    /// In each run the body may return or throw, as it likes. These rules must hold: it ends; no `POST` or `PATCH` is
    /// repeated that the server may have carried out, unless both have the same `Idempotency-Key`, or a condition such
    /// as `If-Match`; no credential is sent to an origin for which it is not meant; the text of an error has no secret;
    /// no request is repeated before the time in `Retry-After`; each request has a route. Expectations in the body and
    /// in `check` must hold too. Each broken rule fails the test once, with the shortest path that leads to it, such as
    /// `1:503,2:reset@17`. The report is attached to the test.
    ///
    /// - Parameters:
    ///   - failures: The failures of each request.
    ///   - budget: The number of runs at which no more pairs of failures are begun. Single failures are always tried.
    ///   - path: The text of a path to run alone, after two runs in which nothing fails; `nil` for all paths.
    ///   - exemptions: The rules that need not be obeyed, by all requests or by those to some routes.
    ///   - limit: The real time within which a run has to end. Time in which no thread is free for tasks, because other
    ///     tests have them, does not count; after ten times as long, a run is ended all the same.
    ///   - sourceLocation: The place of failures that have no other one.
    ///   - body: The code to run.
    ///   - check: The expectations about the outcome of each run, also of those in which nothing fails.
    /// - Returns: The report.
    /// - Throws: The error of the body in a run in which nothing fails, or ``FailureReport/SetupError`` if no request
    ///   reaches the router, or if a path can't be run.
    @discardableResult
    public func everyFailure<Value: Sendable>(
        of failures: [FailurePath.Failure] = FailurePath.Failure.usual,
        budget: Int = 1000,
        replaying path: String? = nil,
        ignoring exemptions: Set<FailureReport.Exemption> = [],
        limit: Duration = .seconds(10),
        sourceLocation: SourceLocation = #_sourceLocation,
        _ body: @escaping @Sendable () async throws -> Value,
        check: (@Sendable (FailureOutcome<Value>) async throws -> Void)? = nil
    ) async throws -> FailureReport {
        let test = Test.current
        let watch = FailureWatch(limit: limit)
        let explorer = FailureExplorer(
            failures: failures, budget: budget, ignoring: exemptions, watch: watch, body: body, check: check)
        defer { watch.close() }
        let report = Locked(FailureReport())
        var failure: (any Error)?
        do {
            try await watch.collectExpectations {
                var own = FailureReport()
                defer { report.withLock { [own] in $0 = own } }
                try await explorer.run(replaying: path, &own)
            }
        } catch {
            failure = error
        }
        let result = report.withLock { $0 }
        for finding in result.findings {
            let place = finding.place.map { SourceLocation($0) } ?? sourceLocation
            Issue.record(Comment(rawValue: result.text(of: finding)), sourceLocation: place)
        }
        #if compiler(>=6.2)
            if let test {
                let name = Evidence.name(of: test.displayName ?? test.name, in: sourceLocation.fileID)
                Attachment.record(
                    Array(result.description.utf8), named: "\(name).failures.txt", sourceLocation: sourceLocation)
            }
        #endif
        if let failure { throw failure }
        return result
    }

    extension FailureWatch {
        /// Runs a function, and takes the failed expectations of each run out of the failures of the test.
        fileprivate func collectExpectations(_ function: @escaping @Sendable () async throws -> Void) async throws {
            #if compiler(>=6.2)
                guard let test = Test.current else { return try await function() }
                let collecting = IssueHandlingTrait.compactMapIssues { issue in
                    TestWatch.isFailure(issue) && self.record(FailureReport.Problem(issue)) ? nil : issue
                }
                try await collecting.provideScope(for: test, testCase: Test.Case.current, performing: function)
            #else
                try await function()
            #endif
        }
    }

    extension FailureReport.Problem {
        fileprivate init(_ issue: Issue) {
            let place = issue.sourceLocation.map {
                FailureReport.SourceSpot(
                    fileID: $0.fileID, filePath: $0.filePath, line: $0.line, column: $0.column)
            }
            let text = (["\(issue.kind)"] + issue.comments.map(\.rawValue)).joined(separator: "\n")
            self.init(rule: .expectation, subject: "", text: text, place: place)
        }
    }

    extension SourceLocation {
        fileprivate init(_ spot: FailureReport.SourceSpot) {
            self.init(fileID: spot.fileID, filePath: spot.filePath, line: spot.line, column: spot.column)
        }
    }
#endif
