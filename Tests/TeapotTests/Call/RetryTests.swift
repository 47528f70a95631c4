@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A retry` {
    /// Returns a client whose hook records its calls and returns given decisions.
    private func client(
        _ scripts: ScriptedClient.Script...,
        attempts: Recorder<Teapot.FailedAttempt>,
        redirects: Int = 20,
        adapters: [Teapot.Adapter] = [],
        decision: @escaping @Sendable (Teapot.FailedAttempt) -> Teapot.RetryDecision
    ) -> ScriptedClient {
        var options = Teapot.Options()
        options.redirects.maximum = redirects
        options.adapters = adapters
        options.retriers.append(
            Teapot.Retrier { attempt in
                attempts(attempt)
                return decision(attempt)
            })
        return ScriptedClient(scripts, options: options)
    }

    @Test func `a hook gets each failure and its number, and decides`() async throws {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let client = client(
            .failure(URLError(.timedOut)),
            .answer(503, json: #"{"a":1}"#),
            .answer(404),
            attempts: attempts
        ) { $0.number < 3 ? .retry(after: 0) : .giveUp }
        await #expect(throws: TeapotError.self) { try await client.get("a", headerFields: ["X-A": "b"]) }
        #expect(client.requests.count == 3)
        #expect(attempts.values.map(\.number) == [1, 2, 3])
        #expect(attempts.values.map(\.error.type) == [.timeout, .invalidResponseStatus, .invalidResponseStatus])
        #expect(attempts.values.map(\.error.responseStatus) == [nil, 503, 404])
        #expect(attempts.values[1].error.response?.json?.dictionary?["a"] as? Int == 1)
        #expect(attempts.values.allSatisfy { $0.request.headers["X-A"] == "b" })
    }

    @Test func `a successful attempt ends the call once`() async {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let results = Recorder<NetworkResult>()
        let client = client(.answer(503), .answer(json: "{}"), attempts: attempts) { _ in .retry(after: 0) }
        client.get("a") { results($0) }
        await results.recorded()
        #expect(results.values.count == 1)
        #expect(results.values.first?.error == nil)
        #expect(attempts.values.count == 1)
    }

    @Test func `adapters run for each attempt, not for each redirect`() async throws {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let runs = Recorder<Void>()
        let client = client(
            .redirect(to: "/b"),
            .answer(503),
            .answer(),
            attempts: attempts,
            adapters: [
                Teapot.Adapter { request in
                    runs(())
                    request.headers["X-Try"] = "\(runs.values.count)"
                }
            ]
        ) { _ in .retry(after: 0) }
        _ = try await client.get("a")
        #expect(client.requests.map { $0.headers["X-Try"] } == ["1", "1", "2"])
        #expect(client.requests.map(\.url.path) == ["/api/a", "/b", "/api/a"])
        #expect(attempts.values.first?.request.headers["X-Try"] == "1")
    }

    @Test func `a hook isn't asked about an invalid request or an unreadable response`() async {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let client = client(.answer(json: "{"), attempts: attempts) { _ in .retry(after: 0) }
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        await #expect(throws: TeapotError.self) { try await client.get("..") }
        #expect(attempts.values.isEmpty)
        #expect(client.requests.count == 1)
    }

    @Test func `redirects are counted separately for each attempt`() async throws {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let client = client(
            .redirect(to: "/b"),
            .answer(503),
            .redirect(to: "/b"),
            .answer(),
            attempts: attempts,
            redirects: 1
        ) { _ in .retry(after: 0) }
        _ = try await client.get("a")
        #expect(client.requests.count == 4)
    }

    @Test(arguments: [-1, .nan, -.infinity, 0, 1e-12] as [TimeInterval])
    func `an invalid delay isn't waited for`(seconds: TimeInterval) async throws {
        let client = client(.answer(503), .answer(), attempts: Recorder()) { _ in .retry(after: seconds) }
        _ = try await client.get("a")
        #expect(client.requests.count == 2)
    }

    @Test(arguments: [.infinity, 1e300] as [TimeInterval])
    func `a wait that never ends can be cancelled`(seconds: TimeInterval) async {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let client = client(.answer(503), attempts: attempts) { _ in .retry(after: seconds) }
        let task = Task { try await client.get("a") }
        await attempts.recorded()
        task.cancel()
        await #expect(throws: TeapotError.cancellation) { try await task.value }
        #expect(client.requests.count == 1)
    }

    // MARK: Requests that may have been processed

    @Test(arguments: [301, 302, 303])
    func `a POST isn't repeated if the page that it redirects to fails`(status: Int) async {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let policy = Teapot.Backoff(baseDelay: 0)
        let client = client(
            .redirect(status, to: "/done"),
            .failure(URLError(.cannotConnectToHost)),
            .answer(),
            attempts: attempts,
            decision: { policy.judge($0).decision }
        )
        await #expect(throws: TeapotError.self) { try await client.post("orders", parameters: ["a": 1]) }
        #expect(client.requests.map(\.method) == [.post, .get])
        let attempt = attempts.values.first
        #expect(attempt?.request.method == .post)
        #expect(attempt?.request.url.path == "/api/orders")
        #expect(attempt?.mayHaveBeenProcessed == true)
    }

    @Test func `a GET is repeated if the page that it redirects to fails`() async throws {
        let client = client(
            .redirect(to: "/b"),
            .answer(503),
            .answer(),
            attempts: Recorder(),
            decision: { Teapot.Backoff(baseDelay: 0).judge($0).decision }
        )
        _ = try await client.get("a")
        #expect(client.requests.count == 3)
    }

    @Test func `a stream whose head was delivered isn't restarted`() async throws {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let cut = ScriptedClient.Script(events: [
            .began, .response(.make()), .data(Data("a".utf8)), .finished(URLError(.networkConnectionLost)),
        ])
        let client = client(.answer(503), cut, .answer(), attempts: attempts) { _ in .retry(after: 0) }
        let stream = try await client.stream("a")
        await #expect(throws: TeapotError.self) { for try await _ in stream {} }
        #expect(client.requests.count == 2)
        #expect(attempts.values.map(\.error.type) == [.invalidResponseStatus])
    }

    @Test func `a stream whose transport fails with its own error isn't restarted either`() async throws {
        let attempts = Recorder<Teapot.FailedAttempt>()
        let own = TeapotError(type: .noResponse, description: "the transport's own")
        let cut = ScriptedClient.Script(events: [.began, .response(.make()), .data(Data("a".utf8)), .finished(own)])
        let client = client(cut, .answer(.make(200, [:], Data("b".utf8))), attempts: attempts) { _ in .retry(after: 0) }
        let stream = try await client.stream("a")
        var text = ""
        do { for try await piece in stream { text += String(decoding: piece, as: UTF8.self) } } catch {
            #expect((error as? TeapotError)?.description == own.description)
        }
        #expect(text == "a")
        #expect(attempts.values.isEmpty)
    }
}
