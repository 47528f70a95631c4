import Foundation
import Teapot
import TeapotTestSupport

@testable import TeapotMock

/// A transport from a client to a router, on which a script is played.
enum ScriptTransport: Sendable, CaseIterable {
    /// A mock.
    case mock
    /// A `Teapot` whose session is intercepted.
    case session
    /// A task of an intercepted session.
    case plain

    /// Plays a script, and returns the observed outcome and the client's error.
    func play(
        _ script: CallScript, time: Router.Time = .skipped
    ) async throws -> (ScriptOutcome, error: TeapotError?) {
        let router = Router("https://api.test")
        router.time = time
        // Once the code under test has `router.clock`, each call waits for its turn, which takes a millisecond.
        Router.Clock(time: router.sharedTime).advance(by: .nanoseconds(script.origin))
        let call = ScriptCall()
        script.register(on: router, suspending: call)
        let (result, error) = try await play(script, on: router, call)
        if time == .real { _ = await eventually { router.journal.entries.allSatisfy { $0.ending != nil } } }
        let entries = router.journal.entries.map { ScriptOutcome.Entry($0, since: script.origin) }
        return (ScriptOutcome(events: call.events, entries: entries, result: result), error)
    }

    private func play(
        _ script: CallScript, on router: Router, _ call: ScriptCall
    ) async throws -> (ScriptOutcome.Result, TeapotError?) {
        guard let url = URL(string: "https://api.test/script") else { throw URLError(.badURL) }
        switch self {
        case .mock:
            let mock = MockTeapot(router: router, options: script.options(call))
            return await call.send(script.request(to: url), on: mock)
        case .session:
            let teapot = Teapot(
                baseURL: url, defaultDeliveryQueue: nil, configuration: .answered(by: router),
                options: script.options(call))
            return await call.send(script.request(to: url), on: teapot)
        case .plain:
            var request = URLRequest(url: url)
            request.httpMethod = script.isPost ? "POST" : "GET"
            request.httpBody = script.isPost ? Data("tea".utf8) : nil
            request.timeoutInterval = script.idle?.seconds ?? 1e7
            let (session, sent) = (URLSession(answeredBy: router), request)
            defer { session.finishTasksAndInvalidate() }
            return await withCheckedContinuation { continuation in
                session.dataTask(with: sent) { data, response, error in
                    var result = ScriptOutcome.Result()
                    if let error {
                        (result.error, result.code) = ("failed", (error as? URLError)?.code.rawValue)
                    } else {
                        result.status = (response as? HTTPURLResponse)?.statusCode ?? 0
                        result.body = String(decoding: data ?? Data(), as: UTF8.self)
                    }
                    continuation.resume(returning: (result, nil))
                }.resume()
            }
        }
    }
}

/// The call of a script, which its stream suspends and its client observes.
private final class ScriptCall: Sendable {
    private let state = Locked<(events: [ScriptOutcome.Event], handle: (any TeapotTask)?)>(([], nil))
    private let hasHandle = Gate()

    var events: [ScriptOutcome.Event] { state.withLock { $0.events } }

    func observe(_ event: Teapot.CallEvent) {
        let kind =
            switch event.kind {
            case .started: "started"
            case .redirected: "redirected"
            case .retrying(let delay, _): "retrying after \(Int((delay * 1e9).rounded()))"
            case .ended: "ended"
            }
        let observed = ScriptOutcome.Event(kind: kind, time: event.duration.nanoseconds)
        state.withLock { $0.events.append(observed) }
    }

    /// Returns the handle of the call, as soon as there is one.
    func handle() async -> (any TeapotTask)? {
        await hasHandle.wait()
        return state.withLock { $0.handle }
    }

    func send(_ request: Teapot.Request, on client: some TeapotClient) async -> (ScriptOutcome.Result, TeapotError?) {
        // The handle holds the client, whose observer holds this object; released outside the lock.
        defer { _ = state.withLock { $0.handle.take() } }
        return await withCheckedContinuation { continuation in
            let handle = client.send(request) { result in
                switch result {
                case .success(_, let response):
                    continuation.resume(returning: (ScriptOutcome.Result(nil, response), nil))
                case .failure(_, let response, let error):
                    continuation.resume(returning: (ScriptOutcome.Result(error, response), error))
                }
            }
            state.withLock { $0.handle = handle }
            hasHandle.open()
        }
    }
}

extension CallScript {
    fileprivate func request(to url: URL) -> Teapot.Request {
        var request = Teapot.Request(
            method: isPost ? .post : .get, url: url, body: isPost ? .data(Data("tea".utf8)) : .none,
            timeout: idle?.seconds ?? .infinity, totalTimeout: total?.seconds ?? .infinity,
            readsJSON: false)
        request.idleTimeout = afterHead?.seconds
        return request
    }

    fileprivate func options(_ call: ScriptCall) -> Teapot.Options {
        var options = Teapot.Options()
        options.logLevel = .none
        options.redirects.maximum = Self.maximumRedirects
        options.observers = [Teapot.Observer { call.observe($0) }]
        switch retries {
        case .none: break
        case .pauses(let pauses):
            options.retriers = [
                Teapot.Retrier { $0.number <= pauses.count ? .retry(after: pauses[$0.number - 1].seconds) : .giveUp }
            ]
        case .policy(let attempts, let limit):
            let policy = Teapot.Retrier.backoff(
                attempts: attempts, baseDelay: 0, maximumDelay: Double(limit), repeatsUnsafeRequests: true)
            options.retriers = [policy]
        }
        return options
    }

    /// Registers the routes that answer according to the script.
    fileprivate func register(on router: Router, suspending call: ScriptCall) {
        let count = Locked(0)
        @Sendable func next() -> Response {
            let index = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return answers[min(index, answers.count - 1)].response(index, on: router, suspending: call)
        }
        switch handler {
        case .routes:
            // Each request has its own route, so that each body has its own letter. No further request is expected.
            let count = ScriptModel(self, maximumRedirects: 20).outcome.entries.count + 1
            for index in (0..<count).reversed() {
                let response = answers[min(index, answers.count - 1)].response(index, on: router, suspending: call)
                router.register(response, times: 1, delay: routeDelay.seconds)
            }
        case .immediate: router.register({ _ in next() }, delay: routeDelay.seconds)
        case .asynchronous:
            let thinking = thinking
            router.register(
                { _ in
                    if thinking > 0 {
                        try await Router.Clock(time: router.sharedTime).sleep(for: .nanoseconds(thinking))
                    }
                    return next()
                }, delay: routeDelay.seconds)
        }
    }
}

extension CallScript.Answer {
    /// Returns the response to the request with an index, which the letters of the body identify.
    fileprivate func response(_ index: Int, on router: Router, suspending call: ScriptCall) -> Response {
        if let fault { return .error(URLError.Code(rawValue: fault) ?? .unknown, delay: delay.seconds) }
        let status = Teapot.StatusCode(rawValue: status)
        var fields: Teapot.HeaderFields = [:]
        if let retryAfter { fields["Retry-After"] = "\(retryAfter)" }
        if 300...399 ~= status.rawValue { fields["Location"] = "/script" }
        let letter = UInt8(97 + index)
        var response: Response
        switch body {
        case .bytes(let count):
            response = .data(
                Data(repeating: letter, count: count), contentType: "text/plain", status: status,
                headers: fields, delay: delay.seconds)
        case .stream(let pieces):
            let stream = Response.Stream { send in
                for piece in pieces {
                    try await piece.pass(on: router, suspending: call)
                    send(Data(repeating: letter, count: piece.length))
                }
            }
            response = .stream(
                stream, contentType: "text/plain", status: status, headers: fields,
                delay: delay.seconds)
        }
        if let cut { response.fault = .reset(after: cut) }
        return response
    }
}

extension CallScript.Piece {
    /// Waits for the pause of the piece.
    fileprivate func pass(on router: Router, suspending call: ScriptCall) async throws {
        let handle = suspends ? await call.handle() : nil
        handle?.suspend()
        defer { handle?.resume() }
        if pause > 0 { try await Router.Clock(time: router.sharedTime).sleep(for: .nanoseconds(pause)) }
    }
}

extension ScriptOutcome.Result {
    fileprivate init(_ error: TeapotError?, _ response: Teapot.Response) {
        self.init(
            error: error.map { "\($0.type)" }, code: (error?.underlyingError as? URLError)?.code.rawValue,
            status: response.statusCode, body: String(decoding: response.body, as: UTF8.self))
    }
}

extension ScriptOutcome.Entry {
    fileprivate init(_ entry: Journal.Entry, since origin: Int) {
        let ending =
            switch entry.ending {
            case .responded(let status): "responded \(status.rawValue)"
            case .failed: "failed"
            case .abandoned: "abandoned"
            case nil: "not ended"
            }
        let start = Int((entry.start * 1e9).rounded()) - origin
        self.init(start: start, duration: entry.duration.map { Int(($0 * 1e9).rounded()) }, ending: ending)
    }
}

extension Int {
    /// Nanoseconds, in seconds.
    fileprivate var seconds: Double { Double(self) / 1e9 }
}

extension Duration {
    fileprivate var nanoseconds: Int {
        Int(components.seconds) * 1_000_000_000 + Int(components.attoseconds / 1_000_000_000)
    }
}
