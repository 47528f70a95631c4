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
    }

    private let configuration: URLSessionConfiguration
    private let state: Locked<State>

    init(_ configuration: URLSessionConfiguration) {
        // A copy, so that the caller's stays as it is.
        let own = configuration.copy() as? URLSessionConfiguration ?? configuration
        own.httpAdditionalHeaders = nil
        own.urlCredentialStorage = nil
        own.timeoutIntervalForRequest = 30 * 86_400
        self.configuration = own
        state = Locked(State(gate: ConnectionGate(limit: Self.connectionLimit(own))))
    }

    /// Lets go of the session; called when no request is under way and none can come.
    func invalidate() { state.withLock { $0.session }?.finishTasksAndInvalidate() }

    func carryOut(_ request: Teapot.Request, report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void)
        -> @Sendable () -> Void
    {
        let flight = Flight(request, report: report)
        let begins = state.withLock { state in
            let begins = state.gate.enter(ObjectIdentifier(flight), to: flight.origin)
            if !begins { state.waiting[ObjectIdentifier(flight)] = flight }
            return begins
        }
        if begins { begin(flight) }
        return { self.cancel(flight) }
    }

    private func begin(_ flight: Flight) {
        let task = state.withLock { state in
            let session = state.session ?? makeSession()
            state.session = session
            let request = flight.request.urlRequest
            // A task that is made but never resumed leaks on Linux: it is resumed below, whatever happens.
            let task: URLSessionTask
            if case .file(let file) = flight.request.body {
                task = session.uploadTask(with: request, fromFile: file.url)
            } else {
                task = session.dataTask(with: request)
            }
            state.byTask[task.taskIdentifier] = flight
            return task
        }
        let isCancelled = flight.state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        flight.report(.began)
        task.resume()
        if isCancelled { cancel(task) }
    }

    private func makeSession() -> URLSession {
        let queue = DelegateQueue()
        queue.maxConcurrentOperationCount = 1
        return URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
    }

    private func cancel(_ flight: Flight) {
        let isWaiting = state.withLock { state in
            state.waiting[ObjectIdentifier(flight)] = nil
            return state.gate.withdraw(ObjectIdentifier(flight), from: flight.origin)
        }
        let task = flight.state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        if let task, !isWaiting { cancel(task) }
    }

    private func cancel(_ task: URLSessionTask) {
        guard let session = state.withLock({ $0.session }) else { return }
        Self.cancel(task, on: session.delegateQueue)
    }

    func flight(of task: URLSessionTask) -> Flight? { state.withLock { $0.byTask[task.taskIdentifier] } }

    /// Forgets a task that has ended, and begins the request that waited for its place.
    func end(_ task: URLSessionTask) -> Flight? {
        let (flight, next) = state.withLock { state -> (Flight?, Flight?) in
            guard let flight = state.byTask.removeValue(forKey: task.taskIdentifier) else { return (nil, nil) }
            return (flight, state.gate.leave(flight.origin).flatMap { state.waiting.removeValue(forKey: $0) })
        }
        flight?.state.withLock { $0.task = nil }
        if let next { begin(next) }
        return flight
    }
}
