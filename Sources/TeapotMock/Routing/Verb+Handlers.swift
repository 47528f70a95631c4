import Teapot

// A closure can match several of these overloads. The compiler prefers the ones whose path is a `String`, so a closure
// of several statements without a `return` returns nothing. After that, it prefers a response to another value, because
// a response is encodable, too, and so is a literal of different values.
extension Router.Verb {
    /// Registers a route that answers with a response.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: A closure that returns the response.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: some StringProtocol, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> Response
    ) -> Router.Registration { add(String(path), rules, times, delay, .immediate(handler), fileID, filePath, line) }

    /// Registers a route that answers with an encodable value.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: A closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction<Value: Encodable>(
        _ path: some StringProtocol, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> Value
    ) -> Router.Registration { add(String(path), rules, times, delay, .answering(handler), fileID, filePath, line) }

    /// Registers a route that answers with encodable values of different types.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: A closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @_disfavoredOverload
    @discardableResult
    public func callAsFunction(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> (any Encodable)?
    ) -> Router.Registration { add(path, rules, times, delay, .answering(handler), fileID, filePath, line) }

    /// Registers a route that answers with status 204 and no body.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: A closure to call with the request.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> Void
    ) -> Router.Registration { add(path, rules, times, delay, .answering(handler), fileID, filePath, line) }
}
