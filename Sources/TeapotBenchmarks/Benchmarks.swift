import Foundation
import Teapot

/// The benchmarks: `swift run -c release teapot-benchmarks [--quick]` prints ratios to peers measured in the same run.
///
/// `teapot-benchmarks server`, `server-rates`, `server-instructions`, `folder-server`, `server-memory`, `soak` or
/// `slow-loris` measures only the server, or that part of it.
/// `folders` measures folders of mocks without a server, `time` calls in skipped time, `network` slow networks,
/// `streams` recorded streams and cut ones, `fragility` which parts a change breaks, and `documents` responses from an
/// OpenAPI document; `typed`, `mock` and `json` are
/// parts of the whole. `command` measures the command `teapot`, built with the same configuration, and `compile` how
/// much Teapot adds to the build of an app. `concurrency` measures how concurrent requests affect each other.
/// `json-hostile` checks whether any JSON text costs more than in proportion to its length, and
/// `client-soak [--calls 50000]` whether many calls of all kinds end as they should.
///
/// A figure with a bar is printed next to it with a mark, and once more at the end: ✓ passes, ✗ doesn't, – has no
/// figure here. Only `json-hostile` and `client-soak` pass or fail: machines are shared, and only ratios are reliable.
@main
enum Benchmarks {
    // Valgrind can't run a program whose main function is asynchronous.
    static func main() throws {
        if CommandLine.arguments.dropFirst().first == OwnServer.role {
            return try OwnServer.serve(Array(CommandLine.arguments.dropFirst(2)))
        }
        Task {
            do {
                try await run()
                exit(0)
            } catch {
                FileHandle.standardError.write(Data("teapot-benchmarks: \(error)\n".utf8))
                exit(1)
            }
        }
        dispatchMain()
    }

    private static func run() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case PayloadServer.role: return try PayloadServer.serve()
        case MemoryBenchmark.role: return try await MemoryBenchmark.download()
        case ConcurrencyBenchmark.role: return try await ConcurrencyBenchmark.runCase(CommandLine.arguments)
        case ClientSoak.role: return try ClientSoak.serve()
        default: break
        }
        if try await ServerBenchmark.runRole(Array(CommandLine.arguments.dropFirst())) { return }
        if CommandLine.arguments.contains("json-hostile") { return try HostileJSONBenchmark.run() }
        let isQuick = CommandLine.arguments.contains("--quick")
        let measurement = Measurement(rounds: isQuick ? 3 : 9)
        let parts: KeyValuePairs<String, (Measurement, Bool) async throws -> Void> = [
            "folders": FolderBenchmark.run, "time": TimeBenchmark.run, "fragility": FragilityBenchmark.run,
            "network": { try await NetworkBenchmark.run(isQuick: $1) }, "streams": StreamBenchmark.run,
            "typed": TypedClientBenchmark.run, "mock": MockBenchmark.run, "documents": DocumentBenchmark.run,
            "command": { try await CommandBenchmark.run(isQuick: $1) }, "json": JSONBenchmark.run,
            "compile": { try await CompileBenchmark.run(isQuick: $1) },
            "concurrency": { try await ConcurrencyBenchmark.run(isQuick: $1) },
        ]
        if let part = parts.first(where: { CommandLine.arguments.contains($0.key) }) {
            return try await part.value(measurement, isQuick)
        }
        if CommandLine.arguments.contains("client-soak") {
            let calls = CommandLine.arguments.drop { $0 != "--calls" }.dropFirst().first.flatMap { Int($0) }
            return try await ClientSoak.run(calls: calls ?? 50_000)
        }
        print("Medians of \(measurement.rounds) rounds, contenders in turns; ratios below 1 are better than the peer.")
        for run in [
            ClientBenchmark.run, TypedClientBenchmark.run, MockBenchmark.run, TimeBenchmark.run, RouterBenchmark.run,
            FolderBenchmark.run, FragilityBenchmark.run, DocumentBenchmark.run, StreamBenchmark.run, JSONBenchmark.run,
        ] { try await run(measurement, isQuick) }
        try MemoryBenchmark.run()
        try await ServerBenchmark.run(isQuick: isQuick)
        try await CommandBenchmark.run(isQuick: isQuick)
        try await CompileBenchmark.run(isQuick: isQuick)
        Bars.summarize()
    }
}
