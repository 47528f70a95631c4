import Foundation
import Teapot

/// A client whose transport follows a test's scripts.
///
/// Each request uses the next script of the queue, or the one that a closure makes for it; without one it fails with
/// `URLError(.resourceUnavailable)`.
final class ScriptedClient: TeapotClient {
    /// The events that the transport reports for one request.
    struct Script: Sendable {
        /// The events.
        ///
        /// Without `finished` at their end the exchange stays open, and the test can continue it.
        var events: [Teapot.Transport.Event]

        /// Returns the script of a whole response.
        static func answer(_ response: Teapot.Response) -> Script {
            var head = response
            head.body = Data()
            let body = response.body.isEmpty ? [] : [Teapot.Transport.Event.data(response.body)]
            return Script(events: [.began, .response(head)] + body + [.finished(nil)])
        }

        /// Returns the script of a whole response with a status, and no body or JSON.
        static func answer(
            _ status: Int = 200,
            _ headers: Teapot.HeaderFields = [:],
            json: String? = nil
        ) -> Script {
            var fields = headers
            if json != nil { fields["Content-Type"] = "application/json" }
            return .answer(.make(status, fields, Data((json ?? "").utf8)))
        }

        /// Returns the script of a redirect.
        static func redirect(_ status: Int = 302, to location: String) -> Script {
            .answer(status, ["Location": location])
        }

        /// Returns the script of an error without a response.
        static func failure(_ error: any Error) -> Script {
            Script(events: [.began, .finished(error)])
        }

        /// Returns the script of some events and then none.
        static func held(_ events: Teapot.Transport.Event...) -> Script {
            Script(events: events)
        }
    }

    private struct State {
        var scripts: [Script]
        let answer: @Sendable (Teapot.Request) -> Script
        var requests: [Teapot.Request] = []
        var reports: [@Sendable (Teapot.Transport.Event) -> Void] = []
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

    var transport: Teapot.Transport { Teapot.Transport(eventQueue: eventQueue) { self.send($0, report: $1) } }

    private func send(
        _ request: Teapot.Request, report: @escaping @Sendable (Teapot.Transport.Event) -> Void
    ) -> Teapot.Transport.Cancel {
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

    /// The requests that were sent.
    var requests: [Teapot.Request] { state.withLock { $0.requests } }

    /// The number of times that each exchange was abandoned, in the order of the requests.
    var abandons: [Int] { state.withLock { $0.abandons } }

    /// Calls a closure when an exchange is abandoned, or immediately if one already was.
    func onAbandon(_ callback: @escaping @Sendable () -> Void) {
        let hasBeen = state.withLock { state in
            state.whenAbandoned = callback
            return state.abandons.contains { $0 > 0 }
        }
        if hasBeen { callback() }
    }

    /// Releases the exchanges that are held open, as a transport does after abandoning them.
    func forget() { state.withLock { $0.reports = $0.reports.map { _ in { _ in } } } }

    /// Reports further events of an exchange that is held open.
    func report(_ events: Teapot.Transport.Event..., of index: Int = 0) {
        let report = state.withLock { $0.reports[index] }
        for event in events { report(event) }
    }

    /// Reports further events of an exchange that is held open, on the event queue, without waiting.
    func reportLater(_ events: Teapot.Transport.Event..., of index: Int = 0) {
        let report = state.withLock { $0.reports[index] }
        eventQueue?.async { for event in events { report(event) } }
    }

    /// Waits until a number of requests have been sent.
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
