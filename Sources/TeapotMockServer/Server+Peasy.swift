public import Teapot
public import TeapotMock

/// Peasy's names.
extension Server {
    /// A callable value that registers a response for requests that match all rules.
    @available(
        *, deprecated,
        message: "Use 'router.register(_:when:)', with 'times: 1' for 'removeAfterResponding: true'."
    )
    public var respond: RouterResponder { RouterResponder(router: router) }
}

/// A callable value that registers routes by rules alone, as Peasy's server does.
///
/// Use a server's `respond`.
@available(*, deprecated, message: "Use 'register(_:when:)' of a router.")
public struct RouterResponder: Sendable {
    let router: Router

    /// Registers a route that answers matching requests with responses, one after another.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - responses: More responses, each for one later request, in order. The last one is repeated.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. Ignored when
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
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
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return router.add(
            Route(
                rules: rules, handler: .responses([response] + responses), delay: delay,
                limit: removeAfterResponding ? 1 : times, place: place))
    }

    /// Registers a route that answers matching requests with a closure.
    ///
    /// - Parameters:
    ///   - handler: A closure that returns the response.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. Ignored when
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
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
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return router.add(
            Route(
                rules: rules, handler: .immediate(handler), delay: delay, limit: removeAfterResponding ? 1 : times,
                place: place))
    }

    /// Registers a route that answers matching requests with an asynchronous closure.
    ///
    /// - Parameters:
    ///   - handler: An asynchronous closure that returns the response.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. Ignored when
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
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
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return router.add(
            Route(
                rules: rules, handler: .suspending(handler), delay: delay, limit: removeAfterResponding ? 1 : times,
                place: place))
    }
}

extension Rule {
    /// Returns a rule that matches requests whose path has a given form, as Peasy spells it.
    ///
    /// - Parameter pattern: The path; see `Rule.path(_:)`.
    /// - Returns: The rule.
    public static func path(matches pattern: String) -> Rule { .path(pattern) }

    /// Returns a rule that matches requests with a method, as Peasy spells it.
    ///
    /// - Parameter method: The method.
    /// - Returns: The rule.
    public static func method(matches method: Teapot.Method) -> Rule { .method(method) }
}
