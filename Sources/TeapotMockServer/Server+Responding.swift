public import TeapotMock

extension Server {
    /// Registers what answers the requests that meet all of some rules, ahead of what is there.
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
