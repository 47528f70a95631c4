import Teapot

// The asynchronous counterparts of the other overloads.
extension Router.Verb {
    /// Registers a route that answers with a response from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: An asynchronous closure that returns the response.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: some StringProtocol, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Response
    ) -> Router.Registration { add(String(path), rules, times, delay, .suspending(handler), fileID, filePath, line) }

    /// Registers a route that answers with an encodable value from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: An asynchronous closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction<Value: Encodable>(
        _ path: some StringProtocol, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) -> Router.Registration { add(String(path), rules, times, delay, .answering(handler), fileID, filePath, line) }

    /// Registers a route that answers with encodable values of different types from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: An asynchronous closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @_disfavoredOverload
    @discardableResult
    public func callAsFunction(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> (any Encodable)?
    ) -> Router.Registration { add(path, rules, times, delay, .answering(handler), fileID, filePath, line) }

    /// Registers a route that answers with status 204 and no body after an asynchronous closure returns.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: An asynchronous closure to call with the request.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Void
    ) -> Router.Registration { add(path, rules, times, delay, .answering(handler), fileID, filePath, line) }
}
