import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotMock

@Suite(.inTurn) struct `An exchange` {
    private struct Oops: Error {}

    private let router = Router()
    private let responses = Locked<[Teapot.StatusCode]>([])

    /// Returns the exchange of a request that isn't answered at once.
    private func exchange() throws -> Exchange {
        guard case .later(let exchange) = router.resolve(Request(method: "GET", path: "/a")) else { throw Oops() }
        return exchange
    }

    private func start(_ exchange: Exchange) {
        exchange.start { [responses] response in responses.withLock { $0.append(response.status) } }
    }

    private var endings: [Journal.Ending?] { router.journal.entries.map(\.ending) }

    @Test func `ends once`() throws {
        router.get("/a") { _ async in .status(201) }
        let exchange = try exchange()
        let reports = Locked(0)
        exchange.end(.failed) { reports.withLock { $0 += 1 } }
        exchange.end(.responded(200)) { reports.withLock { $0 += 1 } }
        exchange.abandon()
        #expect(exchange.isOver && endings == [.failed])
        #expect(reports.withLock { $0 } == 1)
    }

    @Test func `does nothing after its end`() async throws {
        let hasRun = Locked(false)
        router.get("/a", delay: 0.001) { _ in hasRun.withLock { $0 = true } }
        let exchange = try exchange()
        exchange.abandon()
        start(exchange)
        exchange.wait(0.001) { hasRun.withLock { $0 = true } }
        let isCancelled = await withCheckedContinuation { continuation in
            exchange.run { continuation.resume(returning: Task.isCancelled) }
        }
        #expect(isCancelled && !hasRun.withLock { $0 } && responses.withLock { $0 }.isEmpty)
    }

    @Test func `doesn't run its handler if it ends while it waits`() throws {
        router.get("/a", delay: 1000) { _ in Issue.record("It ran.") }
        weak var waiting: Exchange?
        do {
            let exchange = try exchange()
            waiting = exchange
            #expect(exchange.isWaiting)
            start(exchange)
            exchange.abandon()
        }
        // Nothing is retained for the rest of the delay.
        #expect(waiting == nil && endings == [.abandoned])
    }

    @Test func `continues at once without a delay, and after one`() async throws {
        router.get("/a") { _ async in .status(201) }
        let exchange = try exchange()
        let steps = Locked<[Double]>([])
        for delay in [0, -1, .nan] { exchange.wait(delay) { steps.withLock { $0.append(delay) } } }
        #expect(steps.withLock { $0.count } == 3)
        await withCheckedContinuation { continuation in exchange.wait(0.001) { continuation.resume() } }
    }

    @Test func `ignores an error of its handler after its end`() async throws {
        let (begun, gate, left) = (OneShot<Void>(), OneShot<Void>(), DispatchSemaphore(value: 0))
        router.get("/a") { _ async throws -> Response in
            begun.finish(())
            await gate.value()
            defer { left.signal() }
            throw Oops()
        }
        let exchange = try exchange()
        start(exchange)
        await begun.value()
        let isEnded = OneShot<Void>()
        // A separate thread, because this waits for the handler's task.
        Thread.detachNewThread {
            exchange.end(.abandoned) {
                // The exchange is over, but the handler isn't cancelled yet.
                gate.finish(())
                left.wait()
                for _ in 0..<10_000 where router.violations.isEmpty { sched_yield() }
            }
            isEnded.finish(())
        }
        await isEnded.value()
        #expect(router.violations.isEmpty && responses.withLock { $0 }.isEmpty)
    }

    @Test func `doesn't cancel its client's work at the end`() async throws {
        let isCancelled = OneShot<Bool>()
        router.get("/a") { _ async in .status(201) }
        let exchange = try exchange()
        exchange.start { _ in exchange.end(.responded(201)) { isCancelled.finish(Task.isCancelled) } }
        #expect(await !isCancelled.value())
    }

    @Test func `gives up a held answer when it ends`() throws {
        let hold = router.hold("/a")
        router.get("/a", with: .status(202))
        let (first, second) = (try exchange(), try exchange())
        for exchange in [first, second] { start(exchange) }
        first.abandon()
        #expect(hold.requests.count == 1)
        hold.release()
        #expect(responses.withLock { $0 } == [202])
        #expect(endings == [.abandoned, nil])
    }

    @Test func `ignores an error of a synchronous handler after its end`() async throws {
        let (given, left) = (Locked<Exchange?>(nil), OneShot<Bool>())
        router.get("/a", delay: 0.001) { _ -> Response in
            let (exchange, isOver) = (given.withLock { $0 }, DispatchSemaphore(value: 0))
            Thread.detachNewThread {
                exchange?.abandon()
                isOver.signal()
            }
            isOver.wait()
            left.finish(Task.isCancelled)
            throw Oops()
        }
        let exchange = try exchange()
        given.withLock { $0 = exchange }
        start(exchange)
        // It can detect that nothing waits for it.
        #expect(await left.value())
        for _ in 0..<10_000 where router.violations.isEmpty { sched_yield() }
        #expect(router.violations.isEmpty && responses.withLock { $0 }.isEmpty)
    }

    @Test func `releases its state before its client is notified`() throws {
        let hold = router.hold("/a")
        router.get("/a", with: .status(202))
        let exchange = try exchange()
        start(exchange)
        #expect(hold.requests.count == 1)
        exchange.end(.abandoned) {
            #expect(hold.requests.isEmpty && router.violations.isEmpty)
            hold.release()
        }
        #expect(responses.withLock { $0 }.isEmpty)
    }

    @Test func `doesn't run its handler in a finished router`() async throws {
        let hasRun = Locked(false)
        router.get("/a") { _ async in hasRun.withLock { $0 = true } }
        let exchange = try exchange()
        _ = router.finish("a test", isCutShort: false)
        let response = await withCheckedContinuation { continuation in
            exchange.start { continuation.resume(returning: $0) }
        }
        #expect(response.isExplanation && !hasRun.withLock { $0 })
    }

    @Test func `takes the response of a handler that cancels its own task, and the error of one released by others`()
        async throws
    {
        router.get("/a") { _ async in
            withUnsafeCurrentTask { $0?.cancel() }
            return .status(203)
        }
        let exchange = try exchange()
        let status = await withCheckedContinuation { continuation in
            exchange.start { continuation.resume(returning: $0.status) }
        }
        #expect(status == 203)
        router.get("/b") { _ in throw Oops() }
        let hold = router.hold("/b")
        guard case .later(let held) = router.resolve(Request(method: "GET", path: "/b")) else { throw Oops() }
        start(held)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            hold.release()
        }.value
        #expect(responses.withLock { $0 } == [500] && router.violations.count == 1)
    }
}
