import Foundation
public import Teapot

extension MockTeapot {
    /// Overrides the response of an endpoint with a fixture and status 200.
    ///
    /// Required headers aren't checked for these requests.
    ///
    /// - Parameters:
    ///   - pattern: The end of the path; see
    ///     ``overrideEndpoint(_:method:with:fileID:filePath:line:)``.
    ///   - withFilename: The name of the file: `timestamp` for `timestamp.json`.
    ///   - fileID: The module and file where the endpoint is overridden.
    ///   - filePath: The full path of the file where the endpoint is overridden.
    ///   - line: The line where the endpoint is overridden.
    /// - Returns: A token that removes the override, or lets it stay unused.
    @discardableResult
    public func overrideEndPoint(
        _ pattern: String, withFilename: String,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        overrideEndpoint(pattern, with: [.file(withFilename)], fileID: fileID, filePath: filePath, line: line)
    }

    /// Overrides the responses of an endpoint.
    ///
    /// - Parameters:
    ///   - pattern: The end of the path; see
    ///     ``overrideEndpoint(_:method:with:fileID:filePath:line:)``.
    ///   - method: The method of the requests, or `nil` for every method.
    ///   - response: The first response.
    ///   - responses: Additional responses.
    ///   - fileID: The module and file where the endpoint is overridden.
    ///   - filePath: The full path of the file where the endpoint is overridden.
    ///   - line: The line where the endpoint is overridden.
    /// - Returns: A token that removes the override, or lets it stay unused.
    @discardableResult
    public func overrideEndpoint(
        _ pattern: String, method: Teapot.Method? = nil, with response: Response, _ responses: Response...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        overrideEndpoint(
            pattern, method: method, with: [response] + responses, fileID: fileID, filePath: filePath, line: line)
    }

    /// Overrides the responses of an endpoint with a list of responses, which are returned in order.
    ///
    /// ```swift
    /// teapot.overrideEndpoint("users/:id", method: .get, with: [.status(503), .error(.timedOut), .file("user")])
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: The end of the path, such as `timestamp`, `users/:id/avatar` or `users/*`. It's compared segment by
    ///     segment. A `:name` or a `*` matches any one segment. An empty pattern matches the base URL itself. Leading
    ///     and trailing slashes and the request's query are ignored. A query in the pattern lists required query items.
    ///     If several patterns match, the one registered last is used.
    ///   - method: The method of the requests, or `nil` for every method.
    ///   - responses: The responses, one for each request, in order. The last one is repeated for all later requests.
    ///     An empty list overrides nothing.
    ///   - fileID: The module and file where the endpoint is overridden.
    ///   - filePath: The full path of the file where the endpoint is overridden.
    ///   - line: The line where the endpoint is overridden.
    /// - Returns: A token that removes the override, or lets it stay unused.
    @discardableResult
    public func overrideEndpoint(
        _ pattern: String, method: Teapot.Method? = nil, with responses: [Response],
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        guard !responses.isEmpty else { return Router.Registration(router: router, number: 0) }
        let rules = [.endPoint(pattern, below: baseURL)] + (method.map { [Rule.method($0)] } ?? [])
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return router.add(Route(rules: rules, handler: .responses(responses), place: place))
    }
}

extension Rule {
    /// Returns a rule that matches paths with a given end, no matter where the path of the base URL ends.
    ///
    /// An empty pattern matches the base URL itself, and of a whole URL, only the path counts.
    static func endPoint(_ pattern: String, below baseURL: URL) -> Rule {
        let pattern = pattern.replacing(#/^[A-Za-z][A-Za-z0-9+.\-]*://[^/?]*/#, with: "")
        let end = PathPattern(pattern)
        guard end.segments.isEmpty, end.catchAll == .none else { return .path("**/" + pattern) }
        let base = Request.segments(of: Request.split(baseURL).path)
        return Rule(PathPattern(exactly: base, query: end.query))
    }
}
