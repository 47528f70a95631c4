/// Carries requests out on one `URLSession`, through its delegate alone.
///
/// Completion handlers and `data(for:)` are not used: on Linux they hang or crash when a task is cancelled, and never
/// end for a 401 with a basic challenge. Redirects are refused here and followed by the call.
final class SessionTransport: NSObject, Sendable {
    /// One request, from its place in the queue to its last event.
    final class Flight: Sendable {
        struct State {
            var task: URLSessionTask?
            var isCancelled = false
            /// The response to a challenge that was declined, delivered when the task ends.
            var challenged: HTTPURLResponse?
            var hasResponse = false
            /// Whether the server was not trusted, or no certificate given: Foundation would call that a cancel.
            var isRefused = false
        }

        let request: Teapot.Request
        let origin: String
        let report: @Sendable (Teapot.ExchangeEvent) -> Void
        let state = Locked(State())

        init(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void) {
            self.request = request
            self.origin = request.url.origin
            self.report = report
        }
    }

    private struct State {
        var session: URLSession?
        var byTask: [Int: Flight] = [:]
        var waiting: [ObjectIdentifier: Flight] = [:]
        var gate: ConnectionGate<ObjectIdentifier>
        /// How many requests have not ended, those in the queue included.
        var underWay = 0
        /// Whether the client is gone, so that the session goes with the last request.
        var isRetired = false

        /// The session, if nothing needs it any longer.
        mutating func takeUnneeded() -> URLSession? {
            guard isRetired, underWay == 0 else { return nil }
            defer { session = nil }
            return session
        }
    }

    /// Where the session reports its events, those of all requests one after the other.
    ///
    /// Nothing that takes long may run here, and no closure of a caller's.
    let events = DispatchQueue(label: "teapot.events")
    let trust: Trust
    private let configuration: URLSessionConfiguration
    // Never held while Foundation is called: its threads wait for us, and some of its calls wait for those threads.
    private let state: Locked<State>

    init(_ configuration: URLSessionConfiguration, _ trust: Trust) {
        // A copy, so that the caller's stays as it is.
        let own = configuration.copy() as? URLSessionConfiguration ?? configuration
        own.httpAdditionalHeaders = nil
        own.urlCredentialStorage = nil
        own.timeoutIntervalForRequest = 30 * 86_400
        self.configuration = own
        self.trust = trust
        state = Locked(State(gate: ConnectionGate(limit: Self.connectionLimit(own))))
    }

    /// Lets go of the session once the last request has ended; no other may come.
    func invalidate() {
        let session = state.withLock { state in
            state.isRetired = true
            return state.takeUnneeded()
        }
        session?.finishTasksAndInvalidate()
    }

    func carryOut(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void)
        -> @Sendable () -> Void
    {
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
        // Known before it is resumed: nothing is reported earlier.
        state.withLock { $0.byTask[identifier] = flight }
        let isCancelled = flight.state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        flight.report(.began)
        task.resume()
        if isCancelled { Self.cancel(task, on: events) }
    }

    /// A task that is made but never resumed leaks on Linux: it is to be resumed, whatever happens.
    private func makeTask(for request: Teapot.Request) -> URLSessionTask {
        let session = currentSession()
        let urlRequest = request.urlRequest
        if case .file(let file) = request.body { return session.uploadTask(with: urlRequest, fromFile: file.url) }
        return session.dataTask(with: urlRequest)
    }

    private func currentSession() -> URLSession {
        if let session = state.withLock({ $0.session }) { return session }
        let made = URLSession(configuration: configuration, delegate: self, delegateQueue: .delegateQueue(on: events))
        let session = state.withLock { state in
            if state.session == nil { state.session = made }
            return state.session ?? made
        }
        // Another request was faster.
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

    func flight(of task: URLSessionTask) -> Flight? {
        let identifier = task.taskIdentifier
        return state.withLock { $0.byTask[identifier] }
    }

    /// Forgets a task that has ended, and begins the request that waited for its place.
    func end(_ task: URLSessionTask) -> Flight? {
        let identifier = task.taskIdentifier
        let (flight, next, unneeded) = state.withLock { state -> (Flight?, Flight?, URLSession?) in
            guard let flight = state.byTask.removeValue(forKey: identifier) else { return (nil, nil, nil) }
            state.underWay -= 1
            let next = state.gate.leave(flight.origin).flatMap { state.waiting.removeValue(forKey: $0) }
            return (flight, next, state.takeUnneeded())
        }
        unneeded?.finishTasksAndInvalidate()
        // Given back, so that it is let go of outside the lock.
        _ = flight?.state.withLock { state in
            defer { state.task = nil }
            return state.task
        }
        if let next { begin(next) }
        return flight
    }
}
