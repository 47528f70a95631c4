import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

/// Tests of handlers with a delay: the route's delay or the router's latency.
@Suite(.inTurn) struct `A handler runs after its delay` {
    /// The times at which a handler ran.
    private let runs = Locked<[DispatchTime]>([])
    private let router = Router("http://api.test")

    private func register(delay: Double) {
        router.get("/now", delay: delay) { [runs] _ in runs.withLock { $0.append(.now()) } }
        router.get("/later", delay: delay) { [runs] _ in
            await Task.yield()
            runs.withLock { $0.append(.now()) }
        }
        router.register(
            { [runs] _ in
                runs.withLock { $0.append(.now()) }
                return .status(204)
            }, when: .path("/respond"), delay: delay)
    }

    @Test(arguments: ["now", "later", "respond"], [false, true])
    func `and not before, over any in-process transport`(path: String, isLatency: Bool) async throws {
        register(delay: isLatency ? 0 : 0.02)
        if isLatency { router.latency = 0.02 }
        let start = DispatchTime.now()

        #expect(try await MockTeapot(router: router).get(path).status == 204)
        let url = try #require(URL(string: "http://api.test/\(path)"))
        _ = try await URLSession(answeredBy: router).data(from: url)
        #expect(await router.serverAnswer(to: "/" + path).status == 204)

        let times = runs.withLock { $0 }
        #expect(times.count == 3)
        #expect(times.allSatisfy { start + 0.02 <= $0 })
    }

    @Test(.timeLimit(.minutes(3)), arguments: ["now", "later", "respond"])
    func `but not if the request is cancelled`(path: String) async throws {
        register(delay: 3600)
        let call = MockTeapot(router: router).get(path) { _ in }
        call?.cancel()
        let url = try #require(URL(string: "http://api.test/\(path)"))
        let session = URLSession(answeredBy: router)
        let task = Task { try await session.data(from: url) }
        try await router.journal.waitForRequest(count: 2)
        task.cancel()
        await #expect(throws: (any Error).self) { try await task.value }
        let response = Task { await router.answer(to: "/" + path) }
        try await router.journal.waitForRequest(count: 3)
        response.cancel()
        #expect(await response.value.error?.type == .cancelled)

        #expect(runs.withLock { $0.isEmpty })
        // The session reports the cancellation first, and then stops its protocol.
        #expect(
            await eventually(within: .seconds(30)) {
                router.journal.entries.map(\.ending) == [.abandoned, .abandoned, .abandoned]
            })
    }

    @Test func `and before the response's own delay`() async {
        router.get("/now", delay: 0.01) { _ in .status(200, delay: 5) }
        #expect(await router.resolvedResponse(to: Request(method: "GET", path: "/now")).delay == 5)
    }

    @Test func `and at once without a delay`() {
        register(delay: -1)
        #expect(router.answers(Request(method: "GET", path: "/now")) == 204)
    }

    @Test func `and so does its fault`() async throws {
        router.get("/gone", delay: 0.02) { _ in .error(.networkConnectionLost, delay: 0.02) }
        let start = DispatchTime.now()
        let error = await #expect(throws: TeapotError.self) { try await MockTeapot(router: router).get("gone") }
        #expect(start + 0.04 <= .now())
        #expect((error?.underlyingError as? URLError)?.code == .networkConnectionLost)
    }
}
