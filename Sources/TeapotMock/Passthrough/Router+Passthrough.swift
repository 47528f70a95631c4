import Teapot

extension Router {
    /// The live server for requests that no route answers, or `nil` to leave them unanswered, which is the default.
    ///
    /// Only requests below the router's base URL are passed through. The journal records them as
    /// ``Journal/Outcome/passedThrough(to:)``, and they do not make a test fail. A request that a route refuses because
    /// of its header fields is not passed through. A session that sends unanswered requests to the network leaves them
    /// to the passthrough instead.
    ///
    /// ```swift
    /// router.passthrough = Passthrough(to: liveURL, timeoutInterval: 10)
    /// ```
    public var passthrough: Passthrough? {
        get { withState { $0.passthrough } }
        set {
            // The passthrough is released outside the lock, because its session ends with the last reference.
            var released = newValue
            withState { swap(&$0.passthrough, &released) }
        }
    }
}

extension Passthrough: Responder {
    package func couldAnswer(_ request: Request) -> Bool { true }

    package func match(_ request: Request, began: UInt64, for router: Router) -> ResponderMatch? {
        let (depth, cors) = (router.base.path.count, router.cors)
        return ResponderMatch(outcome(of: request, cors: cors)) { _ in
            { try await respond(to: request, below: depth, cors: cors) }
        }
    }

    package func explanation(for request: Request) -> (reason: String, suggestion: String)? { nil }
}
