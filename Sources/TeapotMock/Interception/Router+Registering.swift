import Foundation
import Teapot

extension Router {
    /// The protocol class for the routers that are registered for the whole process.
    ///
    /// Use it for sessions that `register` doesn't reach, as you used `Server.self` with Kakapo:
    ///
    /// ```swift
    /// let configuration = URLSessionConfiguration.default
    /// configuration.protocolClasses = [Router.interceptor]
    /// let session = URLSession(configuration: configuration)
    /// ```
    ///
    /// Requests that aren't below the base URL of any registered router are sent to the network.
    public static var interceptor: AnyClass { RegisteredInterceptor.self }

    /// Creates a router that answers requests of the whole process until it is unregistered.
    ///
    /// The router answers requests below its base URL. If the base URLs of several routers match, the one registered
    /// last among those with a route for the request answers. All other requests go to the network. A redirect may lead
    /// from one router to another.
    ///
    /// The sessions that this reaches depend on the platform. It always reaches `URLSession.shared` and sessions with
    /// ``interceptor``. On Apple platforms, it also reaches sessions without their own `protocolClasses`. On Linux, it
    /// doesn't reach a session with a `.default` or `.ephemeral` configuration. To separate tests that run at the same
    /// time, use `URLSessionConfiguration.answered(by:)` instead.
    ///
    /// - Parameters:
    ///   - baseURL: The beginning of the URLs that the router answers, as in ``init(_:fixtures:journalCapacity:)``.
    ///   - unanswered: How to handle requests below the base URL that no route answers. If several base URLs match, the
    ///     last registered router decides.
    /// - Returns: The router, which is retained until it is unregistered.
    @discardableResult
    public static func register(_ baseURL: String, unanswered: Unanswered = .fails) -> Router {
        let router = Router(baseURL)
        register(router, unanswered: unanswered)
        return router
    }

    /// Registers a router that answers requests of the whole process until it is unregistered.
    ///
    /// - Parameters:
    ///   - router: The router, which is retained until it is unregistered.
    ///   - unanswered: How to handle requests below its base URL that no route answers.
    public static func register(_ router: Router, unanswered: Unanswered = .fails) {
        Interception.register(router, unanswered: unanswered)
        _ = registerClass
    }

    /// Unregisters every router with a base URL.
    ///
    /// Requests that have begun still complete.
    ///
    /// - Parameter baseURL: The base URL. A trailing slash, the scheme's default port and the case of the host are
    ///   ignored.
    public static func unregister(_ baseURL: String) { Interception.unregister(baseURL) }

    /// Unregisters all routers.
    ///
    /// Requests that have begun still complete.
    public static func disableAll() { Interception.unregister(nil) }

    /// The registration of the protocol class, which happens once.
    ///
    /// The class accepts no requests while no router is registered.
    static let registerClass: Void = {
        _ = URLProtocol.registerClass(RegisteredInterceptor.self)
        RegisteredInterceptor.reachSharedSession()
    }()
}
