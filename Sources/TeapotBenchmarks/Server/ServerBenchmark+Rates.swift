import Foundation
import Teapot

extension ServerBenchmark {
    /// Measures requests per second, and the cost and duration of each request.
    func rates() async throws {
        let own = try OwnServer.start(on: toolbox)
        defer { own.stop() }
        let nginx = try await NginxPeer.start(on: toolbox)
        defer { nginx?.stop() }
        let epoll = try await EpollPeer.start(on: toolbox)
        defer { epoll?.stop() }
        let peers = [("nginx", nginx), ("C loop", epoll)]

        let handler = RateContender(name: "Server, a handler", server: own, path: "/users/1")
        let fixed = RateContender(name: "Server, a fixed response", server: own, path: "/fixed")
        let suspending = RateContender(name: "Server, an async handler", server: own, path: "/async/1")
        for connections in isQuick ? [1, 32] : [1, 32, 256] {
            // This is long enough for wrk even in a quick run, so the run checks whether wrk works.
            let seconds = connections == 1 ? max(1, measurement.seconds) : measurement.seconds
            let rates = await compare(
                "GET /users/:id, 60 bytes of JSON, \(counted(connections)) kept alive",
                [handler, fixed, suspending], peers, Load(path: "", connections: connections, seconds: seconds))
            if connections == 1 { try await oneConnection(rates.own[0], on: own) }
            let suffix = ", \(counted(connections))"
            Bars.check(
                "an async handler that does not suspend, CPU to an immediate one" + suffix,
                rates.own[2].cpuMicroseconds / rates.own[0].cpuMicroseconds, .atMost(1.15))
            let nginx = rates.peers["nginx"]
            for (name, rate, least, most) in [
                ("a fixed response", rates.own[1], 1.0, 1.0), ("a handler", rates.own[0], 0.97, 1.05),
            ] {
                if connections == 1 {
                    Bars.check("\(name), p50 to nginx\(suffix)", nginx.map { rate.p50 / $0.p50 }, .atMost(1.02))
                    continue
                }
                let requests = nginx.map { rate.requestsPerSecond / $0.requestsPerSecond }
                Bars.check("\(name), requests to nginx\(suffix)", requests, .atLeast(least))
                let cpu = nginx.map { rate.cpuMicroseconds / $0.cpuMicroseconds }
                Bars.check("\(name), CPU to nginx\(suffix)", cpu, .atMost(most))
            }
            if connections > 1 { compareCPU("a fixed response\(suffix)", rates.own[1], rates, "C loop", 1.10) }
        }
        let closing = Load(path: "", closes: true, connections: 32, seconds: measurement.seconds)
        let closed = await compare(
            "The same, Connection: close, 32 connections", [handler], [("nginx", nginx)], closing)
        compareCPU("Connection: close", closed.own[0], closed, "nginx", 1.05)

        let posting = Load(path: "", bodyBytes: 100_000, connections: 32, seconds: measurement.seconds)
        let upload = RateContender(name: "Server", server: own, path: "/upload")
        let posted = await compare("POST of 100 KB, 32 connections", [upload], peers, posting)
        compareCPU("POST of 100 KB", posted.own[0], posted, "C loop", 1.10)
        let getting = Load(path: "", connections: 32, seconds: measurement.seconds)
        let large = RateContender(name: "Server", server: own, path: "/large")
        let got = await compare("GET of 1 MB, 32 connections", [large], peers, getting)
        compareCPU("GET of 1 MB", got.own[0], got, "C loop", 1.05)
        fflush(nil)
    }

    /// The rates of our server, in the order of the contenders, and those of the available peers, keyed by name.
    private typealias Rates = (own: [Rate], peers: [String: Rate])

    /// Prints the ratio of a rate's CPU time to that of a peer, if there is one, next to the bar.
    private func compareCPU(_ what: String, _ rate: Rate, _ rates: Rates, _ peer: String, _ bar: Double) {
        let ratio = rates.peers[peer].map { rate.cpuMicroseconds / $0.cpuMicroseconds }
        Bars.check("\(what), CPU to \(peer)", ratio, .atMost(bar))
    }

    /// Compares Teapot's server with the available peers, at the path of the first contender.
    private func compare(
        _ title: String,
        _ own: [RateContender],
        _ peers: [(String, ServerProcess?)],
        _ load: Load
    ) async -> Rates {
        var (contenders, places) = (own, [(String, Int)]())
        for (name, server) in peers {
            guard let server else { continue }
            places.append((name, contenders.count))
            contenders.append(RateContender(name: name, server: server, path: own[0].path))
        }
        let rates = await measurement.run(contenders, load)
        RateTable.print(title, contenders, rates, peers: places)
        let others = places.map { ($0.0, rates[$0.1]) }
        return (Array(rates.prefix(own.count)), Dictionary(others) { first, _ in first })
    }

    /// Checks whether one client waits for a delayed acknowledgment, and measures the time of a `URLSession`.
    private func oneConnection(_ rate: Rate, on server: ServerProcess) async throws {
        // Two writes with Nagle's algorithm between them would cause the 40 ms delay of the client's acknowledgment.
        let stalls = rate.p99 < 40_000 ? "no 40 ms stall" : "STALLS"
        print("  one connection of ours: p99 \(RateTable.number(rate.p99)) µs: \(stalls)")
        guard let url = URL(string: "http://127.0.0.1:\(server.port)/users/1") else { return }
        let session = URLSession(configuration: .ephemeral)
        var times: [Double] = []
        for index in 0..<(isQuick ? 120 : 1_100) {
            let start = ContinuousClock.now
            _ = try await session.data(from: url)
            // The first calls open connections and load code.
            if index >= 20 { times.append((ContinuousClock.now - start) / .microseconds(1)) }
        }
        session.invalidateAndCancel()
        let median = times.median
        let verdict = median < 1_000 ? "under 1 ms" : "ABOVE 1 ms"
        print("  a URLSession call to our server: p50 \(RateTable.number(median)) µs: \(verdict)")
    }

    private func counted(_ connections: Int) -> String {
        connections == 1 ? "1 connection" : "\(connections) connections"
    }
}
