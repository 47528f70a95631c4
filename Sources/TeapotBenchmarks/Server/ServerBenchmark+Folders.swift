import Foundation
import Teapot

extension ServerBenchmark {
    /// Measures responses from folders of mocks, next to a fixed response and a static file from nginx.
    ///
    /// - Throws: An error if a process doesn't start, or a file isn't written.
    func folders() async throws {
        let fixed = try OwnServer.start(on: toolbox)
        defer { fixed.stop() }
        let nginx = try await NginxPeer.start(on: toolbox, files: ["mock.json": Data(OwnServer.json.utf8)])
        defer { nginx?.stop() }
        for (count, directories) in isQuick ? [(9, 3)] : [(9, 3), (10_000, 100), (10_000, 10_000)] {
            let folder = try MockFiles.create(count, in: directories, below: toolbox.folder)
            defer { try? FileManager.default.removeItem(at: folder) }
            let server = try OwnServer.start(on: toolbox, folder: folder)
            defer { server.stop() }
            var contenders = [
                RateContender(name: "Server, a folder's mock", server: server, path: "/resource1"),
                RateContender(name: "Server, a fixed response", server: fixed, path: "/fixed"),
            ]
            var peers = [("fixed", 1)]
            if let nginx {
                contenders.append(RateContender(name: "nginx, a static file", server: nginx, path: "/files/mock.json"))
                peers.append(("nginx", 2))
            }
            for connections in isQuick ? [32] : [1, 32] {
                let load = Load(path: "", connections: connections, seconds: measurement.seconds)
                let rates = await measurement.run(contenders, load)
                RateTable.print(
                    "GET of 60 B, one of \(count) mocks in \(directories) directories, connections: \(connections)",
                    contenders, rates, peers: peers)
                let other = nginx == nil ? nil : rates[2]
                let name = "a folder of \(count) mocks in \(directories), \(connections) connections: "
                Bars.check(
                    name + "requests to nginx's file", other.map { rates[0].requestsPerSecond / $0.requestsPerSecond },
                    .atLeast(1))
                Bars.check(
                    name + "CPU to nginx's file", other.map { rates[0].cpuMicroseconds / $0.cpuMicroseconds },
                    .atMost(1))
            }
        }
        try await largeMocks()
    }

    /// Measures small responses while five clients receive large files.
    private func largeMocks() async throws {
        let bytes = isQuick ? 1_000_000 : 56_000_000
        let folder = try MockFiles.create(1, in: 1, below: toolbox.folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let record = Data((OwnServer.json + ",\n").utf8)
        var large = Data("[".utf8)
        while large.count < bytes { large.append(record) }
        large.append(Data("null]".utf8))
        var files = ["mock.json": Data(OwnServer.json.utf8)]
        for number in 0..<5 {
            files["large\(number).json"] = large
            let directory = folder.appendingPathComponent("large\(number)")
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try large.write(to: directory.appendingPathComponent("success_large.json"))
        }
        let server = try OwnServer.start(on: toolbox, folder: folder)
        defer { server.stop() }
        let nginx = try await NginxPeer.start(on: toolbox, files: files)
        defer { nginx?.stop() }
        print("\nGET of 60 B next to five clients of \(bytes / 1_000_000) MB each")
        print(RateTable.row("", ["req/s", "p50 µs", "p99 µs", "MB/s"]))
        var p99: [String: [Double]] = [:]
        for _ in 0..<measurement.rounds {
            for (name, peer, small, path) in [
                ("a folder's mocks", server, "/resource0", "/large#"),
                ("nginx, static files", nginx, "/files/mock.json", "/files/large#.json"),
            ] {
                guard let peer else { continue }
                let seconds = max(2, measurement.seconds)
                async let trivial = toolbox.run(Load(path: small, connections: 1, seconds: seconds), on: peer.port)
                var received = 0
                try await withThrowingTaskGroup(of: LoadResult.self) { group in
                    for number in 0..<5 {
                        let path = path.replacingOccurrences(of: "#", with: "\(number)")
                        group.addTask { [toolbox] in
                            try await toolbox.run(Load(path: path, connections: 1, seconds: seconds), on: peer.port)
                        }
                    }
                    for try await result in group { received += result.requests }
                }
                let result = try await trivial
                p99[name, default: []].append(result.p99)
                let rate = Double(received * bytes) / seconds / 1e6
                print(
                    RateTable.row(
                        name,
                        [Double(result.requests) / result.seconds, result.p50, result.p99, rate].map(RateTable.number)))
            }
        }
        if let own = p99["a folder's mocks"]?.median, let other = p99["nginx, static files"]?.median {
            print("  p99 to nginx's: \(RateTable.ratio(own, other)) (at most 3 is wanted)")
        }
    }
}

/// Folders of mocks for the benchmarks.
enum MockFiles {
    /// Creates a folder with small mocks, whose request paths are `/resource0`, `/resource1` and so on.
    ///
    /// - Parameters:
    ///   - count: The number of mocks.
    ///   - directories: The number of directories that contain them.
    ///   - parent: The folder in which to create the new one.
    /// - Returns: The folder.
    /// - Throws: An error if a file isn't written.
    static func create(_ count: Int, in directories: Int, below parent: URL) throws -> URL {
        let root = parent.appendingPathComponent("mocks-\(UUID().uuidString)")
        for directory in 0..<directories {
            let place = root.appendingPathComponent("resource\(directory)")
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for file in 0..<(count / directories) {
                let name = "success_200_mock\(file).json"
                try Data(OwnServer.json.utf8).write(to: place.appendingPathComponent(name))
            }
        }
        return root
    }
}
