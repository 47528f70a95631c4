import Teapot
import Foundation
import TeapotSequences
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A total timeout` {
    private let results = Recorder<NetworkResult>()

    private func options(_ total: TimeInterval = 0.02) -> Teapot.Options {
        var options = Teapot.Options()
        options.totalTimeout = total
        return options
    }

    private func expectOutOfTime(_ types: TeapotError.ErrorType...) async throws {
        let error = try #require(await results.recorded().first?.error)
        #expect(types.contains(error.type))
        #expect((error.underlyingError as? URLError)?.code == .timedOut)
        #expect("\(error)".contains("the call's total timeout of 0.02 s has passed"), "\(error)")
    }

    @Test func `a response that keeps arriving ends nevertheless, with the received bytes`() async throws {
        let client = ScriptedClient(.held(.began, .response(.make()), .data(Data("a".utf8))), options: options())
        client.get("a") { results($0) }
        try await expectOutOfTime(.timeout)
        #expect(results.values.first?.response.body == Data("a".utf8))
        #expect(client.abandons == [1])
    }

    @Test func `waiting for a connection counts`() async throws {
        let client = ScriptedClient(.held(), options: options())
        client.get("a") { results($0) }
        try await expectOutOfTime(.timeout)
        #expect(client.abandons == [1])
    }

    @Test func `the time of adapters counts, and they are cancelled`() async throws {
        var options = options()
        let told = Latch()
        options.adapters = [
            Teapot.Adapter(awaiting: { _ in
                await withTaskCancellationHandler {
                    await told.opened()
                } onCancel: {
                    told.open()
                }
            })
        ]
        let client = ScriptedClient(.answer(), options: options)
        client.get("a") { results($0) }
        try await expectOutOfTime(.timeout)
        await told.opened()
        #expect(client.requests.isEmpty)
    }

    @Test func `the time of retries counts, and nothing is retried after the timeout`() async throws {
        var options = options()
        options.retriers = [Teapot.Retrier { _ in .retry(after: 0.001) }]
        let client = ScriptedClient([], options: options, answer: { _ in .answer(503) })
        client.get("a") { results($0) }
        try await expectOutOfTime(.timeout)
    }

    @Test func `a pause before a retry ends with the timeout`() async throws {
        var options = options()
        options.retriers = [Teapot.Retrier { _ in .retry(after: 1_000_000) }]
        let client = ScriptedClient(.answer(503), options: options)
        client.get("a") { results($0) }
        try await expectOutOfTime(.timeout)
        #expect(client.requests.count == 1)
    }

    @Test func `redirects share the timeout`() async throws {
        let client = ScriptedClient(.redirect(to: "/b"), .held(.began), options: options())
        client.get("a") { results($0) }
        try await expectOutOfTime(.timeout)
        #expect(client.abandons == [0, 1])
    }

    @Test func `a retrier isn't asked about the timeout`() async throws {
        var options = options()
        options.retriers = [
            Teapot.Retrier { _ in
                Issue.record("asked")
                return .retry(after: 0)
            }
        ]
        ScriptedClient(.held(.began), options: options).get("a") { results($0) }
        try await expectOutOfTime(.timeout)
    }

    @Test func `an awaited call throws the timeout`() async {
        let client = ScriptedClient(.held(.began), options: options())
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.type == .timeout)
    }

    @Test func `a suspended call ends with the timeout when it's resumed`() async throws {
        let client = ScriptedClient(.held(.began), options: options())
        let abandoned = Latch()
        client.onAbandon { abandoned.open() }
        let call = client.get("a") { results($0) }
        call?.suspend()
        await abandoned.opened()
        #expect(results.values.isEmpty)
        call?.resume()
        try await expectOutOfTime(.timeout)
    }

    @Test func `a call that ends in time isn't affected`() async {
        let client = ScriptedClient(.held(.began), options: options())
        client.get("a") { results($0) }
        client.report(.response(.make()), .finished(nil))
        let other = ScriptedClient(.held(.began), options: options(0.1))
        await #expect(throws: TeapotError.self) { try await other.get("clock") }
        #expect(results.values.count == 1)
        #expect(results.values.first?.error == nil)
    }

    @Test func `a request's own timeout replaces the client's`() throws {
        let client = ScriptedClient(options: options(7))
        #expect(try client.makeRequest(.get, "a").totalTimeout == 7)
        #expect(Teapot.Request(url: .make("http://h.test")).totalTimeout == .infinity)
    }

    @Test func `events continue after the timeout`() async throws {
        let head = Teapot.Response.make(200, ["Content-Type": "text/event-stream"])
        let client = ScriptedClient(.held(.began, .response(head)), options: options())
        let events = client.events("a")
        let reader = Task { try await events.first { _ in true }?.data }
        await client.requested(1)
        let other = ScriptedClient(.held(.began), options: options(0.1))
        await #expect(throws: TeapotError.self) { try await other.get("clock") }
        client.report(.data(Data("data: x\n\n".utf8)))
        #expect(try await reader.value == "x")
    }

    @Test(arguments: [0, -1, -.infinity, .nan] as [TimeInterval])
    func `a timeout that isn't positive is refused`(total: TimeInterval) async {
        let error = await #expect(throws: TeapotError.self) {
            try await ScriptedClient(options: options(total)).get("a")
        }
        #expect(error?.type == .invalidTimeout)
    }

    @Test func `a timeout that expires before a suspended call is sent ends the call when it's resumed`() async throws {
        let (gate, passed) = (Latch(), Latch())
        var options = options()
        options.cache = Teapot.ResponseCache { request, _ in
            await gate.opened()
            passed.open()
            return .send(request) { .deliver($0) }
        }
        let client = ScriptedClient(.answer(), options: options)
        let call = client.get("a") { results($0) }
        call?.suspend()
        gate.open()
        await passed.opened()
        await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.held(.began), options: self.options(0.1)).get("clock")
        }
        call?.resume()
        try await expectOutOfTime(.timeout)
        #expect(client.requests.isEmpty)
    }

    @Test func `a call that is answered at once isn't retained for the timeout`() {
        weak var call: Teapot.Call?
        call = ScriptedClient(.answer(), options: options(3_600)).get("a") { results($0) }
        #expect(results.values.count == 1)
        #expect(call == nil)
    }
}
