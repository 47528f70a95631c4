public import Foundation
public import Teapot
public import TeapotMock

// Peasy's spellings. They still work, with a warning that names the replacement.

extension Server {
    /// The token of a registered response.
    @available(*, deprecated, renamed: "Router.Registration")
    public typealias ConfigurationToken = Router.Registration
    /// Whether the server is running.
    @available(*, deprecated, message: "Compare 'port' with nil.")
    public var isRunning: Bool { port != nil }

    /// Removes a response.
    ///
    /// - Parameter configuration: The token from its registration.
    @available(*, deprecated, message: "Call 'remove()' on the token.")
    public func remove(configuration: Router.Registration) { configuration.remove() }

    /// Registers a route that answers matching requests with responses, one after another.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - responses: Additional responses, one for each later request, in order. The last one is repeated.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. It's ignored if
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @available(*, deprecated, message: "Use 'router.register(_:when:)'; 'times: 1' is 'removeAfterResponding: true'.")
    @discardableResult
    public func respond(
        with response: Response, _ responses: Response..., when rules: Rule..., delay: Double = 0,
        removeAfterResponding: Bool = false, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return respond(.responses([response] + responses), rules, delay, removeAfterResponding ? 1 : times, place)
    }

    /// Registers a route that answers matching requests with a closure.
    ///
    /// - Parameters:
    ///   - handler: A closure that returns the response.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. It's ignored if
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @available(*, deprecated, message: "Use 'router.register(_:when:)'; 'times: 1' is 'removeAfterResponding: true'.")
    @discardableResult
    public func respond(
        with handler: @escaping @Sendable (Request) throws -> Response, when rules: Rule..., delay: Double = 0,
        removeAfterResponding: Bool = false, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return respond(.immediate(handler), rules, delay, removeAfterResponding ? 1 : times, place)
    }

    /// Registers a route that answers matching requests with an asynchronous closure.
    ///
    /// - Parameters:
    ///   - handler: An asynchronous closure that returns the response.
    ///   - rules: The rules that a request must match. Without rules, every request matches.
    ///   - delay: The time to wait before responding, in seconds.
    ///   - removeAfterResponding: Whether the route is removed after its first response.
    ///   - times: The number of requests that the route answers, or `nil` for any number. It's ignored if
    ///     `removeAfterResponding` is `true`.
    ///   - fileID: The module and the file where the route is registered.
    ///   - filePath: The full path of the file where the route is registered.
    ///   - line: The line where the route is registered.
    /// - Returns: A token that removes the route.
    @available(*, deprecated, message: "Use 'router.register(_:when:)'; 'times: 1' is 'removeAfterResponding: true'.")
    @discardableResult
    public func respond(
        with handler: @escaping @Sendable (Request) async throws -> Response, when rules: Rule..., delay: Double = 0,
        removeAfterResponding: Bool = false, times: Int? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line
    ) -> Router.Registration {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        return respond(.suspending(handler), rules, delay, removeAfterResponding ? 1 : times, place)
    }

    private func respond(
        _ handler: Route.Handler, _ rules: [Rule], _ delay: Double, _ limit: Int?, _ place: SourcePlace
    ) -> Router.Registration {
        router.add(Route(rules: rules, handler: handler, delay: delay, limit: limit, place: place))
    }
}

extension Rule {
    /// Returns a rule that matches requests by their path; Peasy's name for `path(_:)`.
    ///
    /// - Parameter pattern: The path; see `Rule.path(_:)`.
    /// - Returns: The rule.
    public static func path(matches pattern: String) -> Rule { .path(pattern) }

    /// Returns a rule that matches requests with a method; Peasy's name for `method(_:)`.
    ///
    /// - Parameter method: The method.
    /// - Returns: The rule.
    public static func method(matches method: Teapot.Method) -> Rule { .method(method) }

    /// Returns a rule that matches requests with a header.
    ///
    /// - Parameter header: The header.
    /// - Returns: The rule.
    @available(*, deprecated, renamed: "headers(_:)")
    public static func headers(contain header: Teapot.HeaderFields.Field) -> Rule {
        .headers([header.name: header.value])
    }

    /// Returns a rule that matches requests with a query item.
    ///
    /// - Parameter item: The query item. Without a value, it also matches an item with an empty value.
    /// - Returns: The rule.
    @available(*, deprecated, renamed: "query(_:)")
    public static func queryParameters(contain item: URLQueryItem) -> Rule { .query([item.name: item.value ?? ""]) }

    /// Returns a rule that matches requests whose body equals these bytes.
    ///
    /// - Parameter data: The bytes.
    /// - Returns: The rule.
    @available(*, deprecated, renamed: "body(equals:)")
    public static func body(matches data: Data) -> Rule { .body(equals: data) }

    /// Returns a rule with a custom condition.
    ///
    /// - Parameter condition: A closure that returns whether a request matches.
    /// - Returns: The rule.
    @available(*, deprecated, renamed: "matching(_:)")
    public static func custom(_ condition: @escaping @Sendable (Request) -> Bool) -> Rule { .matching(nil, condition) }
}

extension Request {
    /// A header of a request.
    @available(*, deprecated, renamed: "Teapot.HeaderFields.Field")
    public typealias Header = Teapot.HeaderFields.Field
    /// A query item of a request.
    @available(*, deprecated, renamed: "URLQueryItem")
    public typealias QueryParameter = URLQueryItem
}

extension Response {
    /// A header of a response.
    @available(*, deprecated, renamed: "Teapot.HeaderFields.Field")
    public typealias Header = Teapot.HeaderFields.Field

    /// Creates a response with a list of headers.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers, in order.
    ///   - body: The bytes of the body.
    @available(*, deprecated, message: "Write the headers as a dictionary: [\"Content-Type\": \"text/plain\"].")
    public init(status: Teapot.StatusCode, headers: [Teapot.HeaderFields.Field], body: Data = Data()) {
        self.init(status: status, headers: Teapot.HeaderFields(headers), body: body)
    }

    /// Creates a response whose body is text in UTF-8, without a media type.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers, in order.
    ///   - body: The text.
    @available(*, deprecated, renamed: "text(_:status:headers:)")
    public init(status: Teapot.StatusCode, headers: [Teapot.HeaderFields.Field] = [], body: String) {
        self.init(status: status, headers: Teapot.HeaderFields(headers), body: Data(body.utf8))
    }

    /// Creates a response whose body is a value as JSON.
    ///
    /// The headers have no default value, because an optional `Data` would then be taken for a value.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The headers, in order.
    ///   - body: The value.
    ///   - encoder: The encoder, or `nil` for one that sorts members by name and writes dates in ISO 8601.
    @available(*, deprecated, renamed: "json(_:encoder:status:headers:)")
    @_disfavoredOverload  // Bytes and text are encodable, too.
    public init(
        status: Teapot.StatusCode, headers: [Teapot.HeaderFields.Field], body: some Encodable,
        encoder: JSONEncoder? = nil
    ) { self = .json(body, encoder: encoder, status: status, headers: Teapot.HeaderFields(headers)) }

    /// Unavailable: the contents of a URL can't be a body, because reading them can fail.
    @available(*, unavailable, message: "Use '.file(_:)' with a fixture's name, or read the data first.")
    public init(status: Teapot.StatusCode, headers: [Teapot.HeaderFields.Field] = [], body: URL) { self = .notFound }
}

extension Teapot.HeaderFields.Field {
    /// Names of headers.
    @available(*, deprecated, message: "Write the name itself: \"Content-Type\".")
    public enum Name: String {
        /// The media type.
        case contentType = "Content-Type"
        /// The client.
        case userAgent = "User-Agent"
        /// The length of the body, in bytes.
        case contentLength = "Content-Length"
    }

    /// Creates a header.
    ///
    /// - Parameters:
    ///   - name: The name of the header.
    ///   - value: The value of the header.
    @available(*, deprecated, message: "Write the name itself: \"Content-Type\".")
    public init(name: Name, value: String) { self.init(name: name.rawValue, value: value) }
}

extension Teapot.StatusCode {
    /// Returns a status code from its number.
    ///
    /// - Parameters:
    ///   - code: The number.
    ///   - message: The reason phrase, which isn't sent.
    /// - Returns: The status code.
    @available(*, deprecated, message: "Write the number itself. Clients ignore a reason phrase (RFC 9112 §4).")
    public static func code(_ code: Int, message: String) -> Self { Self(rawValue: code) }
}
