public import Teapot

/// Registers routes for one method: what ``Router/get``, ``Router/post`` and the others are, to be called as functions.
///
/// ```swift
/// router.get("/users/:id") { request in
///     names[request["id"] ?? ""]
/// }
/// router.post("/users", when: .json(contains: ["role": "admin"]), with: .status(403))
/// router.get("/users/:id", times: 1, delay: 0.5) { _ in .status(503) }
/// ```
///
/// A path is matched segment by segment: `:name` and `*` stand for any one, `**` at either end for any number of them.
/// A request's query makes no difference, unless the path asks for items: `/users?page=2`.
///
/// A handler may be `async`, and may throw: that becomes a response of status 500 that names the error, unless the error is
/// a ``ResponseFieldsProvider`` such as ``JSONAPIError``, which becomes its own. What it returns
/// is a ``Response``, also written as a dictionary or a list; anything `Encodable` or ``Serializable``, which becomes
/// JSON, and a `nil` a response of status 404; or nothing, which becomes one of status 204. Where a literal mixes optionals
/// with other values, write `{ request -> Response in … }`: else the compiler warns of the optionals. A value that is none of these has no answer to be made of: the compiler warns that it
/// is unused, and the route answers 204.
public struct RouterVerb: Sendable {
    let router: Router
    let method: Teapot.Method?

    /// Registers a route that answers with responses, one after the other.
    ///
    /// - Parameters:
    ///   - path: The path below the router's base URL.
    ///   - rules: What else is asked of a request.
    ///   - times: How many requests are answered; `nil` for any number.
    ///   - delay: How long to wait before answering, in seconds.
    ///   - responses: The responses, each for one request, in order; the last for all that follow. None at all is an
    ///     answer without a body, of status 204.
    ///   - fileID: Where the route is registered.
    ///   - filePath: Where the route is registered.
    ///   - line: Where the route is registered.
    /// - Returns: What removes the route.
    @discardableResult
    public func callAsFunction(
        _ path: String,
        when rules: Rule...,
        times: Int? = nil,
        delay: Double = 0,
        with responses: Response...,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line
    ) -> RouteToken {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
        let responses = responses.isEmpty ? [.status(204)] : responses
        return add(path, rules, times, delay, place, .responses(responses))
    }

    func add(
        _ path: String,
        _ rules: [Rule],
        _ times: Int?,
        _ delay: Double,
        _ place: SourcePlace,
        _ handler: Route.Handler
    ) -> RouteToken {
        let method = method.map { [Rule.method(matches: $0)] } ?? []
        return router.add(
            Route(
                rules: method + [.path(matches: path)] + rules,
                handler: handler,
                delay: delay,
                limit: times,
                place: place
            )
        )
    }
}

extension Router {
    /// Registers routes for `GET`.
    public var get: RouterVerb { RouterVerb(router: self, method: .get) }
    /// Registers routes for `HEAD`, which those for `GET` do not answer.
    public var head: RouterVerb { RouterVerb(router: self, method: .head) }
    /// Registers routes for `POST`.
    public var post: RouterVerb { RouterVerb(router: self, method: .post) }
    /// Registers routes for `PUT`.
    public var put: RouterVerb { RouterVerb(router: self, method: .put) }
    /// Registers routes for `PATCH`.
    public var patch: RouterVerb { RouterVerb(router: self, method: .patch) }
    /// Registers routes for `DELETE`.
    public var delete: RouterVerb { RouterVerb(router: self, method: .delete) }
    /// Registers routes for `DELETE`, by its name in Kakapo.
    public var del: RouterVerb { delete }
    /// Registers routes for every method.
    public var any: RouterVerb { RouterVerb(router: self, method: nil) }

    /// Registers routes for a method that has no property of its own.
    ///
    /// `router.method("OPTIONS")("/users") { … }`
    ///
    /// - Parameter method: The method.
    /// - Returns: What is called with the path and the handler.
    public func method(_ method: Teapot.Method) -> RouterVerb { RouterVerb(router: self, method: method) }
}
