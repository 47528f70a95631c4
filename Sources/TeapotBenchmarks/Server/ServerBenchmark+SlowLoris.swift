import Teapot

extension ServerBenchmark {
    /// Measures the time that one client waits while many others send their heads at one byte per second.
    ///
    /// - Parameter connections: The number of other clients.
    /// - Throws: An error if a process doesn't start, or its result is invalid.
    func slowLoris(connections: Int) async throws {
        let own = try OwnServer.start(on: toolbox)
        defer { own.stop() }
        let nginx = try await NginxPeer.start(on: toolbox)
        defer { nginx?.stop() }
        print("\nSlow loris: one client next to \(connections) that send a byte of a head each second; p99 in µs")
        print(RateTable.row("", ["alone", "beside", "ratio", "reached"]))
        for (name, server) in [("Server", own)] + (nginx.map { [("nginx", $0)] } ?? []) {
            var (alone, beside): ([Rate], [Rate]) = ([], [])
            var reached = connections
            let load = Load(path: "/users/1", connections: 1, seconds: measurement.seconds)
            for _ in 0..<measurement.rounds {
                alone.append(try await measurement.run(load, on: server))
                let holder = try ConnectionHolder(connections, to: server.port, .slow, on: toolbox)
                defer { holder.stop() }
                reached = min(reached, holder.count)
                beside.append(try await measurement.run(load, on: server))
            }
            let (before, after) = (alone.medians, beside.medians)
            let ratio = RateTable.ratio(after.p99, before.p99)
            let figures = [RateTable.number(before.p99), RateTable.number(after.p99), ratio, "\(reached)"]
            print(RateTable.row(name, figures))
            if before.errors + after.errors > 0 { print("  \(before.errors + after.errors) errors") }
        }
    }
}
