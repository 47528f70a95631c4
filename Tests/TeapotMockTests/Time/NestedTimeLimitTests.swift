import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

/// Tests of code that continues after a timeout, and of waits that aren't part of a call.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `Waits within a call, and its timeouts` {
    private let router = Router("https://api.test")

    init() {
        router.time = .skipped
        router.get("/slow", with: .status(204, delay: 50))
        router.get("/x", with: .status(204))
    }

    private func makeClient(
        idle: Double = 60, total: Double = .infinity, of router: Router? = nil,
        _ change: (inout Teapot.Options) -> Void = { _ in }
    ) -> MockTeapot {
        var options = Teapot.Options()
        options.timeout = idle
        options.totalTimeout = total
        change(&options)
        return MockTeapot(router: router ?? self.router, options: options)
    }

    private func expectTimedOut(_ client: MockTeapot, _ path: String) async {
        let error = await #expect(throws: TeapotError.self) { try await client.get(path) }
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
    }

    @Test(arguments: 1...20) func `a handler that runs past the timeout is cancelled`(turn: Int) async {
        let (inner, ended) = (makeClient(), Gate())
        router.get("/handler") { _ async -> Response in
            defer { ended.open() }
            for _ in 1...2 { await #expect(throws: TeapotError.self) { try await inner.get("slow") } }
            #expect(Task.isCancelled)
            return .status(204)
        }
        await expectTimedOut(makeClient(idle: 3), "handler")
        await ended.wait()
        #expect(router.clock.now.offset == .seconds(3))
        #expect(router.journal.requests.count <= 3)
        #expect(!router.journal.entries.contains { $0.ending == .responded(204) })
    }

    @Test(arguments: [false, true]) func `an adapter or a retrier that sleeps past the timeout ends`(
        isRetrier: Bool
    ) async {
        router.get("/fails", with: .status(503))
        let (clock, ended) = (router.clock, Gate())
        @Sendable func sleepOn() async {
            for _ in 1...10 { try? await clock.sleep(for: .seconds(8)) }
            ended.open()
        }
        let client = makeClient(total: 20) {
            if isRetrier {
                $0.retriers = [
                    Teapot.Retrier { _ in
                        await sleepOn()
                        return .giveUp
                    }
                ]
            } else {
                $0.adapters = [Teapot.Adapter(awaiting: { _ in await sleepOn() })]
            }
        }
        await expectTimedOut(client, "fails")
        await ended.wait()
        #expect(clock.now.offset == .seconds(20))
    }

    @Test func `an adapter may wait for its own task, past the timeout`() async throws {
        let clock = router.clock
        let client = makeClient(total: 20) {
            $0.adapters = [
                Teapot.Adapter(awaiting: { _ in
                    let task = Task {
                        try await clock.sleep(for: .seconds(30))
                        try await clock.sleep(for: .seconds(30))
                    }
                    try await task.value
                })
            ]
        }
        #expect(try await client.get("x").status == 204)
    }

    @Test func `a call that a handler doesn't wait for isn't part of the call`() async throws {
        let (inner, sent) = (makeClient(), Gate())
        router.get("/handler") { _ async -> Response in
            Task {
                _ = try await inner.get("slow")
                sent.open()
            }
            await sent.wait()
            return .status(200)
        }
        #expect(try await makeClient(idle: 5).get("handler").status == 200)
    }

    @Test func `a timeout helper in an adapter doesn't end the call`() async throws {
        let (inner, clock) = (makeClient(), router.clock)
        let client = makeClient(total: 60) {
            $0.adapters = [
                Teapot.Adapter(awaiting: { _ in
                    try await withThrowingTaskGroup(of: Void.self) { group in
                        group.addTask { _ = try await inner.get("slow") }
                        group.addTask { try await clock.sleep(for: .seconds(100)) }
                        try await group.next()
                        group.cancelAll()
                    }
                })
            ]
        }
        #expect(try await client.get("x").status == 204)
    }

    @Test(arguments: [10.0, 60]) func `a call of another router is part of the call`(idle: Double) async throws {
        let other = Router("https://other.test")
        other.time = .skipped
        other.clock.advance(by: .seconds(1_000))
        other.get("/slow", with: .status(204, delay: 50))
        let inner = makeClient(of: other)
        router.get("/handler", delay: 5) { _ async throws -> Response in
            _ = try await inner.get("slow")
            return .status(200)
        }
        if idle > 55 {
            #expect(try await makeClient(idle: idle).get("handler").status == 200)
            #expect(router.journal.entries.map(\.duration) == [55])
            #expect(other.journal.entries.map(\.start) == [1_000])
        } else {
            await expectTimedOut(makeClient(idle: idle), "handler")
            #expect(await eventually { other.journal.entries.map(\.duration) == [5] })
            #expect(router.journal.entries.map(\.duration) == [10])
        }
    }

    /// Registers a handler that makes a call with a completion handler, which no cancellation ends.
    private func makeChain(_ change: (inout Teapot.Options) -> Void) -> (client: MockTeapot, ended: Gate) {
        let (b, c, ended) = (makeClient(idle: 30), makeClient(change), Gate())
        router.get("/fails", with: .status(503, delay: 20), .status(503, delay: 20), .status(204))
        router.get("/b") { _ async -> Response in
            await withCheckedContinuation { continuation in c.get("fails") { _ in continuation.resume() } }
            ended.open()
            return .status(204)
        }
        router.get("/a") { _ async -> Response in
            _ = try? await b.get("b")
            await ended.wait()
            return .status(200)
        }
        return (makeClient(), ended)
    }

    @Test func `a call that outlives its caller ends`() async throws {
        let (client, ended) = makeChain {
            $0.retriers = [Teapot.Retrier { $0.number < 3 ? .retry(after: 20) : .giveUp }]
        }
        #expect(try await client.get("a").status == 200)
        await ended.wait()
        #expect(router.journal.requests.filter { $0.path == "/fails" }.count == 3)
    }

    @Test func `an adapter that outlives its call's caller ends`() async throws {
        let clock = router.clock
        let (client, ended) = makeChain {
            $0.adapters = [
                Teapot.Adapter(awaiting: { _ in for _ in 1...3 { try? await clock.sleep(for: .seconds(100)) } })
            ]
        }
        #expect(try await client.get("a").status == 200)
        await ended.wait()
    }

    @Test func `a handler's call begins at the time of the handler's own call, whatever the router's clock says`()
        async throws
    {
        let (inner, clock) = (makeClient(), router.clock)
        router.get("/handler") { _ async throws -> Response in
            clock.advance(by: .seconds(1_000))
            _ = try await inner.get("x")
            return .status(200)
        }
        #expect(try await makeClient().get("handler").status == 200)
        #expect(router.journal.entries.map(\.start) == [0, 0])
    }

    @Test func `a synchronous handler that was held sees the time of its call`() async throws {
        let (clock, seen) = (router.clock, Locked<Duration?>(nil))
        router.get("/held") { _ in seen.withLock { $0 = clock.now.offset } }
        let hold = router.hold("/held")
        async let response = makeClient().get("held")
        try await hold.waitForRequest()
        clock.advance(by: .seconds(1_000))
        hold.release()
        #expect(try await response.status == 204)
        #expect(seen.withLock { $0 } == .zero)
    }

    @Test func `a chain of calls ends at the outermost timeout`() async throws {
        let (b, c) = (makeClient(), makeClient())
        router.get("/b") { _ async throws -> Response in
            _ = try await c.get("slow")
            return .status(200)
        }
        router.get("/a") { _ async throws -> Response in
            _ = try await b.get("b")
            return .status(200)
        }
        await expectTimedOut(makeClient(idle: 10), "a")
        #expect(await eventually { router.journal.entries.map(\.duration) == [10, 10, 10] })
        #expect(router.clock.now.offset == .seconds(10))
    }

    @Test func `the time of a stream that a handler reads doesn't count`() async throws {
        router.get("/ticks", with: .stream((1...9).map { Data("\($0)\n".utf8) }, contentType: "text/plain", every: 5))
        let (reader, router) = (makeClient(), router)
        router.get("/reader") { _ async throws -> Response in
            for try await _ in try await reader.stream("ticks").lines {
                // The stream has sent all of it.
                #expect(await eventually { router.journal.entries.last?.ending != nil })
                break
            }
            return .status(200)
        }
        #expect(try await makeClient(idle: 10).get("reader").status == 200)
    }

    @Test func `a held sleep of an adapter ends at the total timeout`() async throws {
        let clock = router.clock
        clock.hold()
        let client = makeClient(total: 20) {
            $0.adapters = [Teapot.Adapter(awaiting: { _ in try await clock.sleep(for: .seconds(100)) })]
        }
        async let ended: Void = expectTimedOut(client, "x")
        try await clock.waitForSleep()
        clock.advance(by: .seconds(50))
        await ended
        #expect(clock.now.offset == .seconds(50))
    }

    @Test func `pauses of a nested call count, but reading its body doesn't`() async throws {
        router.get("/fails", with: .status(503, delay: 1))
        let inner = makeClient { $0.retriers = [Teapot.Retrier { _ in .retry(after: 5) }] }
        router.get("/handler") { _ async throws -> Response in
            _ = try await inner.get("fails")
            return .status(200)
        }
        await expectTimedOut(makeClient(idle: 10), "handler")
        let starts = router.journal.entries.map(\.start)
        #expect(starts == [0, 0, 6])

        router.get("/ticks", with: .stream((1...100).map { Data("\($0)\n".utf8) }, contentType: "text/plain", every: 1))
        let reader = makeClient()
        router.get("/reader") { _ async throws -> Response in
            var count = 0
            for try await _ in try await reader.stream("ticks").lines {
                count += 1
                if count == 3 { break }
            }
            return .status(200)
        }
        #expect(try await makeClient(idle: 10).get("reader").status == 200)
    }
}
