import Foundation
import Teapot
import TeapotMock

/// A comparison of calls that wait for more than a day of skipped time with the same calls without any wait.
enum TimeBenchmark {
    /// The pauses of a call: the number of its attempts, and the seconds after each but the last.
    private struct Pauses: Sendable {
        let name: String
        let attempts: Int
        let seconds: @Sendable (Int) -> Double
    }

    private static let pauses = [
        Pauses(name: "36 hours of backoff, 18 attempts", attempts: 18) { pow(2, Double($0 - 1)) },
        Pauses(name: "no pauses, 18 attempts", attempts: 18) { _ in 0 },
        Pauses(name: "a pause of a day, 2 attempts", attempts: 2) { _ in 86_400 },
        Pauses(name: "no pause, 2 attempts", attempts: 2) { _ in 0 },
    ]

    static func run(_ measurement: Measurement, isQuick: Bool) async throws {
        for looksSame in [true, false] {
            let contenders = try pauses.map { try contender($0, looksSame: looksSame) }
            let costs = try await measurement.run(contenders, count: isQuick ? 20 : 200)
            let transport = looksSame ? "MockTeapot" : "a Teapot over an intercepted session"
            for first in [0, 2] {
                let pair = first...(first + 1)
                Table.print("A call of \(transport) that waits", Array(contenders[pair]), Array(costs[pair]), peer: 1)
            }
        }
    }

    private static func contender(_ pauses: Pauses, looksSame: Bool) throws -> Contender {
        let router = Router("https://api.test", journalCapacity: 100)
        router.time = .skipped
        router.get("/x", with: .status(503))
        var options = Teapot.Options()
        options.logLevel = .none
        options.retriers = [
            Teapot.Retrier { $0.number < pauses.attempts ? .retry(after: pauses.seconds($0.number)) : .giveUp }
        ]
        guard let url = URL(string: "https://api.test") else { throw URLError(.badURL) }
        let client: any TeapotClient =
            looksSame
            ? MockTeapot(router: router, options: options)
            : Teapot(baseURL: url, defaultDeliveryQueue: nil, configuration: .answered(by: router), options: options)
        let length = (1..<pauses.attempts).map(pauses.seconds).reduce(0, +)
        return Contender(pauses.name) { count in
            for _ in 0..<count {
                let before = router.clock.now
                _ = try? await client.get("x")
                precondition(before.duration(to: router.clock.now) == .seconds(length), "the call did not wait")
            }
        }
    }
}
