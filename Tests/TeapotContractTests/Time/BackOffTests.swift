import Foundation
import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

/// Tests of calls that retry for longer than a day, with the measurements for `.ci/time`.
@Suite(.inTurn, .timeLimit(.minutes(3))) struct `A day of backoff` {
    /// Whether the measurements are printed, each the shortest of many.
    private static let isMeasured = ProcessInfo.processInfo.environment["TEAPOT_SCRIPTS"] != nil

    /// Makes calls that fail, and returns the shortest time of a call in milliseconds.
    ///
    /// - Parameters:
    ///   - looksSame: Whether a mock makes the calls; otherwise, a session.
    ///   - attempts: The number of attempts.
    ///   - retryAfter: The value of `Retry-After`.
    ///   - length: The expected time of a call in seconds.
    ///   - pause: The pause in seconds after a failed attempt, by its number.
    /// - Returns: The shortest of the real times.
    /// - Throws: An error if the calls end too early.
    private func shortestTime(
        looksSame: Bool, attempts: Int, retryAfter: Int? = nil, length: Double,
        pause: @escaping @Sendable (Int) -> Double
    ) async throws -> Double {
        let router = Router("https://api.test")
        router.time = .skipped
        let fields: Teapot.HeaderFields = retryAfter.map { ["Retry-After": "\($0)"] } ?? [:]
        router.get("/x", with: .status(503, headers: fields))
        var options = Teapot.Options()
        options.logLevel = .none
        let policy = Teapot.Retrier.backoff(attempts: attempts, baseDelay: 0, maximumDelay: 1e6)
        options.retriers =
            retryAfter == nil
            ? [Teapot.Retrier { $0.number < attempts ? .retry(after: pause($0.number)) : .giveUp }] : [policy]
        let url = try #require(URL(string: "https://api.test"))
        let client: any TeapotClient =
            looksSame
            ? MockTeapot(router: router, options: options)
            : Teapot(baseURL: url, defaultDeliveryQueue: nil, configuration: .answered(by: router), options: options)
        var shortest = Double.infinity
        for _ in 0..<(Self.isMeasured ? 20 : 2) {
            router.journal.clear()
            let began = DispatchTime.now().uptimeNanoseconds
            await #expect(throws: TeapotError.self) { try await client.get("x") }
            shortest = min(shortest, Double(DispatchTime.now().uptimeNanoseconds - began) / 1e6)
            let starts = router.journal.entries.map(\.start)
            #expect(starts.count == attempts)
            #expect(try #require(starts.last) - #require(starts.first) == length)
        }
        return shortest
    }

    @Test(arguments: [true, false]) func `is skipped at once`(looksSame: Bool) async throws {
        let long = try await shortestTime(looksSame: looksSame, attempts: 18, length: 131_071) {
            pow(2, Double($0 - 1))
        }
        let none = try await shortestTime(looksSame: looksSame, attempts: 18, length: 0) { _ in 0 }
        let asked = try await shortestTime(looksSame: looksSame, attempts: 2, retryAfter: 86_400, length: 86_400) { _ in
            0
        }
        let once = try await shortestTime(looksSame: looksSame, attempts: 2, length: 0) { _ in 0 }
        guard Self.isMeasured else { return }
        let transport = looksSame ? "mock" : "session"
        let times = [long, none, asked, once].map { String(format: "%.2f ms", $0) }
        print("backoff of 36 hours in 18 attempts on a \(transport): \(times[0]); with pauses of 0: \(times[1])")
        print("Retry-After of a day on a \(transport): \(times[2]); with a pause of 0: \(times[3])")
    }
}
