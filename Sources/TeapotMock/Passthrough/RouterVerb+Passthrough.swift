import Teapot

extension RouterVerb {
    /// Registers a route that passes requests through to a live server.
    ///
    /// ```swift
    /// router.any("/live/**", passthrough: Passthrough(to: liveURL))
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Further rules that a request has to match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds, after the live server has responded.
    ///   - passthrough: The gateway to the live server. The whole path after the router's base URL is appended to the
    ///     live URL.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: String,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        passthrough: Passthrough,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(path, rules, times, delay, place, .suspending { try await passthrough.respond(to: $0) })
    }
}
