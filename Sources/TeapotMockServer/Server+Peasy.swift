public import TeapotMock

/// The names that Peasy uses.
extension Server {
    /// A function that registers a response for the requests that meet all of several rules.
    @available(
        *, deprecated,
        message: "Use 'router.register(_:when:)', with 'times: 1' for 'removeAfterResponding: true'."
    )
    public var respond: RouterResponder { RouterResponder(router: router) }
}

/// A value that registers routes by rules alone, as Peasy's server does.
///
/// The `respond` of a server is such a value, to be called as a function.
@available(*, deprecated, message: "Use 'register(_:when:)' of a router.")
public struct RouterResponder: Sendable {
    let router: Router

    /// Registers a route that answers the requests that match some rules with responses, one after another.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - responses: Further responses, each for one later request, in order. The last one is repeated.
    ///   - rules: The rules that a request has to match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. Ignored when
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        with response: Response,
        _ responses: Response...,
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
                rules: rules, handler: .responses([response] + responses), delay: delay,
                limit: removeAfterResponding ? 1 : times, place: place))
    }

    /// Registers a route that answers the requests that match some rules with a function.
    ///
    /// - Parameters:
    ///   - handler: A closure that returns the response.
    ///   - rules: The rules that a request has to match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. Ignored when
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    /// - Returns: A token that removes the route.
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

    /// Registers a route that answers the requests that match some rules with an asynchronous function.
    ///
    /// - Parameters:
    ///   - handler: An asynchronous closure that returns the response.
    ///   - rules: The rules that a request has to match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. Ignored when
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file in which the route is registered.
    ///   - filePath: The full path of the file in which the route is registered.
    ///   - line: The line on which the route is registered.
    /// - Returns: A token that removes the route.
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
