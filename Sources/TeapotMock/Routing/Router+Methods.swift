import Teapot

extension Router {
    /// Returns the methods that the routes for a request's path answer, and `OPTIONS`.
    ///
    /// It ignores the routes' other conditions. Routes for every method add no method, and routes from recordings and
    /// stub mappings are omitted.
    ///
    /// - Parameter request: The request.
    /// - Returns: The methods in alphabetical order, or an empty list if no route has the path.
    package func allowedMethods(for request: Request) -> [String] {
        let path = base.remainder(of: Request.segments(of: request.path), sentTo: request.origin)
        return path.map { allowedMethods(for: $0) } ?? []
    }

    private func allowedMethods(for path: ArraySlice<String>) -> [String] {
        let routes = withState { $0.table.routes(for: path) }.filter { $0.mayAnswer && !$0.isExact }
        guard !routes.isEmpty else { return [] }
        var methods = Set(routes.compactMap(\.method))
        if routes.contains(where: { $0.accepts("HEAD") && $0.method != nil }) { methods.insert("HEAD") }
        return methods.union(["OPTIONS"]).sorted()
    }

    /// Matches `OPTIONS *`, which applies to the server and not to a path (RFC 9110 §9.3.7), to the common methods.
    ///
    /// It doesn't ask a live server, because no URL can express such a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The match, or `nil` for any other request.
    static func matchServer(_ request: Request) -> StageMatch? {
        guard request.method == "OPTIONS", request.path == "*" else { return nil }
        let methods = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"
        let outcome = Journal.Outcome.switched("the server, which allows the common methods")
        return StageMatch(outcome, .status(204, headers: ["Allow": methods]))
    }

    /// Matches an `OPTIONS` request that no route or stage answers to the methods of the routes for its path (RFC 9110
    /// §9.3.7).
    ///
    /// - Parameter request: The request.
    /// - Returns: The match, or `nil` for another method, or if no route has the path.
    func matchByMethods(_ request: Request) -> StageMatch? {
        guard request.method == "OPTIONS" else { return nil }
        let methods = allowedMethods(for: request).joined(separator: ", ")
        guard !methods.isEmpty else { return nil }
        let outcome = Journal.Outcome.switched("the routes for the path, which allow \(methods)")
        return StageMatch(outcome, .status(204, headers: ["Allow": methods]))
    }
}
