import Foundation
import Teapot
import TeapotMock
import TeapotMockCorelibs
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Cancelling an intercepted task` {
    private let began = AsyncStream.makeStream(of: Void.self)
    private let cancelled = AsyncStream.makeStream(of: Void.self)
    private let router = Router()

    init() {
        CorelibsPatches.install()
        router.get("/wait") { [began, cancelled] _ async in
            began.continuation.yield()
            await forever()
            cancelled.continuation.yield()
            return Response.status(200)
        }
    }

    @Test func `cancelling a task cancels its handler, and calls its completion once`() async throws {
        let session = URLSession(answeredBy: router)
        let results = AsyncStream.makeStream(of: (any Error)?.self)

        let task = session.dataTask(with: try api("/wait")) { _, _, error in results.continuation.yield(error) }
        task.resume()
        for await _ in began.stream { break }
        task.cancel()
        for await _ in cancelled.stream { break }

        var all = results.stream.makeAsyncIterator()
        let error = await all.next() ?? nil
        #expect((error as? URLError)?.code == .cancelled)
        // After a later task on the same queues there are no further events.
        router.get("/next", with: .status(204))
        _ = try await session.data(from: api("/next"))
        results.continuation.finish()
        #expect(await all.next() == nil)
    }

    @Test func `cancelling a task that waits for data(from:) cancels the handler`() async throws {
        let session = URLSession(answeredBy: router)
        let url = try api("/wait")
        let waiting = Task { try await session.data(from: url) }
        for await _ in began.stream { break }

        waiting.cancel()

        let error = await #expect(throws: URLError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        for await _ in cancelled.stream { break }
    }

    @Test func `a task that is cancelled right after it's resumed gets no ready response`() async throws {
        router.get("/ready", with: .status(204))
        let session = URLSession(answeredBy: router)
        let url = try api("/ready")
        var cancelledCount = 0
        for number in 0..<10_000 where number < 100 || cancelledCount == 0 {
            let error = await withCheckedContinuation { continuation in
                let task = session.dataTask(with: url) { _, _, error in continuation.resume(returning: error) }
                task.resume()
                task.cancel()
            }
            if (error as? URLError)?.code == .cancelled { cancelledCount += 1 }
        }
        // If this thread is interrupted between the two, the response may be first.
        #expect(cancelledCount > 0)
    }

    @Test func `a task that is cancelled before it's resumed sends nothing`() async throws {
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)

        let task = session.dataTask(with: try api("/wait"))
        task.cancel()
        task.resume()

        #expect((await delegate.end().error as? URLError)?.code == .cancelled)
        #expect(router.journal.requests.isEmpty)
    }

    @Test func `invalidating a session cancels its handlers`() async throws {
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)
        session.dataTask(with: try api("/wait")).resume()
        for await _ in began.stream { break }

        session.invalidateAndCancel()

        #expect((await delegate.end().error as? URLError)?.code == .cancelled)
        for await _ in cancelled.stream { break }
    }

    @Test func `a task that is suspended and resumed sends one request and completes once`() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        router.get("/gate") { [began] _ async in
            began.continuation.yield()
            for await _ in gate.stream { break }
            return Response(body: Data("green".utf8))
        }
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)

        let task = session.dataTask(with: try api("/gate"))
        task.resume()
        task.resume()
        for await _ in began.stream { break }
        task.suspend()
        gate.continuation.yield()
        task.resume()

        let record = await delegate.end()
        #expect(record.pieces == [Data("green".utf8)])
        #expect(router.journal.requests.count == 1)
    }

    @Test func `a task that is cancelled while it's suspended ends`() async throws {
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)
        let task = session.dataTask(with: try api("/wait"))
        task.resume()
        for await _ in began.stream { break }

        task.suspend()
        task.cancel()

        #expect((await delegate.end().error as? URLError)?.code == .cancelled)
    }

    @Test func `cancelling concurrent calls of data(from:) as their responses arrive ends each of them`() async throws {
        let router = Router()
        router.get("/now", with: .data(Data("green".utf8)))
        let url = try api("/now")

        for round in 0..<20 {
            let session = URLSession(answeredBy: router)
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let call = Task { try await session.data(from: url) }
                        for _ in 0..<(number * round % 50) { await Task.yield() }
                        if number % 4 > 0 { call.cancel() }
                        _ = await call.result
                    }
                }
            }
        }
    }

    @Test func `cancelling many concurrent tasks as their responses arrive ends each of them once`() async throws {
        let router = Router()
        router.get("/now", with: .data(Data("green".utf8)))
        let session = URLSession(answeredBy: router)
        let url = try api("/now")
        let ends = Locked(0)

        await withTaskGroup(of: Void.self) { group in
            for number in 0..<300 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        let once = Locked<CheckedContinuation<Void, Never>?>(continuation)
                        let task = session.dataTask(with: url) { _, _, _ in
                            ends.withLock { $0 += 1 }
                            let continuation = once.withLock { once in
                                defer { once = nil }
                                return once
                            }
                            continuation?.resume()
                        }
                        task.resume()
                        if number % 3 > 0 { DispatchQueue.global().async { task.cancel() } }
                    }
                }
            }
        }

        #expect(ends.withLock { $0 } == 300)
    }
}
