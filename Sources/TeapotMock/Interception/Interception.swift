import Teapot

/// Which router answers for which class.
enum Interception {
    /// What one class stands for; an entry is never dropped, so that a session without its router fails closed.
    private struct Entry {
        /// Weak: the configuration and its sessions keep it.
        weak var router: Router?
        let baseURL: String
        let unanswered: Router.Unanswered
    }

    /// Who answers a request.
    struct Answering {
        let router: Router
        let unanswered: Router.Unanswered
        /// What the configuration said that the router was given to; `nil` for a router of the whole process.
        let settings: SessionSettings?
    }

    private struct State {
        var classCount = 0
        var entries: [ObjectIdentifier: Entry] = [:]
        /// Those of the whole process, in the order of their registration.
        var registered: [(router: Router, unanswered: Router.Unanswered)] = []
    }

    private static let state = Locked(State())

    /// A new class that stands for a router, which keeps what the configuration says: it is for where no session can be
    /// asked, and goes with the router.
    static func addClass(
        for router: Router,
        unanswered: Router.Unanswered,
        settings: SessionSettings
    ) -> AnyClass {
        let number = state.withLock { state in
            state.classCount += 1
            return state.classCount
        }
        let type = InterceptingProtocol.numbered(number)
        router.state.withLock { $0.settings[ObjectIdentifier(type)] = settings }
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

    /// Takes out what is registered; the base URL `nil` stands for all.
    static func unregister(_ baseURL: String?) {
        // Freed outside the lock: a handler may hold anything.
        let base = baseURL.map { RouterBase($0) }
        let old = state.withLock { state in
            let old = state.registered
            state.registered.removeAll { registered in base.map { registered.router.base.isSame(as: $0) } ?? true }
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Who answers a request to a class.
    ///
    /// - Returns: `nil` when it is for none of the routers of the whole process.
    /// - Throws: When the class is one configuration's, and its router is gone.
    static func answering(_ request: Request, to type: InterceptingProtocol.Type) throws(TeapotError) -> Answering? {
        if type == RegisteredInterceptor.self {
            return registered(for: request)
        }
        guard let entry = state.withLock({ $0.entries[ObjectIdentifier(type)] }) else {
            throw .make(.unansweredRequest, "No router was ever given to this session.")
        }
        guard let router = entry.router else {
            let name = entry.baseURL.isEmpty ? "" : " for “\(entry.baseURL)”"
            throw .make(
                .unansweredRequest,
                """
                The router\(name) that this session was made with is gone. Keep it for as long as requests are made, or \
                leave the configuration's urlCache as it is, which keeps it.
                """
            )
        }
        return Answering(router: router, unanswered: entry.unanswered, settings: keptSettings(of: type, by: router))
    }

    /// Who of the routers of the whole process answers a request.
    fileprivate static func registered(for request: Request) -> Answering? {
        let registered = state.withLock { $0.registered }
        guard let found = registered.last(where: { $0.router.accepts(request) }) else { return nil }
        return Answering(router: found.router, unanswered: found.unanswered, settings: nil)
    }

    private static func keptSettings(of type: InterceptingProtocol.Type, by router: Router) -> SessionSettings? {
        router.state.withLock { $0.settings[ObjectIdentifier(type)] }
    }

    /// Whether a class takes a request, rather than to leave it to the network.
    ///
    /// Called by Foundation under a lock of its own.
    static func takes(_ request: URLRequest, to type: InterceptingProtocol.Type) -> Bool {
        guard let url = request.url else { return type != RegisteredInterceptor.self }
        // What is in the URL itself needs no network.
        if url.scheme?.lowercased() == "data" { return false }
        do throws(TeapotError) {
            let router = state.withLock { $0.entries[ObjectIdentifier(type)]?.router }
            let settings = router.flatMap { keptSettings(of: type, by: $0) }
            let head = Request(request, at: url, settings, body: request.httpBody ?? Data())
            guard let answering = try answering(head, to: type) else { return false }
            return answering.takes(head) || (answering.unanswered == .goesToNetwork && request.mayHideItsBody)
        } catch {
            // It fails when it is started.
            return true
        }
    }
}

extension Interception.Answering {
    /// Who answers a request that a redirect of this router leads to.
    ///
    /// Of the routers of the whole process it may be another. Where there is none, this one says what is missing.
    func following(_ request: Request) -> Self {
        settings == nil ? Interception.registered(for: request) ?? self : self
    }

    /// Whether a request is the router's to answer, or to fail.
    func takes(_ request: Request) -> Bool {
        switch unanswered {
        case .fails: true
        case .goesToNetwork: router.couldAnswer(request) || router.isFinished
        }
    }
}

extension Router {
    /// Whether the router answers nothing any more.
    fileprivate var isFinished: Bool { state.withLock { $0.closing != nil } }
}
