public import Teapot

extension Router {
    /// Registers WireMock's stub mappings as routes.
    ///
    /// ```swift
    /// let report = try router.addWireMock(from: root)
    /// print(report)
    /// ```
    ///
    /// Every `*.json` file in `mappings` and in the folders below is read, in the order of the paths: one with a stub, or
    /// with several in a list `mappings`. The files that stubs name are read from `__files`, and from nowhere else. Both
    /// are read now and not again. Nothing is left out in silence: what is not supported is in the report.
    ///
    /// - A stub with a *condition* that is not supported is left out, since it would answer too much.
    /// - A stub is left out too if its answer would not be right without what is not supported. It is registered, and the
    ///   report says so, when only something beside the answer is missing, such as a reason phrase or a webhook.
    /// - Of stubs that match a request the one with the lowest `priority` answers, and of those with the same one the
    ///   last. They are registered in that order, ahead of the routes that are there.
    /// - URLs are below the router's base URL. Paths are compared as those of all routes are: decoded, and without regard
    ///   to a slash at the end.
    /// - Scenarios are those of ``RouteToken/inScenario(_:when:then:)``.
    /// - No test fails because nothing asked for a stub.
    ///
    /// - Parameters:
    ///   - root: WireMock's root: the folder that has the folder `mappings`.
    ///   - seed: What random delays are made of, so that they are the same in every run; `nil` for others in each.
    ///   - fileID: Where the routes are registered.
    ///   - filePath: Where the routes are registered.
    ///   - line: Where the routes are registered.
    /// - Returns: How many stubs there are, and what is not as it is in WireMock.
    /// - Throws: ``WireMockImport/Problem`` if there is no folder `mappings`, or it can't be read.
    @discardableResult
    public func addWireMock(
        from root: URL,
        seed: UInt64? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) throws(WireMockImport.Problem) -> WireMockImport.Report {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        let folder = WireMockImport.Root(root)
        let (files, found) = try folder.mappingFiles()
        var problems = found
        let context = WireMockImport.Context(
            root: folder, depth: base.path.count, options: options, seed: seed ?? .random(in: 0 ... .max))
        var (stubs, leftOut): ([WireMockImport.Stub], Int) = ([], 0)
        for file in files {
            let reading = WireMockImport.read(file, context)
            stubs += reading.stubs
            leftOut += reading.leftOut
            problems += reading.problems
        }
        // The last that is registered is asked first. The sorting is stable.
        for stub in stubs.sorted(by: { $0.priority > $1.priority }) { add(stub.route(at: place)) }
        return WireMockImport.Report(
            stubs: stubs.count, leftOut: leftOut,
            problems: problems.enumerated().sorted { ($0.element.file, $0.offset) < ($1.element.file, $1.offset) }
                .map(\.element))
    }
}
