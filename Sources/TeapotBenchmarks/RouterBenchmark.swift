import Foundation
import Teapot
import TeapotMock

/// A benchmark of route selection, and of calls that a router answers.
enum RouterBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        try await choosing(measurement, count: isQuick ? 500 : 20_000)
        try await wire(measurement, count: isQuick ? 500 : 20_000)
        try await mock(measurement, count: isQuick ? 500 : 10_000)
    }

    /// Measures a request that matches one of many routes, whose first segments differ.
    private static func choosing(_ measurement: Measurement, count: Int) async throws {
        let contenders = [6_000, 10, 1_000].map { size in
            let router = Router(journalCapacity: 1)
            for index in 0..<size { router.get("/resource\(index)/:id", with: .status(204)) }
            let request = Request(method: "GET", path: "/resource\(size / 2)/7")
            return Contender("of \(size)") { for _ in 0..<$0 { _ = router.countMatch(of: request) } }
        }
        let costs = try await measurement.run(contenders, count: count)
        Table.print("Choosing a route", contenders, costs, peer: 1)
    }

    /// Measures the cost of a router for each request that a server has parsed.
    private static func wire(_ measurement: Measurement, count: Int) async throws {
        let router = Router(journalCapacity: 1_000)
        let response = Response.data(Payloads.small, contentType: "application/json")
        router.get("/users/:id") { _ in response }
        let target = "GET /users/1"
        let names = ["Host: 127.0.0.1:8080", "User-Agent: curl/8.5.0", "Accept: */*", "X-Request-Id: 0123456789abcdef"]
        let fields = names.map { $0 + "\r\n" }.joined()
        let head = [UInt8]((target + " HTTP/1.1\r\n" + fields + "\r\n").utf8)
        func parsed(_ bytes: UnsafeRawBufferPointer) -> WireHead {
            WireHead(
                copying: bytes, method: 0..<3, path: 4..<target.utf8.count, query: nil,
                fields: (head.count - 2 - fields.utf8.count)..<(head.count - 2))
        }
        let contenders = [
            Contender("answering a wire request") { count in
                head.withUnsafeBytes { bytes in
                    for _ in 0..<count {
                        let request = Request(wire: parsed(bytes), body: Data())
                        guard case .now(_, let entry) = router.resolve(request) else { return }
                        router.journal.end(entry, .responded(200))
                    }
                }
            },
            Contender("copying its head alone") { count in
                head.withUnsafeBytes { bytes in for _ in 0..<count { _ = parsed(bytes) } }
            },
        ]
        let costs = try await measurement.run(contenders, count: count)
        Table.print("A request as a server parsed it", contenders, costs, peer: 0)
    }

    private static func mock(_ measurement: Measurement, count: Int) async throws {
        let router = Router(journalCapacity: 1_000)
        router.get("/users/:id") { _ in .data(Payloads.small, contentType: "application/json") }
        let routed = MockTeapot(router: router)
        let fixed = MockTeapot(fixture: .data(Payloads.small, contentType: "application/json"))
        let contenders = [
            Contender("MockTeapot, from a route's handler") { for _ in 0..<$0 { routed.get("users/1") { _ in } } },
            Contender("MockTeapot, from a fixture") { count in
                for _ in 0..<count { fixed.get("users/1") { _ in } }
                fixed.clearRequests()
            },
        ]
        let costs = try await measurement.run(contenders, count: count)
        Table.print("A MockTeapot call", contenders, costs, peer: 1)
    }
}
