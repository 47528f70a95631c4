public import Teapot

extension URLSessionConfiguration {
    /// A copy of this configuration whose sessions are answered by a router.
    ///
    /// ```swift
    /// let router = Router("https://api.test")
    /// router.get("/users/:id") { request in ["id": request["id"]] }
    /// let session = URLSession(configuration: .ephemeral.answered(by: router))
    /// ```
    ///
    /// It works for any code that takes a configuration or a session: data, uploads, downloads, with a completion, a
    /// delegate or `await`. Sessions with different routers know nothing of each other, whatever the URLs.
    ///
    /// Redirects, cookies and time-outs are as over a socket. A response of status 401 is delivered as it is: no delegate
    /// is asked for a password.
    ///
    /// The copy and its sessions keep the router, by their `urlCache`, which caches nothing. When that is replaced and the
    /// router is gone, requests fail; they go neither to the network nor to another router.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - unanswered: What becomes of a request that no route answers.
    /// - Returns: The copy; cookies, header fields and time-outs are as in this configuration, and may still be changed.
    public func answered(by router: Router, unanswered: Router.Unanswered = .fails) -> URLSessionConfiguration {
        let copy = self.copy() as? URLSessionConfiguration ?? .ephemeral
        let type: AnyClass = Interception.addClass(for: router, unanswered: unanswered, settings: SessionSettings(copy))
        copy.protocolClasses = [type] + (copy.protocolClasses ?? [])
        copy.urlCache = RouterKeepingCache(router)
        return copy
    }

    /// An ephemeral configuration whose sessions are answered by a router.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - unanswered: What becomes of a request that no route answers.
    /// - Returns: The configuration, which keeps the router.
    public static func answered(
        by router: Router,
        unanswered: Router.Unanswered = .fails
    ) -> URLSessionConfiguration {
        ephemeral.answered(by: router, unanswered: unanswered)
    }
}

extension URLSession {
    /// Creates a session that is answered by a router, and that keeps it.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - unanswered: What becomes of a request that no route answers.
    ///   - delegate: The session's delegate.
    ///   - delegateQueue: The queue that the delegate and completions are called on; `nil` for a serial one.
    public convenience init(
        answeredBy router: Router,
        unanswered: Router.Unanswered = .fails,
        delegate: (any URLSessionDelegate)? = nil,
        delegateQueue: OperationQueue? = nil
    ) {
        self.init(
            configuration: .answered(by: router, unanswered: unanswered),
            delegate: delegate,
            delegateQueue: delegateQueue
        )
    }
}
