import Teapot

extension Router {
    /// The class that answers from the routers that are registered for the whole process.
    ///
    /// For sessions that `register` does not reach by itself, where Kakapo had `Server.self`:
    ///
    /// ```swift
    /// let configuration = URLSessionConfiguration.default
    /// configuration.protocolClasses = [Router.interceptor]
    /// let session = URLSession(configuration: configuration)
    /// ```
    ///
    /// Requests that are below the base URL of no registered router go on to the network.
    public static var interceptor: AnyClass { RegisteredInterceptor.self }

    /// Creates a router that answers for the whole process until it is unregistered.
    ///
    /// It answers requests below its base URL; of several routers, the one that was registered last. Requests to anywhere
    /// else go on to the network. A redirect may lead from one router to another.
    ///
    /// Which sessions it reaches is up to the platform: `URLSession.shared` always, those of ``interceptor``, and on Apple
    /// platforms those without `protocolClasses` of their own. On Linux a session of `.default` or `.ephemeral` is not
    /// reached. To tell tests apart that run at the same time, use `URLSessionConfiguration.answered(by:)` instead.
    ///
    /// - Parameters:
    ///   - baseURL: What the URLs begin with that the router answers, as in ``init(_:fixtures:journalCapacity:)``.
    ///   - unanswered: What becomes of a request below it that no route answers.
    /// - Returns: The router, kept until it is unregistered.
    @discardableResult
    public static func register(_ baseURL: String, unanswered: Unanswered = .fails) -> Router {
        let router = Router(baseURL)
        register(router, unanswered: unanswered)
        return router
    }

    /// Lets a router answer for the whole process until it is unregistered.
    ///
    /// - Parameters:
    ///   - router: The router, kept until it is unregistered.
    ///   - unanswered: What becomes of a request below its base URL that no route answers.
    public static func register(_ router: Router, unanswered: Unanswered = .fails) {
        Interception.register(router, unanswered: unanswered)
        _ = registerClass
    }

    /// Ends the registration of every router with a base URL; what is under way still ends.
    ///
    /// - Parameter baseURL: The base URL; a slash at its end, the scheme's own port and the case of the host don't count.
    public static func unregister(_ baseURL: String) {
        Interception.unregister(baseURL)
    }

    /// Ends the registration of all routers; what is under way still ends.
    public static func disableAll() {
        Interception.unregister(nil)
    }

    /// Done once: the class takes no request while no router is registered.
    private static let registerClass: Void = {
        _ = URLProtocol.registerClass(RegisteredInterceptor.self)
        RegisteredInterceptor.reachSharedSession()
    }()
}
