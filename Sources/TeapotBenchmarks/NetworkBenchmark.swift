import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// The rates of a server over slow networks in real time, and the cost of a long download in skipped time.
enum NetworkBenchmark {
    static func run(isQuick: Bool) async throws {
        try await skip(rounds: isQuick ? 3 : 21)
        let seconds: Double = isQuick ? 2 : 10
        print("\nThe server's rate over \(Int(seconds)) s, as a client measures it")
        for (name, network) in [("EDGE", NetworkConditions.edge), ("3G", .threeG), ("LTE", .lte), ("Wi-Fi", .wiFi)] {
            try await measure(name, network, seconds, isUpload: false)
            try await measure(name, network, seconds, isUpload: true)
        }
    }

    /// Measures a download of five minutes over EDGE in skipped time.
    private static func skip(rounds: Int) async throws {
        let router = Router("https://api.test", journalCapacity: 100)
        router.time = .skipped
        router.network = .edge
        let film = Data(count: Int(NetworkConditions.edge.bitsPerSecondDown) / 8 * 300)
        router.get("/film", with: .data(film, contentType: "video/mp4"))
        var options = Teapot.Options()
        options.logLevel = .none
        guard let url = URL(string: "https://api.test") else { throw URLError(.badURL) }
        let mock = MockTeapot(router: router, options: options)
        let teapot = Teapot(
            baseURL: url, defaultDeliveryQueue: nil, configuration: .answered(by: router), options: options)
        let clients: [(String, any TeapotClient)] = [("MockTeapot", mock), ("an intercepted session", teapot)]
        print("Five minutes of EDGE in skipped time, \(film.count) bytes: the median of \(rounds) calls")
        for (name, client) in clients {
            var costs: [Double] = []
            for _ in 0...rounds {
                let (before, start) = (router.clock.now, ContinuousClock.now)
                let count = try await client.get("film").body.count
                costs.append((ContinuousClock.now - start) / .milliseconds(1))
                precondition(count == film.count, "the film was cut")
                precondition(before.duration(to: router.clock.now) > .seconds(300), "the call did not wait")
            }
            // The first call also creates objects that later calls reuse.
            print("  \(name): \(String(format: "%.2f", Array(costs.dropFirst()).median)) ms")
        }
    }

    /// Measures the time of a body, without the latency.
    private static func measure(
        _ name: String, _ network: NetworkConditions, _ seconds: Double, isUpload: Bool
    ) async throws {
        var network = network
        (network.latency, network.jitter) = (0, 0)
        let rate = isUpload ? network.bitsPerSecondUp : network.bitsPerSecondDown
        let body = Data(count: Int(rate / 8 * seconds))
        let server = Server()
        server.router.network = network
        server.router.get("/film", with: .data(body, contentType: "video/mp4"))
        server.router.post("/film", with: .status(204))
        guard let url = URL(string: "http://127.0.0.1:\(try server.start())") else { throw URLError(.badURL) }
        let client = Teapot(baseURL: url, defaultDeliveryQueue: nil, configuration: .ephemeral)
        let start = ContinuousClock.now
        if isUpload {
            _ = try await client.post("film", parameters: body)
        } else {
            let count = try await client.get("film").body.count
            precondition(count == body.count, "the film was cut")
        }
        let actual = Double(body.count) * 8 / ((ContinuousClock.now - start) / .seconds(1))
        try await server.stop()
        let direction = isUpload ? "up" : "down"
        let (share, kbits) = (String(format: "%+.2f %%", (actual / rate - 1) * 100), Int(actual / 1000))
        print("  \(name) \(direction): \(kbits) kbit/s of \(Int(rate / 1000)), \(share)")
    }
}
