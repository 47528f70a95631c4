public import Teapot

extension MockTeapot {
    /// Answers an end point with a fixture of its own, with the status 200 and whatever its header fields.
    ///
    /// - Parameters:
    ///   - pattern: The end of the path; see ``overrideEndPoint(_:method:with:)-(_,_,[Response])``.
    ///   - withFilename: The file's name: `timestamp` for `timestamp.json`.
    public func overrideEndPoint(_ pattern: String, withFilename: String) {
        overrideEndPoint(pattern, with: [.file(withFilename)])
    }

    /// Answers an end point with responses of its own.
    ///
    /// - Parameters:
    ///   - pattern: The end of the path; see ``overrideEndPoint(_:method:with:)-(_,_,[Response])``.
    ///   - method: The method that it is for; `nil` for every one.
    ///   - responses: The responses.
    public func overrideEndPoint(_ pattern: String, method: Teapot.Method? = nil, with responses: Response...) {
        overrideEndPoint(pattern, method: method, with: responses)
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
    public func overrideEndPoint(_ pattern: String, method: Teapot.Method? = nil, with responses: [Response]) {
        let endPoint = EndPoint(pattern, method: method, basePath: Request.split(baseURL).path)
        state.withLock { $0.script.override(endPoint, with: responses) }
    }
}
