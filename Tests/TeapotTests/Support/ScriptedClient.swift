import Teapot

/// A client whose carrier says what a test wrote down for it.
///
/// Each request takes the next script from the queue, or the one that a closure makes for it; without one it ends as
/// `URLError(.resourceUnavailable)`.
final class ScriptedClient: TeapotClient {
    /// What the carrier reports for one request.
    struct Script: Sendable {
        /// Without `finished` at their end the exchange stays open, for the test to go on with.
        var events: [Teapot.ExchangeEvent]

        /// A whole response.
        static func answer(_ response: Teapot.Response) -> Script {
            var head = response
            head.data = Data()
            let body = response.data.isEmpty ? [] : [Teapot.ExchangeEvent.data(response.data)]
            return Script(events: [.began, .response(head)] + body + [.finished(nil)])
        }

        /// A whole response of a status, with nothing or JSON in it.
        static func answer(
            _ status: Int = 200,
            _ headerFields: Teapot.HeaderFields = [:],
            json: String? = nil
        ) -> Script {
            var fields = headerFields
            if json != nil { fields["Content-Type"] = "application/json" }
            return .answer(.make(status, fields, Data((json ?? "").utf8)))
        }

        /// A redirect.
        static func redirect(_ status: Int = 302, to location: String) -> Script {
            .answer(status, ["Location": location])
        }

        /// No response but an error.
        static func failure(_ error: any Error) -> Script {
            Script(events: [.began, .finished(error)])
        }

        /// Some events and then silence.
        static func held(_ events: Teapot.ExchangeEvent...) -> Script {
            Script(events: events)
        }
    }

    private struct State {
        var scripts: [Script]
        let answer: @Sendable (Teapot.Request) -> Script
        var requests: [Teapot.Request] = []
        var reports: [@Sendable (Teapot.ExchangeEvent) -> Void] = []
        var abandons: [Int] = []
        var whenAbandoned: @Sendable () -> Void = {}
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    let baseURL: URL
    let options: Teapot.Options
    let logger: Teapot.Logger
    let defaultDeliveryQueue: DispatchQueue?
    let eventQueue: DispatchQueue?
    private let state: Locked<State>

    convenience init(
        _ scripts: Script...,
        baseURL: URL = .make("http://h.test/api"),
        options: Teapot.Options = Teapot.Options(),
        queue: DispatchQueue? = nil,
        eventQueue: DispatchQueue? = nil
    ) {
        self.init(scripts, baseURL: baseURL, options: options, queue: queue, eventQueue: eventQueue)
    }

    init(
        _ scripts: [Script],
        baseURL: URL = .make("http://h.test/api"),
        options: Teapot.Options = Teapot.Options(),
        queue: DispatchQueue? = nil,
        eventQueue: DispatchQueue? = nil,
        answer: @escaping @Sendable (Teapot.Request) -> Script = { _ in .failure(URLError(.resourceUnavailable)) }
    ) {
        self.baseURL = baseURL
        self.options = options
        logger = Teapot.Logger(level: options.logLevel)
        defaultDeliveryQueue = queue
        self.eventQueue = eventQueue
        state = Locked(State(scripts: scripts, answer: answer))
    }

    func carryOut(
        _ request: Teapot.Request,
        report: @escaping @Sendable (Teapot.ExchangeEvent) -> Void
    ) -> @Sendable () -> Void {
        let (index, queued, ready) = state.withLock { state in
            state.requests.append(request)
            state.reports.append(report)
            state.abandons.append(0)
            let script = state.scripts.isEmpty ? nil : state.scripts.removeFirst()
            let count = state.requests.count
            defer { state.waiting.removeAll { $0.count <= count } }
            return (count - 1, script, state.waiting.filter { $0.count <= count })
        }
        let script = queued ?? state.withLock { $0.answer }(request)
        for event in script.events { report(event) }
        if case .finished? = script.events.last { state.withLock { $0.reports[index] = { _ in } } }
        for waiting in ready { waiting.continuation.resume() }
        return {
            self.state.withLock { state in
                state.abandons[index] += 1
                return state.whenAbandoned
            }()
        }
    }

    /// The requests that were carried out.
    var requests: [Teapot.Request] { state.withLock { $0.requests } }

    /// How often each exchange was abandoned, in the order of the requests.
    var abandons: [Int] { state.withLock { $0.abandons } }

    /// Calls back when an exchange is abandoned, at once if one has been.
    func onAbandon(_ callback: @escaping @Sendable () -> Void) {
        let hasBeen = state.withLock { state in
            state.whenAbandoned = callback
            return state.abandons.contains { $0 > 0 }
        }
        if hasBeen { callback() }
    }

    /// Lets go of the exchanges that are held open, as a carrier does that has abandoned them.
    func forget() { state.withLock { $0.reports = $0.reports.map { _ in { _ in } } } }

    /// Goes on with an exchange that is held open.
    func report(_ events: Teapot.ExchangeEvent..., of index: Int = 0) {
        let report = state.withLock { $0.reports[index] }
        for event in events { report(event) }
    }

    /// Goes on with an exchange that is held open, on the event queue, without waiting for that.
    func reportLater(_ events: Teapot.ExchangeEvent..., of index: Int = 0) {
        let report = state.withLock { $0.reports[index] }
        eventQueue?.async { for event in events { report(event) } }
    }

    /// Waits until so many requests have been carried out.
    func requested(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.requests.count < count { state.waiting.append((count, continuation)) }
                return state.requests.count >= count
            }
            if isReady { continuation.resume() }
        }
    }
}
