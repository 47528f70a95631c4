import Foundation
import Teapot
import TeapotTestSupport

extension ServerBenchmark {
    /// Measures a server's memory for connections, both idle and busy.
    func memory() async throws {
        print("\nMemory, resident")
        try await idle(isQuick ? 1_000 : 10_000)
        try await busy(256)
        fflush(nil)
    }

    private func idle(_ count: Int) async throws {
        print(RateTable.row("", ["before", "with them", "each", "reached"]))
        for (manner, name) in [(ConnectionHolder.Manner.silent, "silent"), (.asked, "after a request")] {
            for (title, server) in try await freshServers() {
                defer { server.stop() }
                try await warmUp(server)
                guard let before = server.figures else { continue }
                let holder = try ConnectionHolder(count, to: server.port, manner, on: toolbox)
                defer { holder.stop() }
                // A connected socket may not have been accepted yet.
                let areAccepted = await eventually {
                    (server.figures?.descriptors ?? 0) >= before.descriptors + holder.count
                }
                guard let after = server.figures, holder.count > 0 else { continue }
                let reached = areAccepted ? holder.count : after.descriptors - before.descriptors
                print(
                    RateTable.row(
                        "\(title), \(count) \(name)",
                        [
                            megabytes(before.residentBytes), megabytes(after.residentBytes),
                            "\((after.residentBytes - before.residentBytes) / max(1, reached)) B", "\(reached)",
                        ]))
            }
        }
    }

    private func busy(_ count: Int) async throws {
        print(RateTable.row("", ["idle", "busy", "added", "afterwards"]))
        for (title, server) in try await freshServers() {
            defer { server.stop() }
            let one = Load(path: "/users/1", connections: 1, seconds: 1, count: 1)
            _ = try await toolbox.run(one, on: server.port)
            guard let idle = server.figures else { continue }
            let load = Load(path: "/users/1", connections: count, seconds: measurement.seconds)
            async let result = toolbox.run(load, on: server.port)
            try await Task.sleep(nanoseconds: UInt64(measurement.seconds * 0.8e9))
            let busy = server.figures ?? idle
            _ = try await result
            let after = server.figures ?? busy
            print(
                RateTable.row(
                    "\(title), \(count) busy",
                    [
                        megabytes(idle.residentBytes), megabytes(busy.residentBytes),
                        megabytes(busy.residentBytes - idle.residentBytes), megabytes(after.residentBytes),
                    ]))
        }
    }

    /// Returns newly started servers: Teapot's and nginx.
    private func freshServers() async throws -> [(String, ServerProcess)] {
        var servers = [("Server", try OwnServer.start(on: toolbox))]
        if let nginx = try await NginxPeer.start(on: toolbox) { servers.append(("nginx", nginx)) }
        return servers
    }

    /// Sends requests, so that a server's one-time allocations aren't attributed to connections.
    private func warmUp(_ server: ServerProcess) async throws {
        _ = try await toolbox.run(Load(path: "/users/1", connections: 1, seconds: 1, count: 2_000), on: server.port)
    }
}

/// Returns a number of bytes in megabytes.
func megabytes(_ bytes: Int) -> String {
    String(format: "%.1f MB", Double(bytes) / 1e6)
}
