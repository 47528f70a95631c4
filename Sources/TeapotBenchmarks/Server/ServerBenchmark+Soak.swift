import Teapot
import TeapotTestSupport

extension ServerBenchmark {
    /// Checks whether a server still uses the same resources after many requests as after the first tenth of them.
    ///
    /// - Parameter requests: The number of requests, a hundredth of which ask for a fault.
    /// - Throws: An error if a process doesn't start, or its result is invalid.
    func soak(requests: Int) async throws {
        let server = try OwnServer.start(on: toolbox)
        defer { server.stop() }
        let fresh = server.figures
        print("\nSoak: \(requests) requests over 256 connections, 1 % of which fail as requested")
        let warmUp = requests / 10
        _ = try await soak(server, warmUp, since: fresh)
        let start = server.figures
        let result = try await soak(server, requests - warmUp, since: fresh)
        let end = server.figures
        print(RateTable.row("", ["descriptors", "threads", "resident"]))
        for (name, figures) in [("fresh", fresh), ("after a tenth", start), ("at the end", end)] {
            guard let figures else { continue }
            print(
                RateTable.row(
                    name, ["\(figures.descriptors)", "\(figures.threads)", megabytes(figures.residentBytes)]))
        }
        if let start, let end {
            let growth = Double(end.residentBytes) / Double(start.residentBytes)
            Bars.check("soak: memory at the end to that after a tenth", growth, .atMost(1.05))
            let left = Double(end.descriptors - start.descriptors)
            Bars.check("soak: descriptors at the end beyond those after a tenth", left, .atMost(0))
        }
        let rate = RateTable.number(Double(result.requests) / result.seconds)
        print(
            "  \(rate) requests a second, p99 \(RateTable.number(result.p99)) µs, \(result.faults) faults as requested, "
                + "\(result.errors) errors")
    }

    /// Sends requests, and waits until the server has closed their connections.
    private func soak(_ server: ServerProcess, _ count: Int, since fresh: ProcessFigures?) async throws -> LoadResult {
        let load = Load(path: "/users/1", connections: 256, seconds: 0, count: count, faultEvery: 100)
        let result = try await toolbox.run(load, on: server.port)
        if let fresh { _ = await eventually { (server.figures?.descriptors ?? 0) <= fresh.descriptors } }
        return result
    }
}
