import Foundation
import Teapot

/// A benchmark of Teapot's server in a separate process, next to nginx and a bare epoll loop.
struct ServerBenchmark {
    let toolbox: Toolbox
    let isQuick: Bool
    let measurement: RateMeasurement

    /// The first argument that makes this program run only a part of the benchmark, which is then complete.
    enum Part: String {
        case all = "server"
        case folders = "folder-server"
        case memory = "server-memory"
        case soak
        case slowLoris = "slow-loris"
        case rates = "server-rates"
        case instructions = "server-instructions"
    }

    /// Runs the role of this process, if the role belongs to this benchmark.
    ///
    /// - Parameter arguments: The role, followed by its own arguments.
    /// - Returns: Whether the role belongs to this benchmark.
    /// - Throws: Any error that the role throws.
    static func runRole(_ arguments: [String]) async throws -> Bool {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case OwnServer.role?: try OwnServer.serve(rest)
        case LoadLoop.role?: try LoadLoop.generate(rest)
        case ConnectionHolder.role?: ConnectionHolder.hold(rest)
        case let name?:
            guard let part = Part(rawValue: name) else { return false }
            try await run(part, isQuick: rest.contains("--quick"))
        case nil: return false
        }
        return true
    }

    /// Measures, and prints the results.
    ///
    /// - Parameters:
    ///   - part: The part to measure.
    ///   - isQuick: Whether to check only that everything works.
    /// - Throws: An error if a process doesn't start, or its result is invalid.
    static func run(_ part: Part = .all, isQuick: Bool) async throws {
        let toolbox = try Toolbox()
        defer { toolbox.remove() }
        let seconds = isQuick ? 0.3 : 3
        let measurement = RateMeasurement(toolbox: toolbox, rounds: isQuick ? 1 : 5, seconds: seconds)
        let benchmark = ServerBenchmark(toolbox: toolbox, isQuick: isQuick, measurement: measurement)
        print("\nServers: medians of \(measurement.rounds) rounds of \(seconds) s, in turns.")
        for line in toolbox.missing { print("  (\(line))") }
        if isQuick, toolbox.wrk != nil { print("  (rounds too short for wrk: using our own load generator)") }
        fflush(nil)
        switch part {
        case .all:
            try await benchmark.rates()
            if !isQuick { try await benchmark.instructions() }
            try await benchmark.folders()
            try await benchmark.memory()
            try await benchmark.retention()
            try await benchmark.soak(requests: isQuick ? 20_000 : 200_000)
            try await benchmark.slowLoris(connections: isQuick ? 200 : 2_000)
        case .rates: try await benchmark.rates()
        case .instructions: try await benchmark.instructions()
        case .folders:
            try await benchmark.folders()
        case .memory:
            try await benchmark.memory()
            try await benchmark.retention()
        case .soak:
            try await benchmark.soak(requests: isQuick ? 20_000 : 1_000_000)
        case .slowLoris:
            try await benchmark.slowLoris(connections: isQuick ? 200 : 2_000)
        }
    }
}
