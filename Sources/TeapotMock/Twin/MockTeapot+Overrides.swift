public import Teapot

extension MockTeapot {
    /// Answers an end point with a fixture of its own, with the status 200 and whatever its header fields.
    ///
    /// - Parameters:
    ///   - pattern: The end of the path; see ``overrideEndPoint(_:method:with:fileID:filePath:line:)-(_,_,[Response],_,_,_)``.
    ///   - withFilename: The file's name: `timestamp` for `timestamp.json`.
    ///   - fileID: Where the end point is overridden.
    ///   - filePath: Where the end point is overridden.
    ///   - line: Where the end point is overridden.
    public func overrideEndPoint(
        _ pattern: String,
        withFilename: String,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        overrideEndPoint(pattern, with: [.file(withFilename)], fileID: fileID, filePath: filePath, line: line)
    }

    /// Answers an end point with responses of its own.
    ///
    /// - Parameters:
    ///   - pattern: The end of the path; see ``overrideEndPoint(_:method:with:fileID:filePath:line:)-(_,_,[Response],_,_,_)``.
    ///   - method: The method that it is for; `nil` for every one.
    ///   - responses: The responses.
    ///   - fileID: Where the end point is overridden.
    ///   - filePath: Where the end point is overridden.
    ///   - line: Where the end point is overridden.
    public func overrideEndPoint(
        _ pattern: String,
        method: Teapot.Method? = nil,
        with responses: Response...,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        overrideEndPoint(pattern, method: method, with: responses, fileID: fileID, filePath: filePath, line: line)
    }

    /// Answers an end point with responses of its own, one after the other.
    ///
    /// ```swift
    /// teapot.overrideEndPoint("users/:id", method: .get, with: [.status(503), .error(.timedOut), .file("user")])
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: The end of the path, segment by segment: `timestamp`, `users/:id/avatar`, `users/*`; a `:name` or a
    ///     `*` stands for any one segment, an empty pattern for the base URL itself. A leading or trailing slash and the
    ///     path's query make no difference; a query in the pattern asks for its items. Of two patterns that match, the
    ///     one registered last wins.
    ///   - method: The method that it is for; `nil` for every one.
    ///   - responses: The responses, each for one request, in order; the last for all that follow. None override nothing.
    ///   - fileID: Where the end point is overridden.
    ///   - filePath: Where the end point is overridden.
    ///   - line: Where the end point is overridden.
    public func overrideEndPoint(
        _ pattern: String,
        method: Teapot.Method? = nil,
        with responses: [Response],
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) {
        guard !responses.isEmpty else { return }
        let rules = [.endPoint(pattern, below: baseURL)] + (method.map { [Rule.method(matches: $0)] } ?? [])
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        router.add(Route(rules: rules, handler: .responses(responses), place: place))
    }
}

extension Rule {
    /// The path ends like this, wherever the base URL's path ends; an empty pattern is the base URL itself.
    static func endPoint(_ pattern: String, below baseURL: URL) -> Rule {
        let end = PathPattern(pattern)
        guard end.segments.isEmpty, end.catchAll == .none else { return .path(matches: "**/" + pattern) }
        let base = Request.segments(of: Request.split(baseURL).path)
        return Rule(condition: .path(PathPattern(exactly: base, query: end.query)))
    }
}
