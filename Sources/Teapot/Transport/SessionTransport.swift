import Foundation

/// A transport that sends requests on a single `URLSession`, using only its delegate.
///
/// It doesn't use completion handlers or `data(for:)`. On Linux, they hang or crash when a task is cancelled, and never
/// finish for a 401 with a Basic challenge. The transport refuses redirects, and the call follows them.
final class SessionTransport: NSObject, Sendable {
    /// A request, from the time it's queued until its last event.
    final class Flight: Sendable {
        struct State {
            var task: URLSessionTask?
            var isCancelled = false
            /// The response to a declined challenge, delivered when the task ends.
            var challenged: HTTPURLResponse?
            var hasResponse = false
            /// The number of body bytes sent so far.
            private var sent: Int64 = 0
            /// Whether the server wasn't trusted, or no certificate was given.
            ///
            /// Foundation reports this as a cancellation.
            var isRefused = false

            /// Adds the bytes of one event and returns the number of bytes sent so far.
            ///
            /// On Linux, `total` includes later events if the delegate's queue falls behind.
            mutating func sent(_ bytes: Int64, total: Int64) -> Int64 {
                sent = min(sent + bytes, total)
                return sent
            }
        }

        let request: Teapot.Request
        let origin: String
        let report: @Sendable (Teapot.Transport.Event) -> Void
        let state = Locked(State())

        init(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.Transport.Event) -> Void) {
            (self.request, self.origin, self.report) = (request, request.url.origin, report)
        }
    }

    private struct State {
        var session: URLSession?
        var byTask: [Int: Flight] = [:]
        var waiting: [ObjectIdentifier: Flight] = [:]
        var gate: ConnectionGate<ObjectIdentifier>
        /// The number of requests that haven't ended, including queued ones.
        var underWay = 0
        /// Whether the client was released, so the session ends with the last request.
        var isRetired = false

        /// Removes and returns the session if it is no longer needed.
        mutating func takeUnneeded() -> URLSession? {
            guard isRetired, underWay == 0 else { return nil }
            return session.take()
        }
    }

    /// The serial queue on which the session reports the events of all requests.
    ///
    /// Don't run long work or a caller's closure here.
    let events = DispatchQueue(label: "teapot.events")
    let trust: SessionTrust
    /// A function that returns the time of a new call, if the session is intercepted.
    let timeline: (@Sendable (Teapot.Request) -> Teapot.Timeline)?
    /// Whether only the system's protocol classes answer requests.
    private let reachesNetwork: Bool
    private static let native = (URLSessionConfiguration.ephemeral.protocolClasses ?? []).map { ObjectIdentifier($0) }
    private let configuration: URLSessionConfiguration
    /// Whether the cookies of the configuration's storage are sent.
    private let sendsCookies: Bool
    // Don't hold this lock while calling Foundation. Foundation's threads wait for the lock, and some of its calls wait
    // for those threads.
    private let state: Locked<State>

    init(_ configuration: URLSessionConfiguration, _ trust: SessionTrust) {
        // Use a copy, so the caller's configuration doesn't change.
        let own = configuration.copy() as? URLSessionConfiguration ?? configuration
        (own.httpAdditionalHeaders, own.urlCredentialStorage) = (nil, nil)
        own.timeoutIntervalForRequest = 30 * 86_400
        // Teapot adds the cookies, since the call has to know them. Foundation still stores cookies from responses.
        sendsCookies = own.httpShouldSetCookies
        own.httpShouldSetCookies = false
        self.configuration = own
        reachesNetwork = (own.protocolClasses ?? []).allSatisfy { Self.native.contains(ObjectIdentifier($0)) }
        timeline = own.protocolClasses?.lazy.compactMap { ($0 as? any TimelineSource.Type)?.timeline }.first
        #if canImport(FoundationNetworking)
            // Foundation on Linux stores nothing in a cache, but reads its directory for each request. The cache of an
            // intercepted session retains the router.
            if timeline == nil { own.urlCache = nil }
        #endif
        self.trust = trust
        state = Locked(State(gate: ConnectionGate(limit: Self.connectionLimit(own))))
    }

    /// Releases the session once the last request has ended.
    ///
    /// No further requests may be sent.
    func invalidate() {
        let session = state.withLock { state in
            state.isRetired = true
            return state.takeUnneeded()
        }
        session?.finishTasksAndInvalidate()
    }

    func send(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.Transport.Event) -> Void)
        -> Teapot.Transport.Cancel
    {
        if let error = refusal(of: request.url) {
            report(.finished(error))
            return {}
        }
        if reachesNetwork { Teapot.sent.withLock { $0 }?(request.url) }
        let flight = Flight(request, report: report)
        let begins = state.withLock { state in
            state.underWay += 1
            let begins = state.gate.enter(ObjectIdentifier(flight), to: flight.origin)
            if !begins { state.waiting[ObjectIdentifier(flight)] = flight }
            return begins
        }
        if begins { begin(flight) }
        return { self.cancel(flight) }
    }

    private func begin(_ flight: Flight) {
        let task = makeTask(for: flight.request)
        let identifier = task.taskIdentifier
        if timeline != nil { task.taskDescription = "\(flight.request.timeline.name) \(flight.request.timeout)" }
        // Register the flight before resuming the task, since nothing is reported earlier.
        state.withLock { $0.byTask[identifier] = flight }
        let isCancelled = flight.state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        flight.report(.began)
        task.resume()
        if isCancelled { Self.cancel(task, on: events) }
    }

    /// Creates a task.
    ///
    /// Always resume the task: on Linux, a task that is never resumed leaks.
    private func makeTask(for request: Teapot.Request) -> URLSessionTask {
        let session = currentSession()
        var sent = request
        let cookies = request.sessionCookies ?? cookies(for: request.url) ?? ""
        if sent.headers["Cookie"] == nil, !cookies.isEmpty { sent.headers["Cookie"] = cookies }
        let urlRequest = sent.urlRequest
        if case .file(let file) = request.body { return session.uploadTask(with: urlRequest, fromFile: file.url) }
        return session.dataTask(with: urlRequest)
    }

    /// Returns the cookies for a URL in a fixed order, with longer paths first (RFC 6265 §5.4).
    func cookies(for url: URL) -> String? {
        // Don't query an empty storage for the URL, which takes ten times as long.
        guard sendsCookies, let storage = configuration.httpCookieStorage else { return nil }
        guard storage.cookies?.isEmpty == false else { return "" }
        let cookies = (storage.cookies(for: url) ?? []).sorted {
            ($1.path.utf8.count, $0.name, $0.domain) < ($0.path.utf8.count, $1.name, $1.domain)
        }
        return HTTPCookie.requestHeaderFields(with: cookies)["Cookie"] ?? ""
    }

    private func currentSession() -> URLSession {
        if let session = state.withLock({ $0.session }) { return session }
        let made = URLSession(configuration: configuration, delegate: self, delegateQueue: .delegateQueue(on: events))
        let session = state.withLock { state in
            if state.session == nil { state.session = made }
            return state.session ?? made
        }
        // Another request created the session first.
        if session !== made { made.finishTasksAndInvalidate() }
        return session
    }

    private func cancel(_ flight: Flight) {
        let id = ObjectIdentifier(flight)
        let (withdrawn, unneeded) = state.withLock { state -> (Flight?, URLSession?) in
            guard state.gate.withdraw(id, from: flight.origin) else { return (nil, nil) }
            state.underWay -= 1
            return (state.waiting.removeValue(forKey: id), state.takeUnneeded())
        }
        unneeded?.finishTasksAndInvalidate()
        if withdrawn != nil { return }
        let task = flight.state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        if let task { Self.cancel(task, on: events) }
    }

    func flight(of task: URLSessionTask) -> Flight? { state.withLock { $0.byTask[task.taskIdentifier] } }

    /// Removes a task that has ended and begins the next request in the queue.
    func end(_ task: URLSessionTask) -> Flight? {
        let identifier = task.taskIdentifier
        let (flight, next, unneeded) = state.withLock { state -> (Flight?, Flight?, URLSession?) in
            guard let flight = state.byTask.removeValue(forKey: identifier) else { return (nil, nil, nil) }
            state.underWay -= 1
            let next = state.gate.leave(flight.origin).flatMap { state.waiting.removeValue(forKey: $0) }
            return (flight, next, state.takeUnneeded())
        }
        unneeded?.finishTasksAndInvalidate()
        // Return the task from the closure, so it's released outside the lock.
        _ = flight?.state.withLock { $0.task.take() }
        if let next { begin(next) }
        return flight
    }
}

extension SessionTransport {
    /// Invalidates the session when the last copy of a ``Teapot/Transport`` is gone, because a session retains its
    /// delegate.
    private final class Owner: Sendable {
        let session: SessionTransport

        init(_ session: SessionTransport) { self.session = session }

        deinit { session.invalidate() }
    }

    /// The transport for clients, which owns the session.
    var shared: Teapot.Transport {
        let owner = Owner(self)
        var transport = Teapot.Transport(eventQueue: events) { owner.session.send($0, report: $1) }
        transport.timeline = { owner.session.timeline?($0) ?? .real }
        transport.cookies = { owner.session.cookies(for: $0) }
        return transport
    }
}
