import Teapot

// A closure may fit several of these. A path of a generic type ranks the first behind the last, which is what makes a
// closure of several statements without a `return` one that returns nothing.
extension RouterVerb {
    /// Registers a route that answers with a response that is waited for.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: What else is asked of a request.
    ///   - times: How many requests are answered; `nil` for any number.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    ///   - handler: Makes the response, and may wait.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: some StringProtocol,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Response
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(String(path), rules, times, delay, place, .suspending(handler))
    }

    /// Registers a route that answers with an encodable value that is waited for.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: What else is asked of a request.
    ///   - times: How many requests are answered; `nil` for any number.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    ///   - handler: Makes the value, and may wait; `nil` is a response of status 404.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction<Value: Encodable>(
        _ path: String,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(path, rules, times, delay, place, .suspending(answering(handler)))
    }

    /// Registers a route that answers with a serializable value that is waited for.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: What else is asked of a request.
    ///   - times: How many requests are answered; `nil` for any number.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    ///   - handler: Makes the value, and may wait; `nil` is a response of status 404.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction<Value: Serializable>(
        _ path: String,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Value
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(path, rules, times, delay, place, .suspending(answering(handler)))
    }

    /// Registers a route that answers with a value that is both serializable and encodable that is waited for.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: What else is asked of a request.
    ///   - times: How many requests are answered; `nil` for any number.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    ///   - handler: Makes the value, and may wait; `nil` is a response of status 404.
    /// - Returns: What removes the route.
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
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(path, rules, times, delay, place, .suspending(answering(handler)))
    }

    /// Registers a route that answers with a response without a body, of status 204 that is waited for.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: What else is asked of a request.
    ///   - times: How many requests are answered; `nil` for any number.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    ///   - handler: Is told of the request, and may wait.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: String,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        handler: @escaping @Sendable (Request) async throws -> Void
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return add(
            path, rules, times, delay, place,
            .suspending { request in
                try await handler(request)
                return .status(204)
            })
    }
}

/// Makes a response of what a handler returns.
private func answering<Value>(
    _ handler: @escaping @Sendable (Request) async throws -> Value
) -> @Sendable (Request) async throws -> Response {
    { try await Response(answering: handler($0)) }
}
