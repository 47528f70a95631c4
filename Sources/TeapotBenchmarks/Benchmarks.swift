import Teapot

/// `swift run -c release teapot-benchmarks [--quick]` prints ratios against peers measured in the same run.
///
/// `teapot-benchmarks server`, `soak` or `slow-loris` measures the server alone, or that part of it, and `folders`
/// folders of mocks. `json-hostile` tells whether any JSON text costs more than in proportion to its length.
///
/// There is no pass or fail but in `json-hostile`: machines are shared, and only ratios hold.
@main
enum Benchmarks {
    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case PayloadServer.role: return try PayloadServer.serve()
        case MemoryBenchmark.role: return try await MemoryBenchmark.download()
        default: break
        }
        if try await ServerBenchmark.runRole(Array(CommandLine.arguments.dropFirst())) { return }
        if CommandLine.arguments.contains("json-hostile") { return try HostileJSONBenchmark.run() }
        let isQuick = CommandLine.arguments.contains("--quick")
        let measurement = Measurement(rounds: isQuick ? 3 : 9)
        if CommandLine.arguments.contains("folders") {
            return try await FolderBenchmark.run(measurement, isQuick: isQuick)
        }
        print("Medians of \(measurement.rounds) rounds, contenders in turns; ratios below 1 are better than the peer.")
        try await ClientBenchmark.run(measurement, isQuick: isQuick)
        try await TwinBenchmark.run(measurement, isQuick: isQuick)
        try await RouterBenchmark.run(measurement, isQuick: isQuick)
        try await FolderBenchmark.run(measurement, isQuick: isQuick)
        try await JSONBenchmark.run(measurement, isQuick: isQuick)
        try MemoryBenchmark.run()
        try await ServerBenchmark.run(isQuick: isQuick)
    }
}
