import Foundation
import Teapot

/// A session's request that a router answers, with a further exchange for each redirect.
///
/// It runs on a queue of its own, where a handler may block. The session's queue serves all of its tasks and, on Linux,
/// all sessions.
final class InterceptedLoad: Sendable {
    /// The maximum number of redirects, the same as Foundation's.
    static let maximumRedirects = 20

    private struct Redirect {
        let response: Teapot.Response
        let next: URLRequest
        var body = Data()
    }

    /// A request, as the session sends it and as a router receives it.
    private struct Sent {
        let request: URLRequest
        let url: URL
        let outgoing: Teapot.Request
        let incoming: Request
    }

    private struct State {
        var isOver = false
        /// A closure that abandons the current exchange.
        var abandon: (@Sendable () -> Void)?
        var redirects = 0
        /// The redirect in the current exchange's response, kept until the response's body is complete.
        var redirect: Redirect?
    }

    private let answering: Interception.Answering
    private let settings: SessionSettings
    private let client: LoadClient
    private let queue = DispatchQueue(label: "teapot.interception")
    private let deadline: IdleTimer
    /// The time of the load, or of the client call that it belongs to, if that time is skipped.
    private let time: CallTime?
    /// The time that the caller waits for anything to arrive before it gives up, in seconds.
    private let timeout: TimeInterval
    private let state = Locked(State())

    /// Creates a load.
    ///
    /// - Parameters:
    ///   - request: The request, without its body.
    ///   - timeout: The time to wait for anything to arrive, in seconds.
    ///   - call: The client call that the load belongs to, or `nil` if there is none.
    ///   - answering: The router that answers the request.
    ///   - settings: The settings of the session.
    ///   - client: The receiver of the response.
    init(
        of request: @autoclosure () -> Teapot.Request, timeout: TimeInterval, in call: ClientCall?,
        answering: Interception.Answering, settings: SessionSettings, client: LoadClient
    ) {
        self.answering = answering
        self.settings = settings
        self.client = client
        let sharedTime = answering.router.sharedTime
        let timeline =
            call?.timeline ?? (sharedTime.isSkipped ? Teapot.Timeline(skipping: sharedTime.begin(request())) : .real)
        time = timeline.skipped as? CallTime
        deadline = IdleTimer(timeline.watchdog(timeout))
        self.timeout = call?.timeout ?? timeout
        // For a client call, the client begins the exchanges itself.
        if call == nil { time?.begin(idle: timeout, afterHead: nil, accepted: []) }
        time?.returnsLater()
        time?.stir()
    }

    /// Reads the body, and sends the request to the router.
    func start(_ request: URLRequest, body: RequestBodySource) {
        deadline.begin { self.finish(URLError.timedOut(after: self.deadline.interval)) }
        if request.refuses(body) { return finish(URLError(.dataLengthExceedsMaximum)) }
        // This runs none of the user's code and waits for nothing, so moving to another thread would only take longer.
        if case .data(let bytes) = body, answering.settings != nil, time == nil, let sent = sent(request, bytes),
            answering.router.hasResponse(to: sent.incoming)
        {
            return client.deliverAtOnce {
                self.send(sent, by: self.answering.router)
            } orElse: {
                self.queue.async { self.begin(request, bytes) }
            }
        }
        queue.async {
            if case .data(let bytes) = body { return self.begin(request, bytes) }
            body.read {
                self.deadline.touch()
            } completion: { result in
                self.queue.async {
                    switch result {
                    case .success(let bytes): self.begin(request, bytes, isStream: body.isStream)
                    case .failure(let error): self.finish(error)
                    }
                }
            }
        }
    }

    /// Suspends or resumes the deadline.
    func hold(_ isHeld: Bool) {
        deadline.hold(isHeld)
        time?.hold(isHeld)
    }

    /// Ends the load without reporting anything.
    ///
    /// A waiting handler is cancelled.
    func stop() { _ = end() }

    private func begin(_ request: URLRequest, _ body: Data, isStream: Bool = false) {
        guard let sent = sent(request, body, isStream: isStream) else {
            return finish(TeapotError.make(.unansweredRequest, "A router answers only http and https URLs."))
        }
        let isFirst = state.withLock { $0.redirects == 0 }
        let answering = answering.following(sent.incoming)
        if isFirst, !answering.takes(sent.incoming), client.passOn() {
            // Whether the router answers depended on the body, which wasn't known until now.
            _ = end()
            return
        }
        send(sent, by: answering.router)
    }

    /// Returns a request as sent, or `nil` if no router answers its URL.
    private func sent(_ request: URLRequest, _ body: Data, isStream: Bool = false) -> Sent? {
        guard let url = request.url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
            return nil
        }
        var outgoing = Teapot.Request(request, at: url, settings, body: body, isStream: isStream)
        outgoing.timeout = timeout
        return Sent(request: request, url: url, outgoing: outgoing, incoming: Request(outgoing, body: outgoing.bytes))
    }

    private func send(_ sent: Sent, by router: Router) {
        guard let number = state.withLock({ $0.isOver ? nil : $0.redirects }) else { return }
        let abandon = router.play(sent.incoming, url: sent.url, in: time) {
            self.receive($0, sent.request, sent.outgoing)
        }
        let isOver = state.withLock { state in
            // A redirect followed in the meantime has its own closure.
            if !state.isOver, state.redirects == number { state.abandon = abandon }
            return state.isOver
        }
        if isOver { abandon() }
    }

    private func receive(_ event: Teapot.Transport.Event, _ request: URLRequest, _ outgoing: Teapot.Request) {
        deadline.touch()
        time?.stir()
        switch event {
        case .began: break
        case .sent(let count, let total): client.sent(count, of: total)
        case .response(let response):
            settings.storeCookies(of: response)
            guard let next = request.following(response, to: outgoing) else { return client.receive(response) }
            state.withLock { $0.redirect = Redirect(response: response, next: next) }
        case .data(let data):
            let isRedirect = state.withLock { state in
                state.redirect?.body.append(data)
                return state.redirect != nil
            }
            if !isRedirect { client.receive(data) }
        case .finished(let error):
            let redirect = state.withLock { $0.redirect.take() }
            if let redirect, error == nil { follow(redirect, request) } else { finish(error) }
        }
    }

    private func follow(_ redirect: Redirect, _ request: URLRequest) {
        let count = state.withLock { state in
            state.redirects += 1
            return state.redirects
        }
        guard count <= Self.maximumRedirects else { return finish(URLError(.httpTooManyRedirects)) }
        let decision = OneShot<Void>()
        client.redirect(redirect.response, redirect.body, to: redirect.next, settings) { accepted in
            // Only the first decision counts.
            guard decision.finish(()) else { return }
            guard let accepted else {
                self.client.receive(redirect.response)
                if !redirect.body.isEmpty { self.client.receive(redirect.body) }
                return self.finish(nil)
            }
            self.client.begin(accepted)
            // A session sends a body only once.
            self.queue.async { self.begin(accepted, Data()) }
        }
    }

    private func finish(_ error: (any Error)?) { if end() { client.finish(error) } }

    /// Ends the load, and returns whether it hadn't ended before.
    private func end() -> Bool {
        let (isFirst, abandon) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            defer { (state.isOver, state.abandon, state.redirect) = (true, nil, nil) }
            return (!state.isOver, state.abandon)
        }
        guard isFirst else { return false }
        deadline.end()
        abandon?()
        return true
    }
}
