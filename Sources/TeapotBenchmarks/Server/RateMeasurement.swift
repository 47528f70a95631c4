import Teapot

/// A server under load, with the path to request.
struct RateContender {
    var name: String
    var server: ServerProcess
    var path: String
}

/// The rate of a server in one round, or the medians of several.
struct Rate {
    var requestsPerSecond: Double
    /// The server's own CPU time, or NaN if the system doesn't report it.
    var cpuMicroseconds: Double
    var p50: Double
    var p99: Double
    var errors: Int
}

extension [Rate] {
    /// The median of each figure, and the sum of errors.
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

/// A measurement of servers under the same load in turn, A B A B …, so a machine that slows down affects all of them.
struct RateMeasurement {
    var toolbox: Toolbox
    var rounds: Int
    var seconds: Double

    /// Measures the contenders, and returns their medians in the same order; a contender that fails has none, and the
    /// others continue.
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

    /// Measures one round.
    func run(_ load: Load, on server: ServerProcess) async throws -> Rate {
        let before = server.figures
        let result = try await toolbox.run(load, on: server.port)
        let after = server.figures
        var cpu = Double.nan
        if let before, let after, result.requests > 0 {
            cpu = (after.cpuSeconds - before.cpuSeconds) / Double(result.requests) * 1e6
        }
        // Requests that weren't answered correctly say nothing about the cost of the others.
        let isWhole = result.errors == 0
        return Rate(
            requestsPerSecond: isWhole ? Double(result.requests) / result.seconds : .nan,
            cpuMicroseconds: isWhole ? cpu : .nan,
            p50: result.p50, p99: result.p99, errors: result.errors)
    }
}
