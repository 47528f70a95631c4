import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Several retriers` {
    @Test func `retriers are asked in order, and the first one that doesn't give up decides`() async throws {
        let asked = Recorder<String>()
        var options = Teapot.Options()
        for (name, decision) in [("a", Teapot.RetryDecision.giveUp), ("b", .retry(after: 0)), ("c", .giveUp)] {
            options.retriers.append(
                Teapot.Retrier { _ in
                    asked(name)
                    return decision
                })
        }
        let client = ScriptedClient(.answer(500), .answer(), options: options)
        _ = try await client.get("a")
        #expect(asked.values == ["a", "b"])
    }

    @Test(arguments: [[], [0, 0]])
    func `a request's own retriers replace the client's`(waits: [TimeInterval]) async throws {
        let asked = Recorder<String>()
        var options = Teapot.Options()
        options.retriers = [
            Teapot.Retrier { _ in
                asked("client")
                return .retry(after: 0)
            }
        ]
        let client = ScriptedClient([], options: options, answer: { _ in .answer(503) })
        var request = try client.makeRequest(.get, "a")
        request.retriers = [Teapot.Retrier { $0.number <= waits.count ? .retry(after: waits[$0.number - 1]) : .giveUp }]
        await #expect(throws: TeapotError.self) { try await client.send(request) }
        #expect(client.requests.count == 1 + waits.count)
        request.retriers = []
        await #expect(throws: TeapotError.self) { try await client.send(request) }
        #expect(client.requests.count == 2 + waits.count)
        #expect(asked.values.isEmpty)
    }

    @Test func `a POST with a key is repeated with the same key`() async throws {
        let client = ScriptedClient(.answer(503), .answer(), options: keyed)
        try await client.post("a")
        #expect(client.requests.count == 2)
        #expect(Set(client.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
    }

    @Test(arguments: ["/b", "https://other.test/b"])
    func `a redirected POST with a key isn't repeated`(location: String) async {
        let client = ScriptedClient(.redirect(307, to: location), .answer(503), .answer(), options: keyed)
        await #expect(throws: TeapotError.self) { try await client.post("a") }
        #expect(client.requests.count == 2)
    }

    @Test(
        arguments: [
            ("POST", 503, 3, true), ("PATCH", 503, 3, true), ("GET", 503, 1, false), ("POST", 404, 3, false),
            ("POST", 503, 1, false),
        ] as [(Teapot.Method, Int, Int, Bool)])
    func `an error says why a request wasn't repeated`(
        method: Teapot.Method, status: Int, attempts: Int, isUnsafe: Bool
    ) async {
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { _ in .giveUp }, .backoff(attempts: attempts, baseDelay: 0)]
        let client = ScriptedClient(.answer(status), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.request(method, "a") }
        let reason = "-> \(status): not retried: \(method) isn't idempotent; see repeatsUnsafeRequests"
        #expect(error?.description.contains(reason) == isUnsafe, "\(error.map { "\($0)" } ?? "")")
    }

    @Test(arguments: ["GET", "POST"] as [Teapot.Method], ["61", "0"])
    func `an error says that the server asked for too long a wait`(method: Teapot.Method, asked: String) async {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 2, baseDelay: 0)]
        let client = ScriptedClient([], options: options) { _ in .answer(429, ["Retry-After": asked]) }
        let error = await #expect(throws: TeapotError.self) { try await client.request(method, "a") }
        let reason = "-> 429: not retried: the server asked for a wait of 61 s, more than maximumDelay (60 s)"
        #expect(error?.description.hasSuffix(reason) == (asked == "61"), "\(error?.description ?? "")")
    }

    @Test func `an error doesn't say so if the caller's rule allowed it`() async {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 2, baseDelay: 0, repeatsUnsafeRequests: true)]
        let client = ScriptedClient([], options: options, answer: { _ in .answer(503) })
        let error = await #expect(throws: TeapotError.self) { try await client.post("a") }
        #expect(error?.description.contains("not retried") == false)
        #expect(client.requests.count == 2)
    }

    private var keyed: Teapot.Options {
        var options = Teapot.Options()
        options.retriers = [.backoff(attempts: 2, baseDelay: 0)]
        options.adapters = [.requestID(as: "Idempotency-Key")]
        return options
    }

    @Test func `an adapter can choose the retriers of some requests`() async throws {
        var options = Teapot.Options()
        options.adapters = [
            Teapot.Adapter { request in
                if request.url.path.hasSuffix("b") { request.retriers = [Teapot.Retrier { _ in .retry(after: 0) }] }
            }
        ]
        let client = ScriptedClient(.answer(503), .redirect(to: "/b"), .answer(503), options: options)
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(client.requests.count == 1)
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(client.requests.map(\.url.path) == ["/api/a", "/api/a", "/b"])
        let other = ScriptedClient(.answer(503), .redirect(to: "/c"), .answer(503), .answer(), options: options)
        _ = try await other.get("b")
        #expect(other.requests.map(\.url.path) == ["/api/b", "/api/b", "/c", "/api/b"])
    }

    @Test func `a failure is delivered if all retriers give up`() async {
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { _ in .giveUp }, Teapot.Retrier { _ in .giveUp }]
        let client = ScriptedClient(.answer(418), .answer(), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.responseStatus == 418)
        #expect(client.requests.count == 1)
    }

    @Test func `a retrier may deliver another error, and then no other retrier is asked`() async {
        let other = TeapotError(type: .authenticationFailed, description: "sign in")
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { _ in .fail(other) }, Teapot.Retrier { _ in .retry(after: 0) }]
        let client = ScriptedClient(.answer(401), .answer(), options: options)
        await #expect(throws: other) { try await client.get("a") }
        #expect(client.requests.count == 1)
    }

    @Test func `a retrier sees why earlier attempts failed, without their bodies`() async {
        let attempts = Recorder<Teapot.FailedAttempt>()
        var options = Teapot.Options()
        options.retriers = [
            Teapot.Retrier { attempt in
                attempts(attempt)
                return attempt.number < 3 ? .retry(after: 0) : .giveUp
            }
        ]
        let client = ScriptedClient(
            .answer(401, json: "[1]"),
            .failure(URLError(.timedOut)),
            .answer(503),
            options: options
        )
        await #expect(throws: TeapotError.self) { try await client.get("a") }
        let errors = attempts.values.map(\.earlierErrors)
        #expect(
            errors.map { $0.map(\.type) } == [[], [.invalidResponseStatus], [.invalidResponseStatus, .timeout]])
        #expect(errors.last?.first?.responseStatus == 401)
        #expect(errors.last?.first?.response?.body == Data())
        #expect(errors.last?.first?.response?.json == nil)
    }

    @Test(arguments: [(3, 1, 2), (3, 2, 1)])
    func `a policy doesn't count failures that another retrier handled`(number: Int, others: Int, own: Int) async {
        let policy = Teapot.Retrier.backoff(attempts: own + 1, baseDelay: 0)
        let error = TeapotError.make(.invalidResponseStatus, filling: [503], response: .make(503))
        let other = TeapotError.make(.invalidResponseStatus, filling: [401], response: .make(401))
        let earlier = Array(repeating: other, count: others) + Array(repeating: error, count: own - 1)
        let failure = Teapot.FailedAttempt(request: .make(), number: number, error: error, earlierErrors: earlier)
        #expect(await policy.decide(failure) == .retry(after: 0))
    }

    // MARK: Request ids

    @Test func `a call's own ID stays`() async throws {
        var options = Teapot.Options()
        options.adapters = [.requestID()]
        let client = ScriptedClient(.answer(), options: options)
        _ = try await client.get("a", headerFields: ["x-request-id": "mine"])
        #expect(client.requests.first?.headers["X-Request-ID"] == "mine")
    }

    @Test func `a request keeps its ID across redirects and attempts, and each request has its own`() async throws {
        var options = Teapot.Options()
        options.adapters = [.requestID(), .requestID(as: "X-Trace")]
        options.retriers = [Teapot.Retrier { _ in .retry(after: 0) }]
        let client = ScriptedClient(
            .redirect(to: "/b"),
            .answer(503),
            .redirect(to: "/b"),
            .answer(),
            .answer(),
            options: options
        )
        _ = try await client.get("a")
        _ = try await client.get("a")
        let ids = client.requests.map { $0.headers["X-Request-ID"] }
        #expect(Set(ids[..<4]) == [client.requests.first?.id.uuidString])
        #expect(ids[4] != ids[0])
        #expect(client.requests.map { $0.headers["X-Trace"] } == ids)
    }
}
