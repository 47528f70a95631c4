import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Timeouts and delays of an intercepted task` {

    @Test func `a request's timeout ends the wait for a handler and cancels it`() async throws {
        let cancelled = AsyncStream.makeStream(of: Void.self)
        let router = Router()
        router.get("/tea") { _ async in
            await forever()
            cancelled.continuation.yield()
            return Response.status(200)
        }
        let session = URLSession(answeredBy: router)
        var request = URLRequest(url: try api("/tea"))
        request.timeoutInterval = 0.05
        let impatient = request

        let error = await #expect(throws: URLError.self) { try await session.data(for: impatient) }

        #expect(error?.code == .timedOut)
        for await _ in cancelled.stream { break }
    }

    @Test func `a configuration's timeout ends the wait for a delayed response`() async throws {
        let router = Router()
        router.get("/tea", delay: 1000, with: .status(200))
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 0.05
        let session = URLSession(configuration: configuration.answered(by: router))

        let error = await #expect(throws: URLError.self) { try await session.data(from: api("/tea")) }

        #expect(error?.code == .timedOut)
    }

    @Test func `a timeout ends a body that stops arriving`() async throws {
        let router = Router()
        let stream = Response.Stream { send in
            send(Data("gre".utf8))
            await forever()
        }
        router.get("/tea", with: .stream(stream))
        var request = URLRequest(url: try api("/tea"))
        request.timeoutInterval = 0.05
        let delegate = RecordingDelegate()
        let session = URLSession(answeredBy: router, delegate: delegate)

        session.dataTask(with: request).resume()

        #expect((await delegate.end().error as? URLError)?.code == .timedOut)
    }

    @Test func `a body that keeps arriving may take longer than the timeout`() async throws {
        let pieces = Array(repeating: Data("tea".utf8), count: 10)
        var body: Data?
        // If the machine is so busy that a piece is late, a longer timeout shows the same.
        for timeout in [0.4, 4, 40] where body == nil {
            let router = Router()
            router.get("/tea", with: .stream(pieces, every: timeout / 8))
            let configuration = URLSessionConfiguration.ephemeral
            configuration.timeoutIntervalForRequest = timeout
            let session = URLSession(configuration: configuration.answered(by: router))
            body = try? await session.data(from: api("/tea")).0
        }

        #expect(body == Data(pieces.joined()))
    }

    @Test func `a timeout ends the wait for a handler that blocks its thread`() async throws {
        let gate = DispatchSemaphore(value: 0)
        defer { gate.signal() }
        let router = Router()
        router.get("/tea") { _ in
            gate.wait()
            return Response.status(200)
        }
        let session = URLSession(answeredBy: router)
        var request = URLRequest(url: try api("/tea"))
        request.timeoutInterval = 0.05
        let impatient = request

        let error = await #expect(throws: URLError.self) { try await session.data(for: impatient) }

        #expect(error?.code == .timedOut)
    }

    @Test func `a handler that blocks its thread holds up no other request`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let began = AsyncStream.makeStream(of: Void.self)
        let slow = Router()
        slow.get("/tea") { _ in
            began.continuation.yield()
            gate.wait()
            return Response.status(200)
        }
        slow.get("/quick", with: .status(204))
        let quick = Router()
        quick.get("/tea", with: .status(204))
        let session = URLSession(answeredBy: slow)

        async let late = session.data(from: try api("/tea"))
        for await _ in began.stream { break }
        _ = try await URLSession(answeredBy: quick).data(from: api("/tea"))
        _ = try await session.data(from: api("/quick"))
        gate.signal()

        #expect((try await late.1 as? HTTPURLResponse)?.statusCode == 200)
    }

    @Test(arguments: [nil, 7]) func `a router knows the timeout of a session's task`(own: Double?) async throws {
        let intervals = Locked<[Double?]>([])
        let router = Router()
        router.get("/tea") { request in
            intervals.withLock { $0.append(request.timeout) }
            return .status(204)
        }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 3600
        var request = URLRequest(url: try api("/tea"))
        if let own { request.timeoutInterval = own }

        _ = try await URLSession(configuration: configuration.answered(by: router)).data(for: request)

        #expect(intervals.withLock { $0 } == [own ?? 3600])
    }

    @Test(arguments: [Router.Time.real, .skipped])
    func `a router knows the timeout of a client's request`(time: Router.Time) async throws {
        let intervals = Locked<[Double?]>([])
        let router = Router()
        router.time = time
        router.get("/tea") { request in
            intervals.withLock { $0.append(request.timeout) }
            return .status(204)
        }
        let teapot = Teapot(baseURL: try api("/"), configuration: .answered(by: router))

        for interval in [1.5, 3600, .infinity] {
            _ = try await teapot.get("tea", timeout: interval)
        }

        #expect(intervals.withLock { $0 } == [1.5, 3600, nil])
    }

    @Test func `a delay passes without a timeout`() async throws {
        let router = Router()
        router.get("/tea", delay: 0.05, with: .data(Data("green".utf8)))

        #expect(try await URLSession(answeredBy: router).data(from: api("/tea")).0 == Data("green".utf8))
    }
}

/// Waits until the task is cancelled.
func forever() async {
    let never = AsyncStream.makeStream(of: Void.self)
    for await _ in never.stream {}
}
