import Teapot

extension Router {
    /// Registers routes for the requests that meet some rules, to be called as a function.
    public var respond: RouterResponder { RouterResponder(router: self) }
}

/// Registers routes by rules alone: what ``Router/respond`` is, and a server's `respond`, to be called as functions.
public struct RouterResponder: Sendable {
    let router: Router

    /// Answers requests that meet some rules with responses, one after the other.
    ///
    /// ```swift
    /// router.respond(with: .status(507), when: .path(matches: "/files"), .method(matches: .put))
    /// ```
    ///
    /// - Parameters:
    ///   - responses: The responses, each for one request, in order; the last for all that follow. None at all is an
    ///     answer without a body, of status 204.
    ///   - rules: What is asked of a request; none ask for nothing.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - removeAfterResponding: Whether only one request is answered.
    ///   - times: How many requests are answered; `nil` for any number, unless only one is.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction(
        with responses: Response...,
        when rules: Rule...,
        delay: Double = 0,
        removeAfterResponding: Bool = false,
        times: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return router.add(
            Route(
                rules: rules, handler: .responses(responses.isEmpty ? [.status(204)] : responses), delay: delay,
                limit: removeAfterResponding ? 1 : times, place: place))
    }

    /// Answers requests that meet some rules with what a function makes of them.
    ///
    /// - Parameters:
    ///   - handler: Makes the response.
    ///   - rules: What is asked of a request; none ask for nothing.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - removeAfterResponding: Whether only one request is answered.
    ///   - times: How many requests are answered; `nil` for any number, unless only one is.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction(
        with handler: @escaping @Sendable (Request) throws -> Response,
        when rules: Rule...,
        delay: Double = 0,
        removeAfterResponding: Bool = false,
        times: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return router.add(
            Route(
                rules: rules, handler: .immediate(handler), delay: delay, limit: removeAfterResponding ? 1 : times,
                place: place))
    }

    /// Answers requests that meet some rules with what a function makes of them, which may wait.
    ///
    /// - Parameters:
    ///   - handler: Makes the response.
    ///   - rules: What is asked of a request; none ask for nothing.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - removeAfterResponding: Whether only one request is answered.
    ///   - times: How many requests are answered; `nil` for any number, unless only one is.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction(
        with handler: @escaping @Sendable (Request) async throws -> Response,
        when rules: Rule...,
        delay: Double = 0,
        removeAfterResponding: Bool = false,
        times: Int? = nil,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return router.add(
            Route(
                rules: rules, handler: .suspending(handler), delay: delay, limit: removeAfterResponding ? 1 : times,
                place: place))
    }
}
