import Foundation
import Teapot

/// The mapping from protocol classes to routers.
enum Interception {
    /// The router for one class.
    ///
    /// Entries are never removed. If a router is gone, its session's requests fail instead of going to the network.
    private struct Entry {
        /// The router.
        ///
        /// The reference is weak because the configuration and its sessions retain the router.
        weak var router: Router?
        let baseURL: String
        let unanswered: Router.Unanswered
    }

    /// The router that answers a request.
    struct Answering {
        let router: Router
        let unanswered: Router.Unanswered
        /// The settings of the configuration that uses the router, or `nil` for a router that is registered for the
        /// whole process.
        let settings: SessionSettings?
    }

    private struct State {
        var classCount = 0
        var entries: [ObjectIdentifier: Entry] = [:]
        /// The routers that are registered for the whole process, in the order of registration.
        var registered: [(router: Router, unanswered: Router.Unanswered)] = []
    }

    private static let state = Locked(State())

    /// Returns a new class that represents a router.
    ///
    /// The router stores the settings of the configuration, which are used if the session can't be found. They're
    /// released with the router.
    static func addClass(for router: Router, unanswered: Router.Unanswered, settings: SessionSettings) -> AnyClass {
        let number = state.withLock { state in
            state.classCount += 1
            return state.classCount
        }
        let type = InterceptingProtocol.numbered(number)
        router.withState { $0.attachments[ObjectIdentifier(type)] = settings }
        let entry = Entry(router: router, baseURL: router.baseURL, unanswered: unanswered)
        state.withLock { $0.entries[ObjectIdentifier(type)] = entry }
        return type
    }

    static func register(_ router: Router, unanswered: Router.Unanswered) {
        state.withLock { state in
            state.registered.removeAll { $0.router === router }
            state.registered.append((router, unanswered))
        }
    }

    /// Removes the registered routers with a base URL, or all of them if the base URL is `nil`.
    static func unregister(_ baseURL: String?) {
        // Release the routers outside the lock, because their handlers may hold any object.
        let base = baseURL.map { RouterBase($0) }
        let old = state.withLock { state in
            let old = state.registered
            state.registered.removeAll { registered in base.map { registered.router.base.isSame(as: $0) } ?? true }
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Returns the router that answers a request to a class.
    ///
    /// - Returns: The router, or `nil` if no process-wide router accepts the request.
    /// - Throws: An error if the class belongs to a configuration whose router is gone.
    static func answering(
        _ request: @autoclosure () -> Request, to type: InterceptingProtocol.Type
    ) throws(TeapotError) -> Answering? {
        if type == RegisteredInterceptor.self { return registered(for: request()) }
        guard let entry = state.withLock({ $0.entries[ObjectIdentifier(type)] }) else {
            throw .make(.unansweredRequest, "This session has no router.")
        }
        guard let router = entry.router else {
            let name = entry.baseURL.isEmpty ? "" : " for “\(entry.baseURL)”"
            throw .make(
                .unansweredRequest,
                """
                This session's router\(name) no longer exists. Keep a reference to the router while the session \
                sends requests, or don't replace the configuration's urlCache, which keeps one.
                """
            )
        }
        return Answering(router: router, unanswered: entry.unanswered, settings: keptSettings(of: type, by: router))
    }

    /// Returns the registered router that answers a request.
    ///
    /// It's the last registered router that could answer. If none could, it's the last one whose base URL matches,
    /// which then reports the reason.
    fileprivate static func registered(for request: Request) -> Answering? {
        let fitting = state.withLock { $0.registered }.filter { $0.router.accepts(request) }
        let answering = fitting.count > 1 ? fitting.last { $0.router.couldAnswer(request) } : nil
        guard let found = answering ?? fitting.last else { return nil }
        return Answering(router: found.router, unanswered: found.unanswered, settings: nil)
    }

    /// Returns the timeline of a new client call whose session uses a class.
    ///
    /// A request that may go to the network uses real time.
    static func timeline(of request: Teapot.Request, to type: InterceptingProtocol.Type) -> Teapot.Timeline {
        let head = Request(request, body: request.bytes)
        guard let answering = try? answering(head, to: type), answering.router.sharedTime.isSkipped,
            answering.takes(head), let time = answering.router.sharedTime.begin(request)
        else { return .real }
        return time.named()
    }

    private static func keptSettings(of type: InterceptingProtocol.Type, by router: Router) -> SessionSettings? {
        router.withState { $0.attachments[ObjectIdentifier(type)] } as? SessionSettings
    }

    /// Returns whether a class handles a request instead of leaving it to the network.
    ///
    /// Foundation calls this while it holds a lock.
    static func takes(_ request: URLRequest, to type: InterceptingProtocol.Type) -> Bool {
        guard let url = request.url else { return type != RegisteredInterceptor.self }
        // The content of a data URL is in the URL itself, so it needs no network.
        if url.scheme?.lowercased() == "data" { return false }
        do throws(TeapotError) {
            let entry = state.withLock { $0.entries[ObjectIdentifier(type)] }
            let router = entry?.router
            if let router, case .fails = entry?.unanswered, !StrayRequests.areSent(to: router) { return true }
            let settings = router.flatMap { keptSettings(of: type, by: $0) }
            let head = Request(request, at: url, settings, body: request.httpBody ?? Data())
            let answering = try answering(head, to: type)
            guard let answering, answering.mayTake(head, of: request) else {
                StrayRequests.record(url, isMeant: answering != nil)
                return false
            }
            StrayRequests.record(head, answeredBy: answering.router)
            return true
        } catch {
            // The request fails when it starts.
            return true
        }
    }
}

extension Interception.Answering {
    /// Returns the router that answers a request whose body is known, or the target of this router's redirect.
    ///
    /// Another registered router may answer it. If no router accepts it, this one reports the error.
    func following(_ request: Request) -> Self {
        settings == nil ? Interception.registered(for: request) ?? self : self
    }

    /// Returns whether the router may answer or fail a request whose body may be unknown.
    fileprivate func mayTake(_ head: Request, of request: URLRequest) -> Bool {
        takes(head) || (unanswered == .goesToNetwork && request.mayHideItsBody)
    }

    /// Returns whether the router answers or fails the request.
    func takes(_ request: Request) -> Bool {
        switch unanswered {
        case .fails: true
        case .goesToNetwork: router.couldAnswer(request) || router.isFinished
        }
    }
}
