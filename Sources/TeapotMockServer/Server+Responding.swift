public import TeapotMock

extension Server {
    /// A function that registers a response for the requests that meet all of several rules, ahead of the existing
    /// routes.
    ///
    /// ```swift
    /// let server = Server()
    /// server.respond(with: Response(status: .ok), when: .path(matches: "/"))
    /// server.respond(
    ///     with: { request in .json(["id": request["id"] ?? ""]) },
    ///     when: .path(matches: "/users/:id"), .method(matches: .get), delay: 0.5)
    /// ```
    ///
    /// It is the ``/TeapotMock/Router/respond`` of the server's router.
    public var respond: RouterResponder { router.respond }
}
