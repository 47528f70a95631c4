import Foundation
import Teapot
import TeapotTestSupport

/// A comparison of typed verbs with a bare `URLSession` call and a `JSONDecoder` that do the same work.
enum TypedClientBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let (process, url) = try PayloadServer.start()
        defer { process.terminate() }
        let count = isQuick ? 100 : 2_000
        try await compare(Person.self, "60 B", "small", from: url, measurement, count: count, bar: 1)
        try await compare(Person.self, "60 B", "small", from: url, measurement, count: count, at: 32, bar: 1)
        try await compare([Person].self, "100 KB", "array", from: url, measurement, count: count / 10, bar: 0.45)
    }

    /// Compares the costs of one request, with a number of requests at a time.
    private static func compare<Value: Decodable & Sendable>(
        _ type: Value.Type, _ size: String, _ path: String, from url: URL, _ measurement: Measurement, count: Int,
        at once: Int = 1, bar: Double
    ) async throws {
        let teapot = Teapot(baseURL: url, defaultDeliveryQueue: nil, configuration: .ephemeral)
        let session = URLSession(configuration: .ephemeral)
        let target = url.appendingPathComponent(path)
        let decoder = JSONDecoder()
        let contenders = [
            Contender("Teapot") { count in
                try await repeating(count, at: once) { _ = try await teapot.get(path) as Value }
            },
            Contender("URLSession + JSONDecoder") { count in
                try await repeating(count, at: once) {
                    _ = try decoder.decode(type, from: await session.data(from: target).0)
                }
            },
        ]
        let costs = try await measurement.run(contenders, count: count)
        let title = "a Decodable of \(size), async, \(once) at once"
        Table.print("GET of \(title)", contenders, costs, peer: 1)
        Bars.check("\(title): CPU to URLSession + JSONDecoder", costs[0].cpu / costs[1].cpu, .atMost(bar))
    }
}

/// Does work a number of times, with a number of repetitions at once.
private func repeating(
    _ count: Int, at once: Int, _ work: @escaping @Sendable () async throws -> Void
) async throws {
    if once == 1 {
        for _ in 0..<count { try await work() }
        return
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<once {
            group.addTask { for _ in stride(from: worker, to: count, by: once) { try await work() } }
        }
        try await group.waitForAll()
    }
}
