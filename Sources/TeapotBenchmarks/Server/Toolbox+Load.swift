import Foundation
import Teapot
import TeapotTestSupport

extension Toolbox {
    /// Puts a server on this machine under load from a separate process, which is wrk if it's installed and suitable,
    /// or else ``LoadLoop``.
    ///
    /// - Parameters:
    ///   - load: The requests and their duration.
    ///   - port: The port of the server.
    /// - Returns: The result.
    /// - Throws: ``NoResult``, or an error from starting the process.
    func run(_ load: Load, on port: UInt16) async throws -> LoadResult {
        // wrk supports only whole seconds.
        if let wrk, load.count == nil, load.faultEvery == nil, load.seconds >= 1 {
            let script = folder.appendingPathComponent("\(UUID().uuidString).lua")
            try Data(Self.script(for: load).utf8).write(to: script)
            defer { try? FileManager.default.removeItem(at: script) }
            return try await result(
                of: wrk,
                [
                    "-t1", "-c", "\(load.connections)", "-d", "\(Int(load.seconds.rounded()))s",
                    "-s", script.path, "http://127.0.0.1:\(port)\(load.path)",
                ])
        }
        let words = [LoadLoop.role, "\(port)", String(decoding: try JSONEncoder().encode(load), as: UTF8.self)]
        return try await result(of: Self.this, words)
    }

    private func result(of path: String, _ arguments: [String]) async throws -> LoadResult {
        let (path, arguments) = pinned(.load, path, arguments)
        let (output, status) = try await Program.run(path, arguments)
        let lines = output.split(separator: 0x0A)
        guard status == 0, let last = lines.last, let result = try? JSONDecoder().decode(LoadResult.self, from: last)
        else {
            throw NoResult(path: path, status: status, output: String(decoding: output, as: UTF8.self))
        }
        return result
    }

    /// The error for a load generator without a result.
    struct NoResult: Error, CustomStringConvertible {
        var path: String
        var status: Int32
        var output: String
        var description: String { "\(path) ended with \(status): \(output)" }
    }

    /// Returns the script with which wrk sends the requests and prints the result as JSON.
    private static func script(for load: Load) -> String {
        var lines: [String] = []
        if let bytes = load.bodyBytes {
            lines += [#"wrk.method = "POST""#, "wrk.body = string.rep(\"x\", \(bytes))"]
        }
        if load.closes { lines.append(#"wrk.headers["Connection"] = "close""#) }
        // wrk counts responses of 400 and above as requests. Its times are in microseconds.
        lines.append(
            """
            done = function(summary, latency)
                local e = summary.errors
                io.write(string.format(
                    '{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"errors":%d,"faults":0}\\n',
                    summary.requests, summary.duration / 1e6, latency:percentile(50), latency:percentile(99),
                    e.connect + e.read + e.write + e.status + e.timeout))
            end
            """)
        return lines.joined(separator: "\n") + "\n"
    }
}
