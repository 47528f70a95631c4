extension Router {
    /// Registers a route that answers requests matching the given rules with a list of responses, in order.
    ///
    /// ```swift
    /// router.register(.status(507), when: .path("/files"), .method(.put))
    /// ```
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - responses: Additional responses, one for each later request, in order. The last one is repeated.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func register(
        _ response: Response, _ responses: Response..., when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(
            Route(rules: rules, handler: .responses([response] + responses), delay: delay, limit: times, place: place))
    }

    /// Registers a route with a closure that answers requests matching the given rules.
    ///
    /// - Parameters:
    ///   - handler: A closure that returns the response.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func register(
        _ handler: @escaping @Sendable (Request) throws -> Response, when rules: Rule..., times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(Route(rules: rules, handler: .immediate(handler), delay: delay, limit: times, place: place))
    }

    /// Registers a route with an asynchronous closure that answers requests matching the given rules.
    ///
    /// - Parameters:
    ///   - handler: An asynchronous closure that returns the response.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func register(
        _ handler: @escaping @Sendable (Request) async throws -> Response, when rules: Rule..., times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(Route(rules: rules, handler: .suspending(handler), delay: delay, limit: times, place: place))
    }
}
