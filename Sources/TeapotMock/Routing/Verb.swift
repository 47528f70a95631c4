public import Teapot

extension Router {
    /// A value that registers routes for one method.
    ///
    /// ``Router/get``, ``Router/post`` and the other properties are values of this type; call them like functions.
    ///
    /// ```swift
    /// router.get("/users/:id") { request in
    ///     names[request["id"] ?? ""]
    /// }
    /// router.post("/users", when: .json(contains: ["role": "admin"]), with: .status(403))
    /// router.get("/users/:id", times: 1, delay: 0.5) { _ in .status(503) }
    /// ```
    ///
    /// A path is matched segment by segment: `:name` and `*` match any one segment, and `**` at either end matches any
    /// number of segments. A request's query is ignored unless the path contains query items, as in `/users?page=2`.
    ///
    /// A handler can be `async` and can throw. It returns one of these:
    ///
    /// - A ``Response``, which can be written as a dictionary or a list.
    /// - A value that is `Encodable` or ``Serializable``, which is sent as JSON. For the value `nil`, the response has
    ///   status 404.
    /// - Nothing, in which case the response has status 204.
    ///
    /// With a `delay`, the handler runs after the delay, or not at all if the client cancels the request first.
    ///
    /// A thrown error becomes a response with status 500 that names the error, and fails the router's test at the
    /// route's line. If the error is a ``ResponseFieldsProvider``, such as `JSONAPIError` from `TeapotMockStore`,
    /// it's sent as its own response, and a `URLError` becomes a failed connection. To send a 500 on purpose, return
    /// `.status(500)`.
    ///
    /// If a literal mixes optional and non-optional values, write `{ request -> Response in … }`; otherwise, the
    /// compiler warns about the optional values. If the handler's value has any other type, the compiler warns that the
    /// value is unused, and the route answers with status 204.
    public struct Verb: Sendable {
        let router: Router
        let method: Teapot.Method?

        package func add(
            _ path: String, _ rules: [Rule], _ times: Int?, _ delay: Double, _ handler: Route.Handler,
            _ fileID: StaticString, _ filePath: StaticString, _ line: UInt
        ) -> Router.Registration {
            let method = method.map { [Rule.method($0)] } ?? []
            let place = SourcePlace(fileID: fileID, filePath: filePath, line: line)
            return router.add(
                Route(rules: method + [.path(path)] + rules, handler: handler, delay: delay, limit: times, place: place)
            )
        }
    }
}

extension Router {
    /// A callable value that registers routes for `GET`.
    ///
    /// These routes also answer `HEAD`, without the body, unless a route for `HEAD` matches the request (RFC 9110
    /// §9.3.2). A `HEAD` doesn't use up a response of a sequence or count toward `times`, because it describes the
    /// response to the next `GET`.
    public var get: Router.Verb { Router.Verb(router: self, method: .get) }
    /// A callable value that registers routes for `HEAD`.
    ///
    /// These routes take precedence over routes for `GET`.
    public var head: Router.Verb { Router.Verb(router: self, method: .head) }
    /// A callable value that registers routes for `POST`.
    public var post: Router.Verb { Router.Verb(router: self, method: .post) }
    /// A callable value that registers routes for `PUT`.
    public var put: Router.Verb { Router.Verb(router: self, method: .put) }
    /// A callable value that registers routes for `PATCH`.
    public var patch: Router.Verb { Router.Verb(router: self, method: .patch) }
    /// A callable value that registers routes for `DELETE`.
    public var delete: Router.Verb { Router.Verb(router: self, method: .delete) }
    /// A callable value that registers routes for every method.
    public var any: Router.Verb { Router.Verb(router: self, method: nil) }

    /// Returns a callable value that registers routes for a method that has no property.
    ///
    /// `router.method("OPTIONS")("/users") { … }`
    ///
    /// - Parameter method: The method.
    /// - Returns: A value to call with the path and the handler.
    public func method(_ method: Teapot.Method) -> Router.Verb { Router.Verb(router: self, method: method) }
}

extension Route.Handler {
    /// Returns a handler that creates a response from the result of a closure.
    package static func answering<Value>(_ handler: @escaping @Sendable (Request) throws -> Value) -> Self {
        .immediate { try Response(ofHandler: handler($0)) }
    }

    /// Returns a handler that creates a response from the result of an asynchronous closure.
    package static func answering<Value>(_ handler: @escaping @Sendable (Request) async throws -> Value) -> Self {
        .suspending { try await Response(ofHandler: handler($0)) }
    }
}
