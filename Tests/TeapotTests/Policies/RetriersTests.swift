@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(1))) struct `Several retriers` {
    @Test func `retriers are asked in their order, and the first that does not give up decides`() async throws {
        let asked = Recorder<String>()
        var options = Teapot.Options()
        for (name, decision) in [("a", Teapot.RetryDecision.giveUp), ("b", .retry(after: 0)), ("c", .giveUp)] {
            options.retriers.append { _ in
                asked(name)
                return decision
            }
        }
        let client = ScriptedClient(.answer(500), .answer(), options: options)
        _ = try await client.get("a")
        #expect(asked.values == ["a", "b"])
    }

    @Test func `a failure is delivered when all give up`() async {
        var options = Teapot.Options()
        options.retriers = [{ _ in .giveUp }, { _ in .giveUp }]
        let client = ScriptedClient(.answer(418), .answer(), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.responseStatus == 418)
        #expect(client.requests.count == 1)
    }

    @Test func `a retrier may deliver another error, and then nobody else is asked`() async {
        let other = TeapotError(type: .authenticationFailed, description: "sign in")
        var options = Teapot.Options()
        options.retriers = [{ _ in .fail(other) }, { _ in .retry(after: 0) }]
        let client = ScriptedClient(.answer(401), .answer(), options: options)
        await #expect(throws: other) { try await client.get("a") }
        #expect(client.requests.count == 1)
    }

    @Test func `a retrier sees why the earlier tries failed, without their bodies`() async {
        let attempts = Recorder<Teapot.FailedAttempt>()
        var options = Teapot.Options()
        options.retriers = [
            { attempt in
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
            errors.map { $0.map(\.type) } == [[], [.invalidResponseStatus], [.invalidResponseStatus, .noResponse]])
        #expect(errors.last?.first?.responseStatus == 401)
        #expect(errors.last?.first?.response?.data == Data())
        #expect(errors.last?.first?.response?.json == nil)
    }

    @Test(arguments: [(3, 1, 2), (3, 2, 1)])
    func `a policy does not count what another retrier took care of`(number: Int, others: Int, own: Int) {
        let policy = Teapot.RetryPolicy(maximumAttempts: own + 1, baseDelay: 0)
        let error = TeapotError.make(.invalidResponseStatus, filling: [503], response: .make(503))
        let other = TeapotError.make(.invalidResponseStatus, filling: [401], response: .make(401))
        let earlier = Array(repeating: other, count: others) + Array(repeating: error, count: own - 1)
        let failure = Teapot.FailedAttempt(request: .make(), number: number, error: error, earlierErrors: earlier)
        #expect(policy.decide(failure) == .retry(after: 0))
    }

    // MARK: Request ids

    @Test func `an ID of the call's own stays`() async throws {
        var options = Teapot.Options()
        options.adapters = [.requestID()]
        let client = ScriptedClient(.answer(), options: options)
        _ = try await client.get("a", headerFields: ["x-request-id": "mine"])
        #expect(client.requests.first?.headerFields["X-Request-ID"] == "mine")
    }

    @Test func `a request keeps its id over redirects and tries, and each request has another`() async throws {
        var options = Teapot.Options()
        options.adapters = [.requestID(), .requestID(as: "X-Trace")]
        options.retriers = [{ _ in .retry(after: 0) }]
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
        let ids = client.requests.map { $0.headerFields["X-Request-ID"] }
        #expect(Set(ids[..<4]) == [client.requests.first?.id.uuidString])
        #expect(ids[4] != ids[0])
        #expect(client.requests.map { $0.headerFields["X-Trace"] } == ids)
    }
}
