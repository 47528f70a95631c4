import Foundation
import Teapot
import TeapotTestSupport

/// A measurement of how concurrent requests affect each other, compared with bare `URLSession` in the same run.
enum ConcurrencyBenchmark {
    static let role = "concurrency-case"

    /// Measures the cases in turn, each time in a separate process, and prints medians.
    ///
    /// - Parameter isQuick: Whether to check only that everything works.
    /// - Throws: An error if a server doesn't start.
    static func run(isQuick: Bool) async throws {
        let toolbox = try Toolbox()
        defer { toolbox.remove() }
        let files = [
            "100MB": Data(count: 100_000_000), "200MB": Data(count: 200_000_000),
            "22MB.json": Payloads.list(ofBytes: 22_000_000),
        ]
        guard let nginx = try await NginxPeer.start(on: toolbox, files: files) else {
            return print("\nConcurrency: skipped, it needs nginx")
        }
        defer { nginx.stop() }
        let slow = try HostileServer { connection in
            while true {
                let request = try connection.readRequest()
                if request.target == "/never" { return try connection.waitForEnd() }
                try connection.pause(0.3)
                try connection.send(HostileServer.response(200, ["Content-Type: application/json"], body: "{}"))
            }
        }
        defer { slow.stop() }
        let rounds = isQuick ? 1 : 5
        print("\nConcurrency: medians of \(rounds) rounds, in turns, each in a process of its own")
        print(row("", ["s", "URLSession", "ratio", "failed", "late, ms", "peak MB"]))
        fflush(nil)
        for (index, name) in ConcurrencyCase.allCases.map(\.rawValue).enumerated() {
            var outcomes: [[[Double]]] = [[], []]
            var hasNoEnd: Set<String> = []
            for _ in 0..<rounds {
                for (contender, title) in ["teapot", "bare"].enumerated() {
                    let arguments = [role, "\(index)", title, "\(nginx.port)", "\(slow.port)"]
                    guard !hasNoEnd.contains(title) else { continue }
                    if let outcome = try await measure(arguments) {
                        outcomes[contender].append(outcome)
                    } else {
                        hasNoEnd.insert(title)
                    }
                }
            }
            let mine = medians(outcomes[0])
            let bare = medians(outcomes[1])
            let (wall, other) = (mine.first ?? .nan, bare.first ?? .nan)
            let ratio = other.isNaN ? "no end" : String(format: "%.2f", wall / other)
            let others = mine.dropFirst().map { $0.isNaN ? "" : String(format: "%.0f", $0) }
            print(row(name, [seconds(wall), seconds(other), ratio] + others))
            fflush(nil)
        }
    }

    private static func row(_ name: String, _ columns: [String]) -> String {
        "  " + Table.pad(name, 52) + columns.map { Table.pad($0, -11) }.joined()
    }

    private static func seconds(_ value: Double) -> String { value.isNaN ? "n/a" : String(format: "%.2f", value) }

    private static func medians(_ outcomes: [[Double]]) -> [Double] {
        guard let count = outcomes.first?.count else { return [] }
        return (0..<count).map { column in outcomes.map { $0[column] }.median }
    }

    /// Runs a case, and aborts it after 20 s, because a bare session may never finish.
    private static func measure(_ arguments: [String]) async throws -> [Double]? {
        let program = try Program(Toolbox.this, arguments, leadsGroup: true)
        let guardian = Task {
            try await Task.sleep(for: .seconds(20))
            program.killGroup()
        }
        let line = try await onOwnThread { try program.readLine() }
        guardian.cancel()
        // Do this even if the process doesn't end after printing its line.
        program.killGroup()
        program.wait()
        let words = line.split(separator: " ").compactMap { Double($0) }
        return words.count == 4 ? words : nil
    }

    /// Runs the child process, which measures one case and prints its figures.
    ///
    /// - Parameter arguments: The program, the role, the case's number, the contender, and the ports.
    /// - Throws: An error if a request that the measurement requires fails.
    static func runCase(_ arguments: [String]) async throws {
        guard arguments.count == 6, let index = Int(arguments[2]), ConcurrencyCase.allCases.indices.contains(index),
            let port = UInt16(arguments[4]), let slow = UInt16(arguments[5])
        else { return }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (url, slowURL) = (URL.loopback(port), URL.loopback(slow))
        let clients = (0..<2).map { _ -> any LoadedClient in
            arguments[3] == "teapot" ? LoadedTeapot(url, slow: slowURL) : LoadedSession(url, slow: slowURL)
        }
        let outcome = try await ConcurrencyCase.allCases[index].run(on: clients, in: folder)
        let lateness = outcome.lateness.map { $0 * 1_000 } ?? .nan
        print(outcome.wall, outcome.failures, lateness, Double(outcome.peak) / 1e6)
        fflush(nil)
    }
}
