#if canImport(Testing)
    import Teapot
    import TeapotMock
    public import Testing

    /// Runs code once to learn its requests, then again for each request and each way the request can fail.
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
    /// Each run has its own router, `Router.current`. That router has the routes of the test's router, starting from
    /// their first responses, and the routes that the body registers. Create clients and stores in the body, so runs
    /// share nothing. Time passes as it does for the test's router, which skips it by default.
    ///
    /// After runs with a single failure, each failure that can last is also tried for all later requests. Then come
    /// pairs of failures, as many as the budget allows. The same code results in the same runs each time.
    ///
    /// The body may return or throw. These rules must hold: it ends; it doesn't repeat a `POST` or `PATCH` that the
    /// server may have processed, unless both requests have the same `Idempotency-Key` or a condition such as
    /// `If-Match`; it sends no credential to an origin that the credential isn't meant for; no error's text contains a
    /// secret; no request is repeated before its `Retry-After`; each request has a route. Expectations in the body and
    /// in `check` must also hold. Each broken rule fails the test once, with the shortest path that leads to it, such
    /// as `1:503,2:reset@17`. The report is attached to the test.
    ///
    /// - Parameters:
    ///   - failures: The failures of each request.
    ///   - budget: The number of runs after which no more pairs of failures are tried. Single failures are always
    ///     tried.
    ///   - path: The only path to run, after two runs in which nothing fails, or `nil` for all paths.
    ///   - exemptions: The rules to ignore, for all requests or for some routes.
    ///   - limit: The real time within which a run must end. Time during which other tests keep all task threads busy
    ///     doesn't count, but every run is ended after ten times the limit.
    ///   - sourceLocation: The location at which to report failures that have none.
    ///   - body: The code to run.
    ///   - check: The expectations about the outcome of each run, including those in which nothing fails.
    /// - Returns: The report.
    /// - Throws: The error that the body throws in a run in which nothing fails, or ``FailureReport/SetupError`` if no
    ///   request reaches the router or a path can't be run.
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
        /// Runs a function, and collects each run's failed expectations instead of failing the test because of them.
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
