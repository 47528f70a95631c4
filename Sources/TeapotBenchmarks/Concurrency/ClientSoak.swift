import Foundation
import Teapot
import TeapotTestSupport

/// A test with many concurrent calls of all kinds, which checks whether each ends as it should and leaves nothing
/// behind.
enum ClientSoak {
    static let role = "serve-soak"

    /// Runs the child process, which prints its port and serves until its input ends.
    static func serve() throws {
        let server = try SoakServer.start()
        print(server.port)
        fflush(nil)
        _ = FileHandle.standardInput.readDataToEndOfFile()
        server.stop()
    }

    /// Makes the calls, prints the results, and exits with a nonzero status if they reveal a defect.
    ///
    /// - Parameter calls: The number of calls.
    /// - Throws: An error if a server doesn't start.
    static func run(calls: Int) async throws {
        let toolbox = try Toolbox()
        defer { toolbox.remove() }
        let (process, line) = try ChildProcess.start(role)
        defer {
            try? process.input.close()
            process.wait()
        }
        let files = ["1MB": Data(count: SoakServer.largeLength)]
        let nginx = try await NginxPeer.start(on: toolbox, files: files)
        defer { nginx?.stop() }
        if nginx == nil { print("  (no nginx: our own server sends the large bodies too)") }
        guard let port = UInt16(line) else { throw URLError(.badURL) }
        let soak = Soak(
            calls: calls, server: .loopback(port), files: nginx.map { .loopback($0.port) },
            nobody: .loopback(try Toolbox.freePort()))
        var warmUp = soak
        warmUp.calls = max(1_000, calls / 5)
        print("Client soak: \(calls) calls, \(soak.width) at once, after \(warmUp.calls) to warm up")
        fflush(nil)
        var report = await warmUp.run(in: toolbox.folder)
        _ = await settled(openDescriptorCount() / 2)
        let before = Holdings()
        let start = ContinuousClock.now
        let main = await soak.run(in: toolbox.folder)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let peak = peakResidentMemory()
        // Connections are closed some time after their clients have ended.
        _ = await settled(before.descriptors)
        let after = Holdings()
        for kind in SoakKind.allCases {
            print(RateTable.row(kind.rawValue, ["\(main.good[kind, default: 0])"]))
        }
        print(RateTable.row("", ["descriptors", "threads", "resident"]))
        for (name, holdings) in [("warmed up", before), ("at the end", after)] {
            print(
                RateTable.row(
                    name, ["\(holdings.descriptors)", "\(holdings.threads)", megabytes(holdings.resident)]))
        }
        print(
            "  \(RateTable.number(Double(calls) / seconds)) calls a second, peak \(megabytes(peak)), "
                + "latest timeout \(RateTable.number(main.lateness * 1_000)) ms late")
        report.flaws += main.flaws
        if after.descriptors > before.descriptors + 8 { report.flaws.append("descriptors are left open") }
        if after.threads > before.threads + 16 { report.flaws.append("threads are left over") }
        if after.resident > before.resident + 32_000_000 { report.flaws.append("memory is left over") }
        for flaw in report.flaws.prefix(20) { print("  \(flaw)") }
        print(report.flaws.isEmpty ? "  every call ended once, as it had to" : "  \(report.flaws.count) flaws")
        fflush(nil)
        guard report.flaws.isEmpty else { exit(1) }
    }

    /// The resources of this process.
    private struct Holdings {
        let descriptors = openDescriptorCount()
        let threads = threadCount()
        let resident = residentMemory()
    }

    private static func settled(_ descriptors: Int) async -> Bool {
        await eventually(within: .seconds(15)) { openDescriptorCount() <= descriptors }
    }
}

extension URL {
    /// Returns the URL of a server on this machine.
    static func loopback(_ port: UInt16) -> URL {
        URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/")
    }
}
