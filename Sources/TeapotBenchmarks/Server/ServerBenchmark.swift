import Teapot

/// Our server, in a process of its own, beside nginx and a bare epoll loop.
struct ServerBenchmark {
    let toolbox: Toolbox
    let isQuick: Bool
    let measurement: RateMeasurement

    /// The first argument that has this program do a part of this alone; nothing is left out of that part.
    enum Part: String {
        case all = "server"
        case soak
        case slowLoris = "slow-loris"
    }

    /// Does what this process was started for, if that is a part of this benchmark.
    ///
    /// - Parameter arguments: What it was given: the part, and what that needs.
    /// - Returns: Whether it was.
    /// - Throws: What the part throws.
    static func runRole(_ arguments: [String]) async throws -> Bool {
        let rest = Array(arguments.dropFirst())
        switch arguments.first {
        case OwnServer.role?: try OwnServer.serve()
        case LoadLoop.role?: try LoadLoop.generate(rest)
        case ConnectionHolder.role?: ConnectionHolder.hold(rest)
        case let name?:
            guard let part = Part(rawValue: name) else { return false }
            try await run(part, isQuick: rest.contains("--quick"))
        case nil: return false
        }
        return true
    }

    /// Measures, and prints what it found.
    ///
    /// - Parameters:
    ///   - part: What to measure.
    ///   - isQuick: Whether to find out only that everything works.
    /// - Throws: Why a process was not started, or what was wrong with its result.
    static func run(_ part: Part = .all, isQuick: Bool) async throws {
        let toolbox = try Toolbox()
        defer { toolbox.remove() }
        let seconds = isQuick ? 0.3 : 3
        let measurement = RateMeasurement(toolbox: toolbox, rounds: isQuick ? 1 : 5, seconds: seconds)
        let benchmark = ServerBenchmark(toolbox: toolbox, isQuick: isQuick, measurement: measurement)
        print("\nServers: medians of \(measurement.rounds) rounds of \(seconds) s, in turns.")
        for line in toolbox.missing { print("  (\(line))") }
        if isQuick, toolbox.wrk != nil { print("  (such short rounds are not for wrk: our own load generator asks)") }
        fflush(nil)
        switch part {
        case .all:
            try await benchmark.rates()
            try await benchmark.memory()
            try await benchmark.soak(requests: isQuick ? 20_000 : 200_000)
            try await benchmark.slowLoris(connections: isQuick ? 200 : 2_000)
        case .soak:
            try await benchmark.soak(requests: isQuick ? 20_000 : 1_000_000)
        case .slowLoris:
            try await benchmark.slowLoris(connections: isQuick ? 200 : 2_000)
        }
    }
}
