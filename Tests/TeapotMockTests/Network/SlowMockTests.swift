import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

import TeapotMock

/// Tests of a mock on a slow network, in skipped time.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A mock on a slow network` {
    private let router = Router()

    init() {
        router.time = .skipped
        // A second for 1,000 bytes down, and for 500 bytes up.
        router.network = NetworkConditions(latency: 0.5, bitsPerSecondDown: 8000, bitsPerSecondUp: 4000)
    }

    private func makeMock(total: Double = .infinity) -> MockTeapot {
        var options = Teapot.Options()
        options.totalTimeout = total
        return MockTeapot(router: router, options: options)
    }

    private func body(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0) }) }

    /// Returns the events of a request, with the times at which the client receives them in seconds.
    private func events(of path: String, method: Teapot.Method = .get, body: Data? = nil) async throws -> [String] {
        let events = Locked<[String]>([])
        let clock = router.clock
        let request = try makeMock().makeRequest(method, path, parameters: body.map { .data($0) } ?? .none)
        let mock = makeMock()
        await withCheckedContinuation { continuation in
            _ = mock.transport.send(request) { event in
                let text =
                    switch event {
                    case .began: "began"
                    case .sent(let count, let total): "sent \(count) of \(total)"
                    case .response(let response): "status \(response.statusCode)"
                    case .data(let data): "data \(data.count)"
                    case .finished(let error): "finished \((error as? URLError).map { "\($0.code.rawValue)" } ?? "")"
                    }
                events.withLock { $0.append("\(text) at \(clock.now.offset / .seconds(1))") }
                if case .finished = event { continuation.resume() }
            }
        }
        return events.withLock { $0 }
    }

    private var durations: [Double?] { router.journal.entries.map(\.duration) }
    private var endings: [Journal.Ending?] { router.journal.entries.map(\.ending) }

    private func expectTimedOut(_ error: TeapotError?) {
        #expect((error?.underlyingError as? URLError)?.code == .timedOut)
    }

    // MARK: - Times

    @Test func `a response takes the latency and its transfer time before the verb returns`() throws {
        router.get("/x", with: .data(body(2500), contentType: "a/b"))
        let result: NetworkResult? = delivered { makeMock().get("x", completion: $0) }
        #expect(result?.response.body == body(2500))
        #expect(durations == [3])
        #expect(router.clock.now.offset == .seconds(3))
    }

    @Test func `a handler runs when the request has arrived`() async throws {
        let clock = router.clock
        let offsets = Locked<[Duration]>([])
        router.post("/now", delay: 1) { request in
            offsets.withLock { $0.append(clock.now.offset) }
            return Response(body: request.body)
        }
        router.post("/later") { request async -> Response in
            offsets.withLock { $0.append(clock.now.offset) }
            return Response(body: request.body)
        }
        for path in ["now", "later"] {
            #expect(try await makeMock().post(path, parameters: body(1000)).body == body(1000))
        }
        #expect(offsets.withLock { $0 } == [.seconds(3.5), .seconds(7)])
        #expect(durations == [4.5, 3.5])
    }

    @Test func `bodies are sent in one-second pieces`() async throws {
        router.post("/x", with: .data(body(2200), contentType: "a/b"))
        #expect(
            try await events(of: "x", method: .post, body: body(1200)) == [
                "began at 0.0", "sent 500 of 1200 at 1.0", "sent 1000 of 1200 at 2.0", "sent 1200 of 1200 at 2.4",
                "status 200 at 2.9", "data 1000 at 3.9", "data 1000 at 4.9", "data 200 at 5.1", "finished  at 5.1",
            ])
    }

    @Test func `a stream's pieces arrive one after another`() async throws {
        router.get("/x", with: .stream([body(500), body(1500), body(100)], every: 2))
        #expect(
            try await events(of: "x") == [
                "began at 0.0", "status 200 at 0.5", "data 500 at 1.0", "data 1000 at 4.0", "data 500 at 4.5",
                "data 100 at 6.6", "finished  at 6.6",
            ])
    }

    @Test func `five minutes of EDGE take a few hundred pieces`() async throws {
        router.network = .edge
        let film = body(9_000_000)
        router.get("/film", with: .data(film, contentType: "video/mp4"))
        for _ in 0..<2 { #expect(try await makeMock().get("film").body == film) }
        let events = try await events(of: "film")
        #expect(events.count == 303)
        #expect(durations.allSatisfy { 300.756...300.924 ~= ($0 ?? 0) })
    }

    // MARK: - Timeouts

    @Test func `the idle timeout expires during a stall, at the right time`() async throws {
        router.network = NetworkConditions(
            latency: 2, bitsPerSecondDown: 8000, packetLoss: 1, retransmissionTimeout: 50)
        router.get("/x", with: .data(body(2000), contentType: "a/b"))
        #expect(try await makeMock().get("x").body.count == 2000)
        #expect(durations == [104])
        let error = await #expect(throws: TeapotError.self) { try await makeMock().get("x", timeout: 40) }
        expectTimedOut(error)
        #expect(durations == [104, 42])
        #expect(endings == [.responded(200), .abandoned])
    }

    @Test func `no idle timeout expires while bytes arrive or are sent`() async throws {
        router.network = NetworkConditions(bitsPerSecondDown: 8, bitsPerSecondUp: 8)
        router.post("/x", with: .data(body(200), contentType: "a/b"))
        #expect(try await makeMock().post("x", parameters: body(100), timeout: 0.5).body.count == 200)
        #expect(durations == [300])
    }

    @Test(arguments: [(200, 0), (20, 2000)])
    func `the total timeout expires in the middle of a body, at the right time`(up: Int, down: Int) async throws {
        router.network = NetworkConditions(bitsPerSecondDown: 800, bitsPerSecondUp: 8)
        router.post("/x", with: .data(body(down), contentType: "a/b"))
        let error = await #expect(throws: TeapotError.self) {
            try await makeMock(total: 35.5).post("x", parameters: body(up))
        }
        expectTimedOut(error)
        #expect(durations == [35.5])
        #expect(endings == [.abandoned])
    }

    @Test func `the idle timeout expires during a stall of a stream, at the right time`() async throws {
        router.network = NetworkConditions(packetLoss: 1, retransmissionTimeout: 50)
        router.get("/x", with: .stream([body(2000), body(10)]))
        let error = await #expect(throws: TeapotError.self) { try await makeMock().get("x", timeout: 40) }
        expectTimedOut(error)
        #expect(durations == [40])
        #expect(endings == [.abandoned])
    }

    @Test func `an upload that times out doesn't run the handler`() async throws {
        router.network = NetworkConditions(bitsPerSecondUp: 8)
        router.post("/x") { _ in Issue.record("it ran") }
        let hold = router.hold("/x")
        let error = await #expect(throws: TeapotError.self) {
            try await makeMock(total: 5).post("x", parameters: body(9))
        }
        expectTimedOut(error)
        #expect(hold.requests.isEmpty)
        hold.release()
    }

    // MARK: - Randomness

    /// Returns the durations of ten requests to each of two endpoints, in an order chosen by the generator.
    private func durations(seed: UInt64, order: UInt64) async throws -> [String: [Double?]] {
        let router = Router()
        (router.time, router.seed, router.network) = (.skipped, seed, .lossy)
        router.get("/a", with: .data(body(20_000), contentType: "a/b"))
        router.get("/b", with: .data(body(30_000), contentType: "a/b"))
        var generator = SeededGenerator(seed: order)
        for path in (Array(repeating: "a", count: 10) + Array(repeating: "b", count: 10)).shuffled(using: &generator) {
            _ = try await MockTeapot(router: router).get(path)
        }
        return Dictionary(grouping: router.journal.entries, by: \.request.path).mapValues { $0.map(\.duration) }
    }

    @Test func `the same seed gives the same times, in any order of endpoints`() async throws {
        let first = try await durations(seed: 1, order: 1)
        #expect(first["/a"]?.count == 10)
        #expect(Set(first["/a"] ?? []).count == 10)
        #expect(try await durations(seed: 1, order: 2) == first)
        #expect(try await durations(seed: 2, order: 1) != first)
    }

    // MARK: - Without a network

    @Test func `a request without a network reaches no route`() async throws {
        router.network = .offline
        let route = router.get("/x", with: .status(204)).optional()
        let error = await #expect(throws: TeapotError.self) { try await makeMock().get("x") }
        #expect((error?.underlyingError as? URLError)?.code == .notConnectedToInternet)
        #expect(route.answerCount == 0)
        #expect(endings == [.failed])
        #expect(router.journal.entries.first?.description.contains("the simulated network is offline") == true)
        router.network = nil
        #expect(try await makeMock().get("x").status == 204)
    }

    @Test func `the network is lost in the middle of a body`() async throws {
        router.network = NetworkConditions(bitsPerSecondDown: 8000, offlineAfterBytes: 1500)
        router.get("/data", with: .data(body(4000), contentType: "a/b"))
        router.get("/stream", with: .stream([body(1000), body(1000)]))
        router.get("/short", with: .data(body(1500), contentType: "a/b"))
        #expect(
            try await events(of: "data") == [
                "began at 0.0", "status 200 at 0.0", "data 1000 at 1.0", "data 500 at 1.5", "finished -1005 at 1.5",
            ])
        let next = try await events(of: "stream")
        #expect(next.last == "finished -1005 at 3.0")
        #expect(next.filter { $0.hasPrefix("data") } == ["data 1000 at 2.5", "data 500 at 3.0"])
        #expect(try await makeMock().get("short").body.count == 1500)
    }

    // MARK: - Routes

    @Test func `a route has its own network`() async throws {
        router.get("/film", with: .data(body(1000), contentType: "a/b")).network(NetworkConditions(latency: 7))
        router.get("/fast") { _ in Response(body: Data(count: 1000)) }.network(.unlimited)
        router.get("/other", with: .data(body(1000), contentType: "a/b")).network(.edge).network(nil)
        router.get("/away") { _ in Issue.record("it ran") }.network(.offline)
        for path in ["film", "fast", "other"] { _ = try await makeMock().get(path) }
        #expect(durations == [7, 0, 1.5])
        let error = await #expect(throws: TeapotError.self) { try await makeMock().get("away") }
        #expect((error?.underlyingError as? URLError)?.code == .notConnectedToInternet)
    }

    @Test func `a route keeps its network after its router loses its own`() async throws {
        router.get("/film", with: .status(204)).network(NetworkConditions(latency: 7))
        _ = try await makeMock().get("film")
        router.network = nil
        _ = try await makeMock().get("film")
        #expect(durations == [7, 7])
    }

    @Test func `an unanswered request doesn't wait`() async throws {
        router.get("/y", with: .status(204))
        await #expect(throws: TeapotError.self) { try await makeMock().get("x") }
        #expect(durations == [0])
    }

    @Test func `a refused connection sends no body`() async throws {
        router.post("/x", with: Response().failing(.refused))
        #expect(
            try await events(of: "x", method: .post, body: body(1000)) == [
                "began at 0.0", "finished -1004 at 0.5",
            ])
    }

    @Test func `HEAD has no body to wait for`() async throws {
        router.get("/x", with: .data(body(9000), contentType: "a/b"))
        _ = try await makeMock().head("x")
        #expect(durations == [0.5])
    }

    @Test func `uploads take no time in real time if their steps take none`() async throws {
        router.time = .real
        router.network = NetworkConditions(bitsPerSecondUp: 8e13, packetLoss: 1, retransmissionTimeout: 1e-9)
        router.post("/a") { request in .text("\(request.body.count)") }
        #expect(try await makeMock().post("a", parameters: body(12_000_000)).text == "12000000")
    }
}
