public import TeapotMock

// Values that describe their own JSON. Without the overloads for values that are also encodable, the compiler couldn't
// choose between the two others, or between a list of values and a response.
extension Router.Verb {
    /// Registers a route that answers with a serializable value.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: A closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction<Value: Serializable>(
        _ path: some StringProtocol,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> Value
    ) -> Router.Registration {
        add(String(path), rules, times, delay, .answering(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with a value that is both serializable and encodable.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: A closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction<Value: Serializable & Encodable>(
        _ path: String,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> Value
    ) -> Router.Registration {
        add(path, rules, times, delay, .answering(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with any serializable value, such as an entity or a ``/TeapotMock/Response``.
    ///
    /// The closure must either declare its result type, `{ request -> Serializable? in … }`, or return `nil` or a
    /// response first.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: A closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @_disfavoredOverload
    @discardableResult
    public func callAsFunction(
        _ path: some StringProtocol,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) throws -> (any Serializable)?
    ) -> Router.Registration {
        add(String(path), rules, times, delay, .answering(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with a serializable value from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: An asynchronous closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction<Value: Serializable>(
        _ path: some StringProtocol,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) -> Router.Registration {
        add(String(path), rules, times, delay, .answering(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with a serializable and encodable value from an asynchronous closure.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: An asynchronous closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction<Value: Serializable & Encodable>(
        _ path: String,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) -> Router.Registration {
        add(path, rules, times, delay, .answering(handler), fileID, filePath, line)
    }

    /// Registers a route that answers with any serializable value, such as an entity or a ``/TeapotMock/Response``,
    /// from an asynchronous closure.
    ///
    /// The closure must either declare its result type, `{ request -> Serializable? in … }`, or return `nil` or a
    /// response first.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    ///   - handler: An asynchronous closure that returns the value. If it's `nil`, the response has status 404.
    /// - Returns: A token that removes the route.
    @_disfavoredOverload
    @discardableResult
    public func callAsFunction(
        _ path: some StringProtocol,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> (any Serializable)?
    ) -> Router.Registration {
        add(String(path), rules, times, delay, .answering(handler), fileID, filePath, line)
    }
}
