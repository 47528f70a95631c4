import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `An observer` {
    private func options(_ events: Recorder<Teapot.CallEvent>) -> Teapot.Options {
        var options = Teapot.Options()
        options.observers = [Teapot.Observer { events($0) }]
        return options
    }

    /// Returns the kind of event, in a word.
    private func name(_ event: Teapot.CallEvent) -> String {
        switch event.kind {
        case .started: "started"
        case .redirected(let next): "redirected to \(next.url.path)"
        case .retrying(let delay, let error): "retrying after \(delay) \(error.type)"
        case .ended(.success(let response)): "ended \(response.statusCode)"
        case .ended(.failure(let error)): "ended \(error.type)"
        }
    }

    @Test func `the start, redirects, retries and the end are reported in order`() async throws {
        let events = Recorder<Teapot.CallEvent>()
        var options = options(events)
        options.retriers = [Teapot.Retrier { _ in .retry(after: 0) }]
        let client = ScriptedClient(.redirect(to: "/b"), .answer(503), .answer(json: "[1]"), options: options)
        _ = try await client.get("a")
        #expect(
            events.values.map(name) == [
                "started", "redirected to /b", "retrying after 0.0 invalidResponseStatus", "ended 200",
            ]
        )
        #expect(events.values.map(\.attempt) == [1, 1, 1, 2])
        #expect(Set(events.values.map(\.request.id)).count == 1)
        #expect(Set(events.values.map(\.request.id)) == Set(client.requests.map(\.id)))
        let durations = events.values.map(\.duration)
        #expect(durations == durations.sorted())
    }

    @Test func `bytes are counted over all exchanges`() async throws {
        let events = Recorder<Teapot.CallEvent>()
        var options = options(events)
        options.retriers = [Teapot.Retrier { _ in .retry(after: 0) }]
        func script(_ status: Int, _ bytes: Int) -> ScriptedClient.Script {
            ScriptedClient.Script(events: [
                .began, .sent(3, of: 7), .sent(7, of: 7), .response(.make(status)), .data(Data(count: bytes)),
                .data(Data(count: 1)), .finished(nil),
            ])
        }
        let client = ScriptedClient(script(503, 10), script(200, 100), options: options)
        try await client.post("a", parameters: Data(count: 7))
        #expect(events.values.map(\.bytesSent) == [0, 7, 14])
        #expect(events.values.map(\.bytesReceived) == [0, 11, 112])
    }

    @Test func `a failure ends the call once`() async {
        let events = Recorder<Teapot.CallEvent>()
        let client = ScriptedClient(.failure(URLError(.timedOut)), options: options(events))
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(events.values.map(name) == ["started", "ended timeout"])
    }

    @Test func `an unreadable body ends the call with the delivered failure`() async {
        let events = Recorder<Teapot.CallEvent>()
        let client = ScriptedClient(.answer(json: "{"), options: options(events))
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(events.values.map(name) == ["started", "ended invalidResponseBody"])
    }

    @Test func `a cancel ends the call once, with the bytes so far`() async {
        let events = Recorder<Teapot.CallEvent>()
        let client = ScriptedClient(
            .held(.began, .response(.make()), .data(Data(count: 5))),
            options: options(events)
        )
        let handle = client.get("a") { _ in }
        handle?.cancel()
        handle?.cancel()
        client.report(.finished(nil))
        #expect(events.values.map(name) == ["started", "ended cancelled"])
        #expect(events.values.last?.bytesReceived == 5)
    }

    @Test func `a call cancelled before it starts isn't reported`() async {
        let events = Recorder<Teapot.CallEvent>()
        let client = ScriptedClient(options: options(events))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try? await client.get("a")
        }
        _ = await task.value
        #expect(events.values.isEmpty)
        #expect(client.requests.isEmpty)
    }

    @Test func `a cancel after the end isn't reported`() {
        let events = Recorder<Teapot.CallEvent>()
        let client = ScriptedClient(.answer(), options: options(events))
        let handle = client.get("a") { _ in }
        handle?.cancel()
        #expect(events.values.map(name) == ["started", "ended 200"])
    }

    @Test func `a cancel between the end and its delivery isn't reported either`() async {
        let events = Recorder<Teapot.CallEvent>()
        let queue = DispatchQueue(label: "teapot.test")
        queue.suspend()
        let client = ScriptedClient(.answer(), options: options(events), queue: queue)
        let handle = client.get("a") { _ in Issue.record("delivered") }
        handle?.cancel()
        queue.resume()
        await queue.drained()
        #expect(events.values.map(name) == ["started", "ended 200"])
    }

    @Test func `an observer may use the client and the handle`() async {
        let inner = ScriptedClient(.held(.began))
        let handle = inner.get("inner") { _ in }
        var options = Teapot.Options()
        options.observers = [Teapot.Observer { _ in handle?.cancel() }, Teapot.Observer { _ in handle?.suspend() }]
        let client = ScriptedClient(.answer(), options: options)
        let response = try? await client.get("a")
        #expect(response?.statusCode == 200)
        #expect(handle?.state == .completed)
    }

    @Test func `a request that can't be built isn't a call`() async {
        let events = Recorder<Teapot.CallEvent>()
        let client = ScriptedClient(options: options(events))
        await #expect(throws: TeapotError.self) { try await client.get("a#b") }
        #expect(events.values.isEmpty)
    }

    @Test func `the logger starts at the level of the options`() {
        var options = Teapot.Options()
        #expect(Teapot(baseURL: .make("http://h.test"), options: options).logger.level == .none)
        options.logLevel = .incomingData
        #expect(Teapot(baseURL: .make("http://h.test"), options: options).logger.level == .incomingData)
    }
}
