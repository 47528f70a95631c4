import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A call's deadline` {
    private let results = Recorder<NetworkResult>()

    /// Waits until another call has timed out after a number of seconds, with a clock of the same kind as the tested
    /// one.
    private func timedOut(after seconds: TimeInterval) async {
        await #expect(throws: TeapotError.self) {
            try await ScriptedClient(.held(.began)).get("clock", timeout: seconds)
        }
    }

    @Test func `a request without a response times out and is abandoned`() async throws {
        let client = ScriptedClient(.held(.began))
        client.get("a", timeout: 0.02) { results($0) }
        let error = try #require(await results.recorded().first?.error)
        #expect(error.type == .timeout)
        #expect((error.underlyingError as? URLError)?.code == .timedOut)
        #expect(client.abandons == [1])
        client.report(.response(.make()), .finished(nil))
        #expect(results.values.count == 1)
    }

    @Test func `a response that stops arriving is incomplete`() async throws {
        let client = ScriptedClient(.held(.began, .response(.make()), .data(Data("a".utf8))))
        client.get("a", timeout: 0.02) { results($0) }
        let error = try #require(await results.recorded().first?.error)
        #expect(error.type == .timeout)
        #expect(error.response?.body == Data("a".utf8))
    }

    @Test(arguments: [
        (1, 0.02, "timed out after 0.02 s"), (3, 0.02, "timed out after 0.02 s, 3 tries"),
        (1, 1, "timed out after 1 s"),
    ])
    func `a timeout's description has its length and the number of attempts`(
        tries: Int, seconds: TimeInterval, words: String
    ) async {
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { $0.number < tries ? .retry(after: 0) : .giveUp }]
        let scripts = (0..<tries).map { _ in ScriptedClient.Script.held(.began) }
        let client = ScriptedClient(scripts, options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a", timeout: seconds) }
        #expect(error?.description == "GET http://h.test/api/a: \(words)")
    }

    @Test func `an error after several attempts gives their number`() async {
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { $0.number < 2 ? .retry(after: 0) : .giveUp }]
        let client = ScriptedClient(
            .failure(URLError(.cannotFindHost)), .failure(URLError(.cannotConnectToHost)), options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        #expect(error?.description == "GET http://h.test/api/a: connection refused, 2 tries")
    }

    @Test func `the clock doesn't run before the request is sent`() async {
        let client = ScriptedClient(.held())
        client.get("a", timeout: 0.01) { results($0) }
        await timedOut(after: 0.05)
        #expect(results.values.isEmpty)
        client.report(.began)
        #expect(await results.recorded().first?.error?.type == .timeout)
    }

    @Test func `the clock doesn't run for an infinite timeout`() async {
        let client = ScriptedClient(.held(.began))
        let call = client.get("a", timeout: .infinity) { results($0) }
        await timedOut(after: 0.02)
        #expect(results.values.isEmpty)
        call?.cancel()
    }

    @Test func `the clock stops while a call is suspended, and restarts when it's resumed`() async {
        let client = ScriptedClient(.held())
        let call = client.get("a", timeout: 0.05) { results($0) }
        call?.suspend()
        client.report(.began)
        await timedOut(after: 0.15)
        #expect(results.values.isEmpty)
        #expect(client.abandons == [0])
        let resumed = ContinuousClock.now
        call?.resume()
        #expect(await results.recorded().first?.error?.type == .timeout)
        #expect(ContinuousClock.now - resumed >= .milliseconds(50))
    }

    @Test func `a call suspended while its request is sent is suspended in flight, too`() async {
        let gate = Latch()
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter(awaiting: { _ in await gate.opened() })]
        let adapting = ScriptedClient(.held(.began), options: options)
        let call = Locked<Teapot.Call?>(nil)
        // The log of a request is written between the last check whether the call is held and the sending of the
        // request.
        adapting.logger.level = .incomingAndOutgoingData
        adapting.logger.sink = { _, _ in call.withLock { $0 }?.suspend() }
        let started = adapting.get("a", timeout: 0.01) { results($0) }
        call.withLock { $0 = started }
        gate.open()
        await adapting.requested(1)
        await timedOut(after: 0.05)
        #expect(adapting.abandons == [0])
        started?.cancel()
    }

    @Test func `anything that arrives restarts the clock`() async {
        // If the machine is so busy that the call times out earlier, a longer timeout shows the same.
        for interval in [0.2, 2, 20] {
            let results = Recorder<NetworkResult>()
            let client = ScriptedClient(.held(.began))
            client.get("a", timeout: interval) { results($0) }
            await timedOut(after: interval * 0.4)
            guard results.values.isEmpty else { continue }
            let touched = ContinuousClock.now
            client.report(.sent(1, of: 2))
            await results.recorded()
            #expect(ContinuousClock.now - touched >= .seconds(interval))
            return
        }
        Issue.record("The call timed out before 0.4 of its time, three times.")
    }

    @Test func `each redirect has its own timeout`() async {
        let client = ScriptedClient(.redirect(to: "/b"), .held(.began))
        client.get("a", timeout: 0.02) { results($0) }
        #expect(await results.recorded().first?.error?.type == .timeout)
        #expect(client.abandons == [0, 1])
    }

    // MARK: An idle timeout on its own

    @Test func `a timeout that has ended never expires, whether it had begun or not`() async {
        let expired = Recorder<String>()
        let ended = IdleTimer(0.01)
        ended.begin { expired("begun") }
        ended.end()
        let early = IdleTimer(0.01)
        early.end()
        early.begin { expired("ended first") }
        await timedOut(after: 0.05)
        #expect(expired.values.isEmpty)
    }

    @Test func `a timeout expires once`() async {
        let expired = Recorder<Void>()
        let timeout = IdleTimer(0.001)
        timeout.begin { expired(()) }
        await expired.recorded()
        timeout.touch()
        timeout.hold(true)
        timeout.hold(false)
        await timedOut(after: 0.02)
        #expect(expired.values.count == 1)
    }

    @Test(arguments: [1e-300, 1e-9, 3e9, 1e17, .greatestFiniteMagnitude, .infinity] as [TimeInterval])
    func `no interval makes a timeout crash`(interval: TimeInterval) async {
        let timeout = IdleTimer(interval)
        timeout.begin {}
        timeout.hold(true)
        timeout.hold(false)
        timeout.end()
        let client = ScriptedClient(.answer(), .answer())
        client.get("a", timeout: interval) { results($0) }
        var options = Teapot.Options()
        options.totalTimeout = interval
        ScriptedClient(.answer(), options: options).get("a") { results($0) }
        #expect(await results.recorded(2).count == 2)
    }

    // MARK: The scheduler on its own

    @Test func `closures are called in the order of their times, whichever was scheduled first`() async {
        let called = Recorder<Int>()
        let now = DispatchTime.now()
        let queue = DispatchQueue(label: "closures")
        let owners = [30, 10, 20, 5].map { NSNumber(value: $0) }
        for owner in owners {
            Scheduler.shared.schedule(owner, at: now + .milliseconds(owner.intValue), behind: queue) {
                called(owner.intValue)
                return nil
            }
        }
        Scheduler.shared.cancel(owners[3])
        #expect(await called.recorded(3) == [10, 20, 30])
    }

    @Test func `a closure is called again at the time it returns`() async {
        let called = Recorder<DispatchTime>()
        let now = DispatchTime.now()
        Scheduler.shared.schedule(called, at: now + .milliseconds(1)) {
            called(.now())
            return called.values.count < 3 ? .now() + .milliseconds(5) : nil
        }
        let times = await called.recorded(3)
        #expect(times.count == 3)
        #expect(times[2] >= times[0] + .milliseconds(9))
    }
}
