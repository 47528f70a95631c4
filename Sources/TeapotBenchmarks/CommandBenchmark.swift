import Foundation
import Teapot
import TeapotMockServer
import TeapotTestSupport

/// Measurements of the command `teapot` as a whole process, if it was built next to this program.
enum CommandBenchmark {
    /// A program that makes one `URLSession` call and does nothing else.
    private static let peerSource = """
        import Foundation
        import FoundationNetworking
        let url = URL(string: CommandLine.arguments[1])!
        let done = DispatchSemaphore(value: 0)
        URLSession(configuration: .ephemeral).dataTask(with: url) { data, _, _ in
            FileHandle.standardOutput.write(data ?? Data())
            done.signal()
        }.resume()
        done.wait()
        """

    static func run(isQuick: Bool) async throws {
        let teapot = URL(fileURLWithPath: Toolbox.this).deletingLastPathComponent().appendingPathComponent("teapot")
        print("\nThe command, whole processes: medians, in turns")
        let isBuilt = FileManager.default.isExecutableFile(atPath: teapot.path)
        if !isBuilt { print("  (no teapot next to this program: build it with the same configuration)") }
        let toolbox = try Toolbox()
        defer { toolbox.remove() }
        // Without rounds, there are no figures.
        let rounds = !isBuilt ? 0 : isQuick ? 1 : 9
        let calls = !isBuilt ? 0 : isQuick ? 3 : 31
        try await serve(teapot.path, nil, "the sample", bar: 40, rounds: rounds)
        for (directories, bar) in isQuick ? [] : [(100, 100.0), (10_000, 250)] {
            let folder = try MockFiles.create(10_000, in: directories, below: toolbox.folder)
            try await serve(teapot.path, folder.path, "10,000 mocks in \(directories)", bar: bar, rounds: rounds)
            try FileManager.default.removeItem(at: folder)
        }
        try await get(teapot.path, toolbox, rounds: calls)
    }

    /// Measures `teapot serve` from the start of its process to the first response, and from Ctrl-C to its end.
    private static func serve(_ path: String, _ folder: String?, _ name: String, bar: Double, rounds: Int) async throws
    {
        var (starts, ends): ([Double], [Double]) = ([], [])
        for _ in 0..<rounds {
            let clock = ContinuousClock.now
            let program = try Program(path, ["serve", "--port", "0"] + (folder.map { [$0] } ?? []))
            var line = try program.readLine()
            while !line.contains("http://") { line = try program.readLine() }
            guard let start = line.range(of: "http://"),
                let port = line[start.upperBound...].split(separator: ":").dropFirst().first.flatMap({ text in
                    UInt16(text.prefix { $0.isNumber })
                })
            else { throw ServerProcess.NotServing(path: path) }
            try ask(port)
            starts.append((ContinuousClock.now - clock) / .milliseconds(1))
            let end = ContinuousClock.now
            program.interrupt()
            program.wait()
            ends.append((ContinuousClock.now - end) / .milliseconds(1))
        }
        Bars.check("teapot serve, \(name): ms from its start to the first response", starts.median, .atMost(bar))
        Bars.check("teapot serve, \(name): ms from Ctrl-C to its end", ends.median, .atMost(5))
    }

    /// Sends one request, and waits for the first byte of the response.
    private static func ask(_ port: UInt16) throws {
        let socket = try Socket.connected(to: port)
        defer { _ = Socket.close(socket) }
        let request = Array("GET /resource1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
        var byte: UInt8 = 0
        guard write(socket, request, request.count) == request.count, read(socket, &byte, 1) == 1 else {
            throw URLError(.networkConnectionLost)
        }
    }

    /// Compares `teapot get` with a program that only makes the call.
    private static func get(_ path: String, _ toolbox: Toolbox, rounds: Int) async throws {
        let peer = rounds > 0 ? try await peer(toolbox) : nil
        let (process, url) = try PayloadServer.start()
        defer { process.terminate() }
        let target = url.appendingPathComponent("small").absoluteString
        var times: [[Double]] = [[], []]
        for _ in 0..<rounds {
            guard let peer else { break }
            for (index, words) in [[path, "get", target], [peer, target]].enumerated() {
                let clock = ContinuousClock.now
                let (output, status) = try await Program.run(words[0], Array(words.dropFirst()))
                precondition(status == 0 && !output.isEmpty, "\(words) failed")
                times[index].append((ContinuousClock.now - clock) / .milliseconds(1))
            }
        }
        let (own, other) = (times[0].median, times[1].median)
        if own.isFinite {
            print("  teapot get: \(Bars.text(own)) ms, a program with one URLSession call: \(Bars.text(other)) ms")
        }
        Bars.check("teapot get, whole process: time to a program with one URLSession call", own / other, .atMost(1))
    }

    /// Compiles the program to compare with, or returns `nil` if there is no compiler or compiling fails.
    private static func peer(_ toolbox: Toolbox) async throws -> String? {
        guard let compiler = toolbox.swiftCompiler else {
            print("  (no swiftc: `teapot get` has no peer here)")
            return nil
        }
        let source = toolbox.folder.appendingPathComponent("call.swift").path
        let peer = toolbox.folder.appendingPathComponent("call").path
        try Data(peerSource.utf8).write(to: URL(fileURLWithPath: source))
        if try await Program.run(compiler, ["-O", "-o", peer, source]).status == 0 { return peer }
        print("  (\(compiler) does not compile the peer of `teapot get`)")
        return nil
    }
}
