import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A held clock` {
    private let router = Router()
    private let clock: Router.Clock
    /// The events, in order.
    private let events = Locked<[String]>([])

    init() {
        router.time = .skipped
        clock = router.clock
        clock.hold()
    }

    private func sleep(_ seconds: Int, _ name: String) -> Task<Void, any Error> {
        Task { [clock, events] in
            try await clock.sleep(for: .seconds(seconds))
            events.withLock { $0.append(name) }
        }
    }

    @Test func `ends a sleep when it's moved to its end`() async throws {
        let (first, second) = (sleep(2, "2"), sleep(5, "5"))
        try await clock.waitForSleep(count: 2)
        clock.advance(by: .seconds(1))
        #expect(events.withLock { $0 }.isEmpty)
        #expect(router.sharedTime.withWaits { waits in waits.sleeps.count } == 2)
        clock.advance(by: .seconds(1))
        try await first.value
        #expect(events.withLock { $0 } == ["2"])
        #expect(clock.now.offset == .seconds(2))
        clock.advance(by: .seconds(60))
        try await second.value
        #expect(events.withLock { $0 } == ["2", "5"])
    }

    @Test func `ends all sleeps when it's released`() async throws {
        let tasks = [sleep(7, "7"), sleep(3, "3")]
        try await clock.waitForSleep(count: 2)
        clock.release()
        for task in tasks { try await task.value }
        #expect(Set(events.withLock { $0 }) == ["7", "3"])
        #expect(clock.now.offset == .seconds(7))
        try await clock.sleep(for: .seconds(1))
        #expect(clock.now.offset == .seconds(8))
    }

    @Test(arguments: [true, false])
    func `ends all sleeps with its router, and with skipped time`(byFinish: Bool) async throws {
        let task = sleep(3600, "slept")
        try await clock.waitForSleep()
        if byFinish { _ = router.finish("the test", isCutShort: false) } else { router.time = .real }
        try await task.value
    }

    @Test func `ends a cancelled sleep at once`() async throws {
        let task = sleep(1, "slept")
        try await clock.waitForSleep()
        task.cancel()
        #expect(await eventually { router.sharedTime.withWaits { waits in waits.sleeps.count } == 0 })
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(router.sharedTime.withWaits { waits in waits.sleeps.count } == 0)
        clock.advance(by: .seconds(2))
        #expect(events.withLock { $0 }.isEmpty)
    }

    @Test func `holds neither a due sleep nor a call`() async throws {
        router.get("/x", delay: 30, with: .status(204))
        try await clock.sleep(for: .zero)
        let task = sleep(20, "slept")
        try await clock.waitForSleep()
        #expect(try await MockTeapot(router: router).get("x").status == 204)
        try await task.value
        #expect(clock.now.offset == .seconds(30))
    }

    @Test func `tests a debounced search by the order of its events`() async throws {
        router.get("/search", with: .status(204))
        let search = Search(teapot: MockTeapot(router: router), clock: clock)
        await search.type("te")
        try await clock.waitForSleep()
        clock.advance(by: .milliseconds(200))
        await search.type("tea")
        try await clock.waitForSleep()
        clock.advance(by: .milliseconds(300))
        try await search.finished()
        #expect(router.journal.requests.map(\.query) == [[URLQueryItem(name: "text", value: "tea")]])
    }

    @Test func `reports unfinished sleeps`() async throws {
        let error = await #expect(throws: Router.Clock.TimedOut.self) {
            try await clock.waitForSleep(count: 2, timeout: 0.01)
        }
        #expect(
            error?.description
                == "0 of 2 tasks slept within 0.01 s. Pass this clock to the code under test, and make it sleep with "
                + "`clock.sleep`.")
        let real = await #expect(throws: Router.Clock.TimedOut.self) {
            try await Router().clock.waitForSleep(timeout: 0)
        }
        #expect(real?.description.contains("The clock isn't holding sleeps") == true)
        let task = Task { [clock] in try await clock.waitForSleep(timeout: 3600) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// A search that waits until typing stops.
private actor Search {
    let teapot: any TeapotClient
    let clock: any Clock<Duration>
    private var tasks: [Task<Void, any Error>] = []

    init(teapot: any TeapotClient, clock: any Clock<Duration>) { (self.teapot, self.clock) = (teapot, clock) }

    func type(_ text: String) {
        tasks.last?.cancel()
        tasks.append(
            Task { [teapot, clock] in
                try await clock.sleep(for: .milliseconds(300))
                _ = try await teapot.get("search", query: ["text": text])
            })
    }

    func finished() async throws { try await tasks.last?.value }
}
