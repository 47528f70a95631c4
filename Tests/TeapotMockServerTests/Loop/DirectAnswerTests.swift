import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

@Suite(.inTurn) struct `A direct answer` {
    private let direct = DirectAnswer()
    private let id = EventLoop.ConnectionID(descriptor: 3, number: 1)

    @Test func `a response that is ready when the start returns is used once`() {
        direct.attach()
        let answer = direct.take(for: id) { #expect(direct.receive(.status(201), for: id)) }
        #expect(answer?.status == 201)
        #expect(direct.take(for: id) {} == nil)
    }

    @Test func `a response for another connection, from another thread or after the start is refused`() {
        #expect(!direct.receive(Response(), for: id))
        direct.attach()
        let other = EventLoop.ConnectionID(descriptor: 3, number: 2)
        let (direct, id) = (direct, id)
        let answer = direct.take(for: id) {
            #expect(!direct.receive(Response(), for: other))
            let thread = SystemThread { #expect(!direct.receive(Response(), for: id)) }
            thread?.join()
        }
        #expect(answer == nil)
        #expect(!direct.receive(Response(), for: id))
    }

    @Test func `an asynchronous handler runs on this thread until it waits, if that's allowed`() async throws {
        let router = Router()
        let threads = Locked<[pthread_t]>([])
        router.get("/here") { _ async in
            threads.withLock { $0.append(pthread_self()) }
            return .status(201)
        }
        guard case .later(let exchange) = router.resolve(Request(method: "GET", path: "/here")) else {
            Issue.record("not asynchronous")
            return
        }
        direct.attach()
        let (direct, id) = (direct, id)
        let answer = direct.take(for: id) {
            exchange.start(here: true) { #expect(direct.receive($0, for: id)) }
            threads.withLock { $0.append(pthread_self()) }
        }
        let (first, second) = try threads.withLock { try (#require($0.first), #require($0.last)) }
        #expect(pthread_equal(first, second) != 0)
        #expect(answer?.status == 201 && exchange.entry == router.journal.lastNumber)
    }

    @Test func `a handler that waits answers later`() async throws {
        let router = Router()
        let (go, wait) = AsyncStream.makeStream(of: Void.self)
        router.get("/later") { _ async in
            for await _ in go {}
            return .status(202)
        }
        guard case .later(let exchange) = router.resolve(Request(method: "GET", path: "/later")) else {
            Issue.record("not asynchronous")
            return
        }
        let status: Teapot.StatusCode = await withCheckedContinuation { continuation in
            direct.attach()
            let (direct, id) = (direct, id)
            let answer = direct.take(for: id) {
                exchange.start(here: true) { resolved in
                    #expect(!direct.receive(resolved, for: id))
                    continuation.resume(returning: resolved.status)
                }
            }
            #expect(answer == nil)
            wait.finish()
        }
        #expect(status == 202)
    }
}
