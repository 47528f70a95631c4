public import Foundation
import Teapot

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// Returns a copy of this configuration whose sessions get their responses from a router.
    ///
    /// ```swift
    /// let router = Router("https://api.test")
    /// router.get("/users/:id") { request in ["id": request["id"]] }
    /// let session = URLSession(configuration: .ephemeral.answered(by: router))
    /// ```
    ///
    /// It works for any code that takes a configuration or a session: data, upload and download tasks, with a
    /// completion handler, a delegate or `await`. Sessions with different routers are independent, even for the same
    /// URLs.
    ///
    /// Redirects, cookies and timeouts work as they do over a socket. A response with status 401 is delivered
    /// unchanged, without asking a delegate for a password.
    ///
    /// The copy and its sessions retain the router through their `urlCache`, which caches nothing. If you replace the
    /// cache and the router is released, requests fail. They don't go to the network or to another router.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - unanswered: How to handle requests that no route answers.
    /// - Returns: The copy. It has this configuration's cookies, headers and timeouts, which you can still change.
    public func answered(by router: Router, unanswered: Router.Unanswered = .fails) -> URLSessionConfiguration {
        let copy = self.copy() as? URLSessionConfiguration ?? .ephemeral
        let type: AnyClass = Interception.addClass(for: router, unanswered: unanswered, settings: SessionSettings(copy))
        copy.protocolClasses = [type] + (copy.protocolClasses ?? [])
        copy.urlCache = RouterKeepingCache(router)
        return copy
    }

    /// Creates an ephemeral configuration whose sessions get their responses from a router.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - unanswered: How to handle requests that no route answers.
    /// - Returns: The configuration, which retains the router.
    public static func answered(by router: Router, unanswered: Router.Unanswered = .fails) -> URLSessionConfiguration {
        ephemeral.answered(by: router, unanswered: unanswered)
    }
}

extension URLSession {
    /// Creates a session that gets its responses from a router and retains it.
    ///
    /// - Parameters:
    ///   - router: The router.
    ///   - unanswered: How to handle requests that no route answers.
    ///   - delegate: The delegate of the session.
    ///   - delegateQueue: The queue for the delegate's methods and completion handlers, or `nil` for a serial queue.
    public convenience init(
        answeredBy router: Router, unanswered: Router.Unanswered = .fails, delegate: (any URLSessionDelegate)? = nil,
        delegateQueue: OperationQueue? = nil
    ) {
        self.init(
            configuration: .answered(by: router, unanswered: unanswered),
            delegate: delegate,
            delegateQueue: delegateQueue
        )
    }
}
