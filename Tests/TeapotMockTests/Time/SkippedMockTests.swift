import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock
import TeapotSequences

/// Tests of a mock whose router skips time, with waits that no test could sit out.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A mock in skipped time` {
    private let router = Router()
    /// The kinds of the events of calls, with the time since the call began in seconds.
    private let events = Locked<[String]>([])

    init() { router.time = .skipped }

    private func makeMock(
        total: Double = .infinity, retriers: [Teapot.Retrier] = [], adapters: [Teapot.Adapter] = []
    ) -> MockTeapot {
        var options = Teapot.Options()
        options.totalTimeout = total
        options.retriers = retriers
        options.adapters = adapters
        options.observers = [
            Teapot.Observer { [events] event in events.withLock { $0.append(event.timed) } }
        ]
        return MockTeapot(router: router, options: options)
    }

    private var starts: [Double] { router.journal.entries.map(\.start) }
    private var durations: [Double?] { router.journal.entries.map(\.duration) }
    private var endings: [Journal.Ending?] { router.journal.entries.map(\.ending) }

    private func expectTimedOut(_ error: TeapotError?, _ type: TeapotError.ErrorType, _ words: String?) {
        #expect(error?.type == type)
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
        if let words { #expect(error.map { "\($0)" }?.contains(words) == true, "\(error.map { "\($0)" } ?? "")") }
    }

    @Test func `it answers before the verb returns, on the caller's thread`() throws {
        router.latency = 1
        let ran = Locked<Thread?>(nil)
        router.get("/fixed", delay: 3600, with: .status(204, delay: 0.5))
        router.get("/handler", delay: 2) { _ in
            ran.withLock { $0 = Thread.current }
            return .status(204, delay: 4)
        }
        let mock = makeMock()
        for path in ["fixed", "handler"] {
            let result: NetworkResult? = delivered { mock.get(path, timeout: .infinity, completion: $0) }
            #expect(result?.response.status == 204)
        }
        #expect(ran.withLock { $0 } === Thread.current)
        #expect(starts == [0, 3601.5])
        #expect(durations == [3601.5, 7])
    }

    @Test func `an asynchronous handler runs after its delay`() async throws {
        let clock = router.clock
        router.get("/x", delay: 86_400) { _ in
            #expect(clock.now.offset == .seconds(86_400))
            try await clock.sleep(for: .seconds(5))
            #expect(clock.now.offset == .seconds(86_405))
            return Response.status(204)
        }
        #expect(try await makeMock().get("x", timeout: .infinity).status == 204)
        #expect(durations == [86_405])
    }

    @Test(arguments: [(59.999_999_999, false), (60, true), (61, true), (.infinity, true)] as [(Double, Bool)])
    func `a delay that reaches or exceeds the timeout is a timeout`(delay: Double, isTimeout: Bool) throws {
        router.get("/x", with: .status(204, delay: delay))
        let mock = makeMock()
        let result: NetworkResult? = delivered { mock.get("x", completion: $0) }
        if isTimeout {
            expectTimedOut(result?.error, .timeout, "timed out after 60 s")
            #expect(endings == [.abandoned])
            #expect(durations == [60])
            #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 60.0 seconds"])
        } else {
            #expect(result?.response.status == 204)
            #expect(endings == [.responded(204)])
            #expect(durations == [delay])
        }
    }

    @Test func `a handler whose delay is too long never runs`() async throws {
        router.get("/now", delay: 100) { _ in Issue.record("it ran") }
        router.get("/later", delay: 100) { _ async -> Response in
            Issue.record("it ran")
            return .status(204)
        }
        for path in ["now", "later"] {
            let error = await #expect(throws: TeapotError.self) { try await makeMock().get(path) }
            expectTimedOut(error, .timeout, "timed out after 60 s")
        }
        #expect(endings == [.abandoned, .abandoned])
    }

    @Test func `a handler that waits too long is cut off`() async throws {
        let clock = router.clock
        router.get("/x") { _ -> Response in
            do { try await clock.sleep(for: .seconds(61)) } catch {
                #expect(error is CancellationError)
                throw error
            }
            Issue.record("it went on")
            return .status(204)
        }
        let error = await #expect(throws: TeapotError.self) { try await makeMock().get("x") }
        expectTimedOut(error, .timeout, "timed out after 60 s")
        #expect(endings == [.abandoned])
        #expect(clock.now.offset == .seconds(60))
    }

    @Test func `a backoff of days is exact`() async throws {
        router.get("/x", with: .status(503), .status(503), .status(503), .status(204))
        let retrier = Teapot.Retrier { .retry(after: pow(2, Double($0.number - 1)) * 86_400) }
        #expect(try await makeMock(retriers: [retrier]).get("x").status == 204)
        #expect(starts == [0, 86_400, 3 * 86_400, 7 * 86_400])
        #expect(
            events.withLock { $0 } == [
                "started 0.0 seconds", "retrying 0.0 seconds", "retrying 86400.0 seconds",
                "retrying 259200.0 seconds", "ended 604800.0 seconds",
            ])
    }

    @Test func `the total timeout counts pauses and delays`() async throws {
        router.get("/x", with: .status(503, delay: 1))
        let error = await #expect(throws: TeapotError.self) {
            try await makeMock(total: 10, retriers: [Teapot.Retrier { _ in .retry(after: 4) }]).get("x")
        }
        let reason = "the call's total timeout of 10 s has passed; the last failure: -> 503; timed out, 2 tries"
        expectTimedOut(error, .timeout, ": " + reason)
        #expect(starts == [0, 5])
        #expect(events.withLock { $0.last } == "ended 10.0 seconds")
    }

    @Test func `the total timeout expires during a delay, and no retrier is asked about it`() async throws {
        router.get("/x", with: .status(204, delay: 30))
        let retrier = Teapot.Retrier { _ in
            Issue.record("asked")
            return .giveUp
        }
        let error = await #expect(throws: TeapotError.self) {
            try await makeMock(total: 10, retriers: [retrier]).get("x")
        }
        expectTimedOut(error, .timeout, "the call's total timeout of 10 s has passed")
        #expect(durations == [10])
    }

    @Test func `an idle timeout is retried like another error`() async throws {
        router.get("/x", with: .status(204, delay: 100), .status(204))
        #expect(try await makeMock(retriers: [.backoff(baseDelay: 0)]).get("x").status == 204)
        #expect(starts == [0, 60])
    }

    @Test func `the pause after an idle timeout is skipped, too`() async throws {
        router.get("/x", with: .status(204, delay: 100), .status(204, delay: 100), .status(204))
        #expect(try await makeMock(retriers: [Teapot.Retrier { _ in .retry(after: 3600) }]).get("x").status == 204)
        #expect(starts == [0, 3660, 7320])
    }

    @Test func `a handler that runs past a timeout is cancelled and no longer advances the clock`() async throws {
        let (clock, ended) = (router.clock, Gate())
        router.get("/x") { _ async -> Response in
            while !Task.isCancelled { try? await clock.sleep(for: .seconds(7)) }
            try? await clock.sleep(for: .seconds(1000))
            ended.open()
            return .status(204)
        }
        let error = await #expect(throws: TeapotError.self) {
            try await makeMock(total: 100, retriers: [Teapot.Retrier { $0.number < 2 ? .retry(after: 7) : .giveUp }])
                .get("x")
        }
        expectTimedOut(error, .timeout, "the call's total timeout of 100 s has passed")
        await ended.wait()
        #expect(starts == [0, 67])
        #expect(durations == [60, 33])
        #expect(clock.now.offset == .seconds(100))
    }

    @Test func `an empty piece doesn't keep a call from timing out`() async throws {
        let clock = router.clock
        router.get(
            "/x",
            with: .stream(
                Response.Stream { send in
                    for text in ["a", "", "b"] {
                        try await clock.sleep(for: .seconds(40))
                        send(Data(text.utf8))
                    }
                }))
        let error = await #expect(throws: TeapotError.self) { try await makeMock().get("x") }
        expectTimedOut(error, .timeout, "timed out after 60 s")
        #expect(durations == [100])
    }

    @Test func `Retry-After is exact, as a number and as a date`() async throws {
        let policy = Teapot.Retrier.backoff(baseDelay: 0, maximumDelay: 1e6)
        router.get("/number", with: .status(503, headers: ["Retry-After": "86400"]), .status(204))
        #expect(try await makeMock(retriers: [policy]).get("number").status == 204)
        #expect(starts == [0, 86_400])
        let date = HTTPDate.text(Int(router.clock.date.timeIntervalSince1970) + 3600)
        router.get("/date", with: .status(503, headers: ["Retry-After": date]), .status(204))
        #expect(try await makeMock(retriers: [policy]).get("date").status == 204)
        let pause = try #require(starts.last) - 86_400
        #expect(pause > 3598 && pause <= 3600)
    }

    @Test func `a chain of redirects adds its delays`() async throws {
        router.get("/a", delay: 20, with: .status(302, headers: ["Location": "/b"]))
        router.get("/b", delay: 40, with: .status(302, headers: ["Location": "/c"]))
        router.get("/c", delay: 59, with: .status(204))
        #expect(try await makeMock().get("a").status == 204)
        #expect(starts == [0, 20, 60])
    }

    @Test func `a stream and a dribbled body take the time of their intervals`() async throws {
        let pieces = ["a", "b", "c"].map { Data($0.utf8) }
        router.get("/stream", with: .stream(pieces, every: 50, delay: 50))
        router.get("/dribble", with: .json([1, 2]).dribbling(bytes: 1, every: 59))
        #expect(try await makeMock().get("stream").body == Data("abc".utf8))
        let slow = try await makeMock().get("dribble")
        #expect(slow.json?.array?.count == 2)
        #expect(durations == [150, Double(slow.body.count - 1) * 59])
    }

    @Test func `a stream whose interval is too long ends after the earlier pieces`() async throws {
        let pieces = ["a", "b"].map { Data($0.utf8) }
        router.get("/x", with: .stream(pieces, every: 60))
        let error = await #expect(throws: TeapotError.self) { try await makeMock().get("x") }
        expectTimedOut(error, .timeout, nil)
        #expect(error?.response?.body == Data("a".utf8))
        #expect(endings == [.abandoned])
        #expect(durations == [60])
    }

    @Test func `a stream may fail, and be cut short`() async throws {
        struct Broken: Error {}
        let pieces = ["abc", "def", "ghi"].map { Data($0.utf8) }
        let clock = router.clock
        router.get("/cut", with: .stream(pieces, every: 1).failing(.cutShort(after: 4)))
        router.get(
            "/broken",
            with: .stream(
                Response.Stream { send in
                    send(Data("a".utf8))
                    try await clock.sleep(for: .seconds(5))
                    throw Broken()
                }))
        let cut = await #expect(throws: TeapotError.self) { try await makeMock().get("cut") }
        #expect(cut?.response?.body == Data("abcd".utf8))
        let broken = await #expect(throws: TeapotError.self) { try await makeMock().get("broken") }
        #expect(broken?.underlyingError is Broken)
        #expect(endings == [.failed, .failed])
        #expect(durations == [1, 5])
    }

    @Test func `an endless stream ends with its call, and pulled pieces wait in the same way`() async throws {
        let clock = router.clock
        router.get(
            "/pulled",
            with: .stream(
                Response.Stream(pulling: {
                    {
                        try await clock.sleep(for: .seconds(7))
                        return Data("x".utf8)
                    }
                })))
        let error = await #expect(throws: TeapotError.self) { try await makeMock(total: 30).get("pulled") }
        expectTimedOut(error, .timeout, "the call's total timeout")
        #expect(error?.response?.body == Data("xxxx".utf8))
        #expect(durations == [30])
    }

    @Test func `events have their own timeout after the head, where the total timeout ends`() async throws {
        let news = ["one", "two"].map { Teapot.ServerSentEvent(data: $0) }
        router.get("/news", with: .events(news, every: 500, delay: 59), .status(204))
        var seen: [String] = []
        for try await event in makeMock(total: 100).events("news", reconnectionTime: 10) { seen.append(event.data) }
        #expect(seen == ["one", "two"])
        #expect(starts == [0, 569])
    }

    @Test func `events whose interval is too long cause a reconnection`() async throws {
        let news = ["one", "two"].map { Teapot.ServerSentEvent(data: $0) }
        router.get("/news", with: .events(news, every: 500), .status(204))
        var seen: [String] = []
        for try await event in makeMock().events("news", reconnectionTime: 10, timeout: 100) {
            seen.append(event.data)
        }
        #expect(seen == ["one"])
        #expect(starts == [0, 110])
    }

    @Test func `events that a mock answers endlessly end with an error and a remedy`() async throws {
        router.get("/news", with: .events([Teapot.ServerSentEvent(data: "one")]))
        var count = 0
        let error = await #expect(throws: TeapotError.self) {
            for try await _ in MockTeapot(router: router).events("news") { count += 1 }
        }
        #expect(error?.type == .incompleteResponse)
        #expect(error?.description.contains("answer 204, pass `reconnects: false` or `until:`") == true)
        #expect(count == 10_000)
    }

    @Test func `a suspended call has no idle timeout`() async throws {
        let handle = Locked<Teapot.Call?>(nil)
        let isStarted = Gate()
        let clock = router.clock
        router.get(
            "/x",
            with: .stream(
                Response.Stream { send in
                    await isStarted.wait()
                    let call = handle.withLock { $0 }
                    send(Data("a".utf8))
                    call?.suspend()
                    try await clock.sleep(for: .seconds(1000))
                    call?.resume()
                    try await clock.sleep(for: .seconds(59))
                    send(Data("b".utf8))
                }))
        let mock = makeMock()
        let result = await awaited { (completion: @escaping @Sendable (NetworkResult) -> Void) in
            let call = mock.get("x", completion: completion)
            handle.withLock { $0 = call }
            isStarted.open()
        }
        #expect(result.response.body == Data("ab".utf8))
        #expect(durations == [1059])
    }

    @Test func `a cancelled call stops waiting`() async throws {
        let clock = router.clock
        let (began, ended) = (Gate(), Gate())
        router.get(
            "/x",
            with: .stream(
                Response.Stream { send in
                    send(Data("a".utf8))
                    began.open()
                    do {
                        while true { try await clock.sleep(for: .seconds(1)) }
                    } catch {
                        ended.open()
                        throw error
                    }
                }))
        let mock = makeMock()
        let task = Task { try await mock.get("x", timeout: .infinity) }
        await began.wait()
        task.cancel()
        await ended.wait()
        let error = await #expect(throws: TeapotError.self) { try await task.value }
        #expect(error?.type == .cancelled)
        #expect(await eventually { endings == [.abandoned] })
    }

    @Test func `a fault comes after its delay, or the timeout before it`() throws {
        router.get("/x", with: .error(.networkConnectionLost, delay: 5), .error(.networkConnectionLost, delay: 70))
        let mock = makeMock()
        let lost: NetworkResult? = delivered { mock.get("x", completion: $0) }
        #expect((lost?.error?.underlyingError as? URLError)?.code == .networkConnectionLost)
        let late: NetworkResult? = delivered { mock.get("x", completion: $0) }
        #expect((late?.error?.underlyingError as? URLError)?.code == .timedOut)
        #expect(durations == [5, 60])
    }

    @Test func `a thousand retries don't nest deeper than one`() async throws {
        router.get("/x", with: .status(503))
        let retrier = Teapot.Retrier { $0.number < 1000 ? .retry(after: 3600) : .giveUp }
        await #expect(throws: TeapotError.self) { try await makeMock(retriers: [retrier]).get("x") }
        #expect(starts.last == 3_596_400)
    }

    @Test func `the router's time mode when a call begins applies to that call`() async throws {
        #expect(Router().time == .real)
        router.get("/x", with: .status(204, delay: 0.02))
        router.time = .real
        let began = DispatchTime.now()
        _ = try await makeMock().get("x")
        #expect(began + 0.02 <= .now())
        router.time = .skipped
        let result: NetworkResult? = delivered { makeMock().get("x", completion: $0) }
        #expect(result?.response.status == 204)
        let (first, second) = (try #require(starts.first), try #require(starts.last))
        #expect(first + 0.02 <= second)
    }

    @Test(arguments: [false, true])
    func `a client that forwards requests may forward the time`(passesTime: Bool) async throws {
        router.get("/x", with: .status(503, delay: 3600))
        let retrier = Teapot.Retrier { $0.number < 3 ? .retry(after: passesTime ? 3600 : 0) : .giveUp }
        var options = Teapot.Options()
        options.retriers = [retrier]
        options.timeout = 7200
        let client = PassingClient(mock: MockTeapot(router: router), passesTime: passesTime, options: options)
        let error = await #expect(throws: TeapotError.self) { try await client.get("x") }
        #expect(error?.responseStatus == 503)
        #expect(starts == (passesTime ? [0, 7200, 14_400] : [0, 3600, 7200]))
        let late = await #expect(throws: TeapotError.self) { try await client.get("x", timeout: 60) }
        #expect((late?.underlyingError as? URLError)?.code == .timedOut)
    }

    @Test func `its dates are later by the skipped time`() async throws {
        router.get("/x", with: .status(204, delay: 3600))
        for _ in 1...2 { _ = try await makeMock().get("x", timeout: .infinity) }
        let dates = router.journal.entries.map(\.date)
        #expect(try #require(dates.last).timeIntervalSince(try #require(dates.first)) == 3600)
        #expect(router.clock.date.timeIntervalSince(try #require(dates.first)) == 7200)
    }
}

/// A client that forwards its requests to a mock.
private struct PassingClient: TeapotClient {
    let mock: MockTeapot
    let passesTime: Bool
    let options: Teapot.Options
    var baseURL: URL { mock.baseURL }
    var logger: Teapot.Logger { mock.logger }
    var defaultDeliveryQueue: DispatchQueue? { nil }

    var transport: Teapot.Transport {
        passesTime ? mock.transport : Teapot.Transport(eventQueue: nil, send: mock.transport.send)
    }
}
