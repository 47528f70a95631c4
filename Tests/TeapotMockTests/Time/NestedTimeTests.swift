import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

/// Tests of waits in code that a call waits for: adapters, retriers, handlers, stores and refreshes.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Waits within a call in skipped time` {
    /// A client whose calls skip their time.
    enum Transport: CaseIterable {
        case mock, session
    }

    private let router = Router("https://api.test")
    private let events = Locked<[String]>([])

    init() {
        router.time = .skipped
        router.get("/inner", with: .data(Data("inner".utf8), delay: 5))
    }

    private func makeClient(
        _ transport: Transport, total: Double = .infinity, _ change: (inout Teapot.Options) -> Void = { _ in }
    ) throws -> any TeapotClient {
        var options = Teapot.Options()
        options.timeout = 60
        options.totalTimeout = total
        options.observers = [Teapot.Observer { [events] event in events.withLock { $0.append(event.timed) } }]
        change(&options)
        let url = try #require(URL(string: router.baseURL))
        return switch transport {
        case .mock: MockTeapot(router: router, baseURL: url, options: options)
        case .session: Teapot(baseURL: url, configuration: .answered(by: router), options: options)
        }
    }

    private func expectOutOfTime(_ error: TeapotError?, _ seconds: String) {
        #expect(error?.type == .timeout)
        let words = "the call's total timeout of \(seconds) s has passed"
        #expect(error.map { "\($0)" }?.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
    }

    private var starts: [Double] { router.journal.entries.map(\.start) }
    private var durations: [Double?] { router.journal.entries.map(\.duration) }
    private var now: Duration { router.clock.now.offset }

    // MARK: - Adapters and retriers

    @Test(arguments: Transport.allCases)
    func `a sleep of an adapter is part of the call`(transport: Transport) async throws {
        router.get("/x", with: .status(204, delay: 1))
        let clock = router.clock
        let client = try makeClient(transport) {
            $0.adapters = [
                Teapot.Adapter(awaiting: { _ in
                    try await clock.sleep(for: .seconds(100))
                    #expect(clock.now.offset == .seconds(100))
                })
            ]
        }
        #expect(try await client.get("x").status == 204)
        #expect(starts == [100])
        #expect(durations == [1])
        #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 101.0 seconds"])
        #expect(now == .seconds(101))
    }

    @Test(arguments: Transport.allCases) func `a sleep of an adapter ends at the total timeout`(
        transport: Transport
    ) async throws {
        let clock = router.clock
        let (isCancelled, slept) = (Locked(false), Locked(0))
        let client = try makeClient(transport, total: 20) {
            $0.adapters = [
                Teapot.Adapter(awaiting: { _ in
                    // An adapter that swallows the error must not be able to continue, either.
                    for _ in 1...3 {
                        try? await clock.sleep(for: .seconds(8))
                        slept.withLock { $0 += 1 }
                    }
                    isCancelled.withLock { $0 = Task.isCancelled }
                })
            ]
        }
        let error = await #expect(throws: TeapotError.self) { try await client.get("x") }
        expectOutOfTime(error, "20")
        // The call doesn't wait until the adapter ends.
        #expect(await eventually { isCancelled.withLock { $0 } })
        #expect(slept.withLock { $0 } == 3)
        #expect(router.journal.entries.isEmpty)
        #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 20.0 seconds"])
        #expect(now == .seconds(20))
    }

    @Test(arguments: Transport.allCases) func `a call of an adapter is part of the call`(transport: Transport)
        async throws
    {
        router.get("/x", with: .status(204, delay: 1))
        let inner = try makeClient(transport) { $0.observers = [] }
        let client = try makeClient(transport) {
            $0.adapters = [
                Teapot.Adapter(awaiting: { request in
                    let value = try await inner.get("inner").body
                    request.headers["X-Inner"] = String(decoding: value, as: UTF8.self)
                })
            ]
        }
        #expect(try await client.get("x").status == 204)
        #expect(router.journal.requests.last?.headers["X-Inner"] == "inner")
        #expect(starts == [0, 5])
        #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 6.0 seconds"])
    }

    @Test(arguments: Transport.allCases) func `a call of an adapter ends at the total timeout of the call that waits`(
        transport: Transport
    ) async throws {
        let inner = try makeClient(transport) { $0.observers = [] }
        let client = try makeClient(transport, total: 3) {
            $0.adapters = [Teapot.Adapter(awaiting: { _ in _ = try await inner.get("inner") })]
        }
        let error = await #expect(throws: TeapotError.self) { try await client.get("x") }
        expectOutOfTime(error, "3")
        #expect(await eventually { router.journal.entries.allSatisfy { $0.ending != nil } })
        #expect(router.journal.entries.map(\.ending) == [.abandoned])
        #expect(durations == [3])
        #expect(now == .seconds(3))
    }

    @Test(arguments: Transport.allCases) func `a sleep of a retrier is part of the call`(transport: Transport)
        async throws
    {
        router.get("/x", with: .status(503), .status(204))
        let clock = router.clock
        let client = try makeClient(transport) {
            $0.retriers = [
                Teapot.Retrier { _ in
                    try? await clock.sleep(for: .seconds(3600))
                    return .retry(after: 60)
                }
            ]
        }
        #expect(try await client.get("x").status == 204)
        #expect(starts == [0, 3660])
        let expected = ["started 0.0 seconds", "retrying 3600.0 seconds", "ended 3660.0 seconds"]
        #expect(events.withLock { $0 } == expected)
    }

    @Test(arguments: Transport.allCases) func `a sleep of a retrier ends at the total timeout`(
        transport: Transport
    ) async throws {
        router.get("/x", with: .status(503, delay: 1))
        let clock = router.clock
        let client = try makeClient(transport, total: 100) {
            $0.retriers = [
                Teapot.Retrier { _ in
                    try? await clock.sleep(for: .seconds(3600))
                    return .retry(after: 0)
                }
            ]
        }
        let error = await #expect(throws: TeapotError.self) { try await client.get("x") }
        expectOutOfTime(error, "100")
        #expect(starts == [0])
        #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 100.0 seconds"])
    }

    @Test func `the time of an adapter ends with it`() async throws {
        let clock = router.clock
        let (left, run) = (Gate(), Gate())
        router.get("/x", with: .status(204, delay: 1))
        let client = try makeClient(.mock, total: 10) {
            $0.adapters = [
                Teapot.Adapter(awaiting: { _ in
                    try await clock.sleep(for: .seconds(2))
                    Task {
                        await run.wait()
                        // It's no longer part of the call, and may sleep for longer than its timeout.
                        try await clock.sleep(for: .seconds(50))
                        left.open()
                    }
                })
            ]
        }
        #expect(try await client.get("x").status == 204)
        #expect(now == .seconds(3))
        run.open()
        await left.wait()
        #expect(now == .seconds(53))
    }

    @Test func `a held clock holds the sleep of an adapter`() async throws {
        router.get("/x", with: .status(204, delay: 1))
        let clock = router.clock
        clock.hold()
        let client = try makeClient(.mock) {
            $0.adapters = [Teapot.Adapter(awaiting: { _ in try await clock.sleep(for: .seconds(2)) })]
        }
        async let response = client.get("x")
        try await clock.waitForSleep()
        #expect(router.journal.entries.isEmpty)
        clock.advance(by: .seconds(2))
        #expect(try await response.status == 204)
        #expect(starts == [2])
        #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 3.0 seconds"])
    }

    // MARK: - Handlers

    @Test(arguments: Transport.allCases) func `a call of a handler is part of the call that is answered`(
        transport: Transport
    ) async throws {
        let inner = try makeClient(transport) { $0.observers = [] }
        let clock = router.clock
        router.get("/x", delay: 10) { _ async throws -> Response in
            let response = try await inner.get("inner")
            #expect(clock.now.offset == .seconds(15))
            return .data(response.body, delay: 1)
        }
        #expect(try await makeClient(transport).get("x").body == Data("inner".utf8))
        #expect(starts == [0, 10])
        #expect(durations == [16, 5])
        #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 16.0 seconds"])
    }

    @Test(arguments: Transport.allCases) func `a call of a handler ends at the timeout of the call that is answered`(
        transport: Transport
    ) async throws {
        let inner = try makeClient(transport) {
            $0.observers = []
            $0.timeout = 1000
        }
        router.get("/slow", with: .status(204, delay: 500))
        let ended = Gate()
        router.get("/x") { _ async throws -> Response in
            defer { ended.open() }
            let error = await #expect(throws: TeapotError.self) { try await inner.get("slow") }
            #expect(error?.type == .cancelled || (error?.underlyingError as? URLError)?.code == .cancelled)
            return .status(204)
        }
        let client = try makeClient(transport)
        let error = await #expect(throws: TeapotError.self) { try await client.get("x") }
        #expect(error.map { "\($0)" }?.contains("timed out after 60 s") == true)
        await ended.wait()
        #expect(await eventually { router.journal.entries.allSatisfy { $0.ending != nil } })
        #expect(router.journal.entries.map(\.ending) == [.abandoned, .abandoned])
        #expect(durations == [60, 60])
        #expect(now == .seconds(60))
        // The next call begins at the timeout, not at the time that the inner call would have reached.
        #expect(try await client.get("inner").status == 200)
        #expect(starts.last == 60)
    }

    @Test(arguments: Transport.allCases) func `a chain of calls ends at the first timeout of any of them`(
        transport: Transport
    ) async throws {
        router.get("/c", with: .status(204, delay: 500))
        let c = try makeClient(transport) {
            $0.observers = []
            $0.timeout = 400
        }
        let b = try makeClient(transport) {
            $0.observers = []
            $0.timeout = 30
        }
        router.get("/b") { _ async throws -> Response in
            _ = try await c.get("c")
            return .status(204)
        }
        router.get("/a") { _ async throws -> Response in
            let error = await #expect(throws: TeapotError.self) { try await b.get("b") }
            #expect(error.map { "\($0)" }?.contains("timed out after 30 s") == true)
            return .status(200, delay: 7)
        }
        #expect(try await makeClient(transport).get("a").status == 200)
        #expect(await eventually { router.journal.entries.allSatisfy { $0.ending != nil } })
        #expect(starts == [0, 0, 0])
        #expect(durations == [37, 30, 30])
        #expect(router.journal.entries.map(\.ending) == [.responded(200), .abandoned, .abandoned])
    }

    @Test func `a synchronous handler sees the time of its call`() throws {
        let clock = router.clock
        let seen = Locked<[Duration]>([])
        router.get("/x", delay: 3) { _ in seen.withLock { $0.append(clock.now.offset) } }
        router.get("/y") { _ in seen.withLock { $0.append(clock.now.offset) } }
        let mock = try makeClient(.mock) {
            $0.retriers = [Teapot.Retrier { _ in .giveUp }]
        }
        var results: [NetworkResult?] = [delivered { mock.get("x", completion: $0) }]
        clock.advance(by: .seconds(4))
        results.append(delivered { mock.get("y", completion: $0) })
        #expect(results.map { $0?.response.status } == [204, 204])
        #expect(seen.withLock { $0 } == [.seconds(3), .seconds(7)])
    }

    @Test func `a call of a synchronous handler is part of the call that is answered`() throws {
        let inner = try makeClient(.mock) { $0.observers = [] }
        router.get("/x") { _ -> Response in
            let result: NetworkResult? = delivered { inner.get("inner", completion: $0) }
            return .data(result?.response.body ?? Data())
        }
        let mock = try makeClient(.mock)
        let result: NetworkResult? = delivered { mock.get("x", completion: $0) }
        #expect(result?.response.body == Data("inner".utf8))
        #expect(durations == [5, 5])
        let late: NetworkResult? = delivered { mock.get("x", timeout: 5, completion: $0) }
        #expect(late?.error.map { "\($0)" }?.contains("timed out after 5 s") == true)
        let endings = router.journal.entries.map(\.ending)
        #expect(endings == [.responded(200), .responded(200), .abandoned, .responded(200)])
    }

    @Test func `concurrent calls of a handler aren't part of the call, because their times add up`() async throws {
        let inner = try makeClient(.mock) { $0.observers = [] }
        router.get("/x") { _ async throws -> Response in
            async let first = inner.get("inner")
            async let second = inner.get("inner")
            _ = try await (first, second)
            return .status(200)
        }
        #expect(try await makeClient(.mock).get("x").status == 200)
        #expect(durations == [0, 5, 5])
    }

    // MARK: - Stores and credentials

    @Test func `a response store's sleeps are part of the call`() async throws {
        router.get("/x", with: .data(Data("x".utf8), headers: ["ETag": "\"1\""]))
        let clock = router.clock
        let client = try makeClient(.mock) {
            $0.cache = Teapot.ResponseCache { request, _ in
                try? await clock.sleep(for: .seconds(3))
                return .send(request) { response in
                    try? await clock.sleep(for: .seconds(3))
                    return .deliver(response)
                }
            }
        }
        #expect(try await client.get("x").status == 200)
        #expect(starts == [3])
        #expect(events.withLock { $0 } == ["started 0.0 seconds", "ended 6.0 seconds"])
    }

    /// Returns a client whose credential is refreshed in 5 s, at the first request.
    private func makeSignedClient(_ transport: Transport, total: Double) throws -> any TeapotClient {
        let inner = try makeClient(transport) { $0.observers = [] }
        let url = try #require(URL(string: router.baseURL))
        let authentication = Teapot.Authentication(
            for: url, credential: nil as String?, authorization: { "Bearer " + $0 },
            refresh: { _ in String(decoding: try await inner.get("inner").body, as: UTF8.self) })
        return try makeClient(transport, total: total) { $0.adapters = [authentication.adapter] }
    }

    @Test(arguments: Transport.allCases) func `all calls that need a refresh wait for its end`(
        transport: Transport
    ) async throws {
        router.get("/a", with: .status(204))
        let client = try makeSignedClient(transport, total: .infinity)
        let hold = router.hold("/inner")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...8 { group.addTask { _ = try await client.get("a") } }
            try await hold.waitForRequest()
            hold.release()
            try await group.waitForAll()
        }
        let entries = router.journal.entries
        #expect(entries.filter { $0.request.path == "/inner" }.map(\.duration) == [5])
        #expect(entries.filter { $0.request.path == "/a" }.map(\.start) == Array(repeating: 5, count: 8))
        #expect(router.journal.requests.last?.headers["Authorization"] == "Bearer inner")
    }

    @Test(arguments: Transport.allCases) func `a refresh continues for other calls if the first call times out`(
        transport: Transport
    ) async throws {
        router.get("/a", with: .status(204))
        let client = try makeSignedClient(transport, total: 2)
        let error = await #expect(throws: TeapotError.self) { try await client.get("a") }
        expectOutOfTime(error, "2")
        #expect(router.journal.entries.map(\.request.path) == ["/inner"])
        #expect(durations == [5])
        #expect(try await client.get("a").status == 204)
        #expect(router.journal.entries.filter { $0.request.path == "/inner" }.count == 1)
    }
}
