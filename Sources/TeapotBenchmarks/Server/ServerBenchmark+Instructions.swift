import Foundation
import Teapot

extension ServerBenchmark {
    /// Counts the instructions that the server executes in user mode for each request, with callgrind.
    ///
    /// The numbers are the same in each run to within a few per thousand, no matter how busy the machine is.
    ///
    /// - Throws: An error if a process doesn't start, or its output is invalid.
    func instructions() async throws {
        print("\nInstructions in user mode for each request, 32 connections kept alive")
        if toolbox.valgrind == nil { print("  (no valgrind: they are not counted)") }
        let few = isQuick ? 500 : 3_000
        for (name, path, bar) in [
            ("a fixed response", "/fixed", 6_000.0), ("a handler", "/users/1", 9_000),
            ("an async handler that does not suspend", "/async/1", nil),
        ] as [(String, String, Double?)] {
            var each: Double?
            if let valgrind = toolbox.valgrind {
                // Both counts include the instructions for starting and stopping the server.
                let less = try await count(few, path, valgrind)
                let more = try await count(3 * few, path, valgrind)
                each = Double(more - less) / Double(2 * few)
            }
            if let bar {
                Bars.check("instructions of \(name)", each, .atMost(bar))
            } else if let each {
                print("  \(name): \(Int(each))")
            }
        }
        fflush(nil)
    }

    /// Returns the number of instructions of a server from its start to its end.
    private func count(_ requests: Int, _ path: String, _ valgrind: String) async throws -> Int {
        let log = toolbox.folder.appendingPathComponent("\(UUID().uuidString).log")
        let server = try ServerProcess(
            valgrind,
            [
                "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-file=\(log.path)", Toolbox.this,
                OwnServer.role,
            ], on: toolbox)
        let load = Load(path: path, connections: 32, seconds: 0, count: requests)
        do {
            _ = try await toolbox.run(load, on: server.port)
        } catch {
            server.stop()
            throw error
        }
        server.stop()
        let text = try String(contentsOf: log, encoding: .utf8)
        let collected = text.split(separator: "\n").last { $0.contains("Collected : ") }
        guard let number = collected?.split(separator: " ").last.flatMap({ Int($0) }) else {
            throw NotCounted(log: text)
        }
        return number
    }

    /// The error for a count without a result.
    private struct NotCounted: Error, CustomStringConvertible {
        var log: String
        var description: String { "callgrind did not say how many instructions it collected: \(log.suffix(300))" }
    }
}
