import Teapot

// As the overloads that aren't asynchronous.
extension RouterVerb {
    /// Registers a route that answers with a response from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Further rules that a request has to match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    ///   - handler: An asynchronous closure that returns the response.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: some StringProtocol, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Response
    ) -> RouteToken {
        add(String(path), rules, times, delay, .suspending(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with an encodable value from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Further rules that a request has to match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    ///   - handler: An asynchronous closure that returns the value. The value `nil` is sent as a response of status
    ///     404.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction<Value: Encodable>(
        _ path: some StringProtocol, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) -> RouteToken {
        add(String(path), rules, times, delay, .answering(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with encodable values of different types from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Further rules that a request has to match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    ///   - handler: An asynchronous closure that returns the value. The value `nil` is sent as a response of status
    ///     404.
    /// - Returns: A token that removes the route.
    @_disfavoredOverload
    @discardableResult
    public func callAsFunction(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> (any Encodable)?
    ) -> RouteToken {
        add(path, rules, times, delay, .answering(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with status 204 and no body after an asynchronous closure has returned.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Further rules that a request has to match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    ///   - handler: An asynchronous closure that is called with the request.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Void
    ) -> RouteToken {
        add(path, rules, times, delay, .answering(handler), fileID, filePath, line)
    }
}
