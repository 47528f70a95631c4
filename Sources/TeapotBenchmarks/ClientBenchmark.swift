import Foundation
import Teapot
import TeapotTestSupport

/// A comparison of Teapot with the bare `URLSession` call that does the same work.
enum ClientBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let (process, url) = try PayloadServer.start()
        defer { process.terminate() }
        let queue = DispatchQueue(label: "delivery")
        let teapot = Teapot(baseURL: url, defaultDeliveryQueue: queue)
        let session = URLSession(configuration: .ephemeral)
        for (name, path, count) in [("60 B", "small", 2_000), ("100 KB", "array", 200)] {
            let target = url.appendingPathComponent(path)
            let contenders = [
                Contender("Teapot, completion") { count in
                    for _ in 0..<count {
                        try await withCheckedThrowingContinuation {
                            (continuation: CheckedContinuation<Void, any Error>) in
                            teapot.get(path) { result in
                                if case .failure(_, _, let error) = result { continuation.resume(throwing: error) }
                                if case .success = result { continuation.resume() }
                            }
                        }
                    }
                },
                Contender("URLSession + JSONSerialization, completion") { count in
                    for _ in 0..<count {
                        try await withCheckedThrowingContinuation {
                            (continuation: CheckedContinuation<Void, any Error>) in
                            session.dataTask(with: target) { data, _, error in
                                queue.async {
                                    do {
                                        if let error { throw error }
                                        _ = try JSONSerialization.jsonObject(with: data ?? Data())
                                        continuation.resume()
                                    } catch { continuation.resume(throwing: error) }
                                }
                            }.resume()
                        }
                    }
                },
                Contender("Teapot, async") { for _ in 0..<$0 { _ = try await teapot.get(path) } },
                Contender("URLSession + JSONSerialization, async") {
                    for _ in 0..<$0 { _ = try JSONSerialization.jsonObject(with: await session.data(from: target).0) }
                },
            ]
            let costs = try await measurement.run(contenders, count: isQuick ? count / 20 : count)
            Table.print("GET of \(name) of JSON, completion", Array(contenders[..<2]), Array(costs[..<2]), peer: 1)
            Table.print("GET of \(name) of JSON, async", Array(contenders[2...]), Array(costs[2...]), peer: 1)
        }
    }
}
