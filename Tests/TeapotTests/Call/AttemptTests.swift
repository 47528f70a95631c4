import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A call with many attempts` {
    @Test(.timeLimit(.minutes(1)), arguments: [0, 1] as [TimeInterval], [TimeInterval.infinity, 10_000])
    func `in skipped time, a retrier that never gives up is stopped`(pause: TimeInterval, total: TimeInterval) async {
        let router = Router()
        router.time = .skipped
        router.get("/busy", with: .status(503))
        var options = Teapot.Options()
        options.totalTimeout = total
        options.retriers = [Teapot.Retrier { _ in .retry(after: pause) }]
        let mock = MockTeapot(router: router, options: options)
        let error = await #expect(throws: TeapotError.self) { try await mock.get("busy") }
        let reason =
            "stopped after 1,000 tries in skipped time, because a retrier never gave up; the last failure: -> 503"
        #expect(error?.description == "GET https://mock.test/busy: \(reason)")
        #expect(error?.type == .timeout)
        #expect((error?.underlyingError as? TeapotError)?.statusCode == 503)
        #expect(router.journal.lastNumber == 1_000)
    }

    /// A chain of 1,000 redirects overflows the stack, so a short one shows how the stack grows.
    @Test func `a chain of redirects doesn't grow the stack`() {
        let router = Router()
        router.get("/hops/:number") { request -> Response in
            let number = Int(request["number"] ?? "") ?? 0
            return number < 30 ? .status(302, headers: ["Location": "/hops/\(number + 1)"]) : .status(204)
        }
        let depths = Locked<[Int]>([])
        var options = Teapot.Options()
        options.redirects = Teapot.Redirects { next, _ in
            var local = 0
            withUnsafePointer(to: &local) { place in depths.withLock { $0.append(Int(bitPattern: place)) } }
            return next
        }
        options.redirects.maximum = 100
        let result = Locked<NetworkResult?>(nil)
        let mock = MockTeapot(router: router, options: options)
        mock.get("hops/0") { ended in result.withLock { $0 = ended } }
        let (first, last) = depths.withLock { ($0.first ?? 0, $0.last ?? 0) }
        #expect(depths.withLock { $0.count } == 30)
        #expect(result.withLock { $0 }?.response.status == 204)
        #expect(abs(first - last) < 1024)
    }

    /// Returns how many times a client's retrier is asked about an adapter's error.
    private func timesAsked(_ change: (inout Teapot.Request) -> Void = { _ in }) async throws -> Int {
        struct NoToken: Error {}
        let asked = Locked(0)
        var options = Teapot.Options()
        options.adapters = [Teapot.Adapter { _ in throw NoToken() }]
        options.retriers = [
            Teapot.Retrier { _ in
                asked.withLock { $0 += 1 }
                return .giveUp
            }
        ]
        let mock = MockTeapot(fixture: .json([:]), options: options)
        var made = try mock.makeRequest(.get, "a")
        change(&made)
        let request = made
        let result = await Task { try await mock.send(request) as Teapot.Response }.result
        #expect(throws: TeapotError.self) { try result.get() }
        return asked.withLock { $0 }
    }

    @Test func `a retrier is asked about an adapter's error`() async throws {
        #expect(try await timesAsked() == 1)
    }

    @Test func `only a request's own retriers are asked about an adapter's error`() async throws {
        #expect(try await timesAsked { $0.retriers = [] } == 0)
    }
}
