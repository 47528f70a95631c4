import Teapot

// In this file, because the compiler explains an error in a handler only if it has tried the overloads for handlers
// first, and it tries those of a file that sorts earlier first.
extension Router.Verb {
    /// Registers a route that answers with responses, one after another.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - response: The response.
    ///   - responses: Additional responses, one for each later request, in order. The last one is repeated.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0, with response: Response,
        _ responses: Response...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        add(path, rules, times, delay, .responses([response] + responses), fileID, filePath, line)
    }

    /// Registers a route that answers with values as JSON, one after another.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: Additional rules that a request must match.
    ///   - times: The number of requests that the route answers, or `nil` for any number.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - values: The values, each for one request, in order. The last one is repeated. They're encoded when the
    ///     route is registered, by the router's ``Router/encoder``.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @_disfavoredOverload  // It's variadic, so it takes no trailing closure: errors in handlers keep their place.
    @discardableResult
    public func callAsFunction<Value: Encodable>(
        _ path: String, when rules: Rule..., times: Int? = nil, delay: Double = 0, with values: Value...,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        let responses = Serializer.Surroundings.$current.withValue(.init(encoder: router.encoder)) {
            values.map { Response(json: $0) }
        }
        return add(path, rules, times, delay, .responses(responses), fileID, filePath, line)
    }
}
