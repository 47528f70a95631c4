public import Foundation
import Teapot
public import TeapotMock

extension Router {
    /// Registers WireMock's stub mappings as routes.
    ///
    /// ```swift
    /// let report = try router.addWireMock(from: root)
    /// print(report)
    /// ```
    ///
    /// Every `*.json` file in `mappings` and its subfolders is read, in path order. A file has one stub, or several
    /// stubs in a list `mappings`. The files that stubs refer to are read only from `__files`. All files are read once,
    /// during the call. Nothing is omitted silently: the report lists unsupported parts.
    ///
    /// - A stub with an unsupported *condition* is omitted, because it would match too many requests.
    /// - A stub is also omitted if its response would be wrong without an unsupported part. If only an extra is
    ///   missing, such as a reason phrase or a webhook, the stub is registered, and the report says so.
    /// - If several stubs match a request, the one with the lowest `priority` responds or, among equals, the last one.
    ///   They're registered in that order, ahead of existing routes.
    /// - URLs are below the router's base URL. Paths are compared like those of all routes, which are decoded and
    ///   ignore a trailing slash.
    /// - Scenarios become those of ``Router/Registration/inScenario(_:when:then:)``.
    /// - An unused stub doesn't fail a test.
    ///
    /// - Parameters:
    ///   - root: WireMock's root, which is the folder that contains the folder `mappings`.
    ///   - seed: The seed for random delays, which makes them the same in every run, or `nil` for different delays in
    ///     each run.
    ///   - fileID: The file where the routes are registered.
    ///   - filePath: The path of that file.
    ///   - line: The line where the routes are registered.
    /// - Returns: The number of stubs, and the differences from WireMock.
    /// - Throws: ``WireMockImport/Problem`` if there's no folder `mappings` or it can't be read.
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
        // The last registered route is tried first. The sort is stable.
        for stub in stubs.sorted(by: { $0.priority > $1.priority }) { add(stub.route(at: place)) }
        return WireMockImport.Report(
            stubs: stubs.count, leftOut: leftOut,
            problems: problems.enumerated().sorted { ($0.element.file, $0.offset) < ($1.element.file, $1.offset) }
                .map(\.element))
    }
}
