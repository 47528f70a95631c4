import Teapot

/// A server under load: who answers, and where it is asked.
struct RateContender {
    var name: String
    var server: ServerProcess
    var path: String
}

/// What a server did in one round, or the medians of several.
struct Rate {
    var requestsPerSecond: Double
    /// The server's own CPU time; not a number where the system does not tell.
    var cpuMicroseconds: Double
    var p50: Double
    var p99: Double
    var errors: Int
}

extension [Rate] {
    /// The median of each figure, and all errors.
    var medians: Rate {
        Rate(
            requestsPerSecond: map(\.requestsPerSecond).median,
            cpuMicroseconds: map(\.cpuMicroseconds).median,
            p50: map(\.p50).median,
            p99: map(\.p99).median,
            errors: map(\.errors).reduce(0, +)
        )
    }
}

/// Puts servers under the same load in turns, A B A B …, so that a machine that slows down slows all of them.
struct RateMeasurement {
    var toolbox: Toolbox
    var rounds: Int
    var seconds: Double

    /// Measures, and gives the medians in the order of the contenders; one that fails has none, and the others go on.
    func run(_ contenders: [RateContender], _ load: Load) async -> [Rate] {
        var samples = [[Rate]](repeating: [], count: contenders.count)
        for _ in 0..<rounds {
            for (index, contender) in contenders.enumerated() {
                var load = load
                load.path = contender.path
                do {
                    samples[index].append(try await run(load, on: contender.server))
                } catch {
                    print("  (\(contender.name): \(error))")
                }
            }
        }
        return samples.map(\.medians)
    }

    /// One round.
    func run(_ load: Load, on server: ServerProcess) async throws -> Rate {
        let before = server.figures
        let result = try await toolbox.run(load, on: server.port)
        let after = server.figures
        var cpu = Double.nan
        if let before, let after, result.requests > 0 {
            cpu = (after.cpuSeconds - before.cpuSeconds) / Double(result.requests) * 1e6
        }
        return Rate(
            requestsPerSecond: Double(result.requests) / result.seconds, cpuMicroseconds: cpu,
            p50: result.p50, p99: result.p99, errors: result.errors)
    }
}
