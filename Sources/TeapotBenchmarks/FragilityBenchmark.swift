import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift

/// A comparison of examining what one change of a mock of 2 KB breaks with decoding the mock once.
enum FragilityBenchmark {
    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        let mock = Payloads.list(ofBytes: 2_000)
        let response = Response.data(mock, contentType: "application/json")
        let changes = response.fragility(of: [Person].self).changeCount
        precondition(changes > 100, "the mock was not examined")
        let contenders = [
            Contender("fragility, by change") { count in
                for _ in 0..<max(1, count / changes) { _ = response.fragility(of: [Person].self) }
            },
            Contender("JSONDecoder, once") { count in
                for _ in 0..<max(1, count / changes) * changes {
                    _ = try JSONDecoder().decode([Person].self, from: mock)
                }
            },
        ]
        let count = changes * (isQuick ? 5 : 20)
        let costs = try await measurement.run(contenders, count: count)
        Table.print("A mock of 2 KB, of which each value is changed", contenders, costs, peer: 1)
        print("  \(Int(1 / costs[0].wall)) changes a second, \(changes) in all")
    }
}
