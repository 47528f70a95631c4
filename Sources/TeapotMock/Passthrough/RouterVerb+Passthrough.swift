import Teapot

extension RouterVerb {
    /// Registers a route that hands requests on to a live server.
    ///
    /// ```swift
    /// router.any("/live/**", passthrough: Passthrough(to: liveURL))
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: What else is asked of a request.
    ///   - times: How many requests are answered; `nil` for any number.
    ///   - delay: How long to wait before answering, in seconds, once the answer is there.
    ///   - passthrough: Where requests go: the whole path behind the router's base URL below the live URL.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    /// - Returns: What removes the route.
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
