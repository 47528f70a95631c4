import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestResources
import TeapotTestSupport
import Testing

/// Third-party programs: their paths on this machine, and functions to run them.
///
/// They are independent of the server's implementation, and as strict as other programs. Each stops by itself after 100
/// seconds, so that none outlives its test.
enum Clients {
    /// The path of curl.
    static let curl = find("curl")
    /// The path of a browser that needs no screen.
    static let browser = find("chromium-headless-shell", "chromium", "google-chrome")
    /// The path of a Python that has `h11` and `websockets`, which `.ci/run` sets.
    static let equippedPython = ProcessInfo.processInfo.environment["TEAPOT_PYTHON"]
    /// The path of any Python, for its standard library.
    static let python = equippedPython ?? find("python3")

    /// A Boolean value that indicates whether this machine has ::1.
    static let hasIPv6: Bool = {
        guard let descriptor = try? Socket.bound(to: .loopback6, port: 0) else { return false }
        _ = Socket.close(descriptor)
        return true
    }()

    /// Returns the path of the first of several programs that is in one of the folders of the search path.
    private static func find(_ names: String...) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs `body` with a server with a router, and stops the server afterwards.
    static func serving<Result>(
        _ router: Router,
        limits: Server.Limits = Server.Limits(),
        _ body: (UInt16) async throws -> Result
    ) async throws -> Result {
        let server = Server(router: router, limits: limits)
        let port = try server.start()
        do {
            let result = try await body(port)
            try await server.stop(within: 0)
            return result
        } catch {
            try? await server.stop(within: 0)
            throw error
        }
    }

    /// The arguments of every curl call: no user configuration, and a time limit.
    static let curlArguments = ["-q", "--silent", "--globoff", "--noproxy", "*", "--max-time", "100"]

    /// Runs curl, checks its exit status, and returns its output.
    static func curl(
        _ arguments: String...,
        input: Data = Data(),
        exits expected: Set<Int32> = [0],
        at place: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let path = try #require(curl, sourceLocation: place)
        let (output, status) = try await Program.run(path, curlArguments + arguments, input: input)
        #expect(expected.contains(status), "curl \(arguments.joined(separator: " "))", sourceLocation: place)
        return String(decoding: output, as: UTF8.self)
    }

    /// Runs one of the tests' Python scripts, expects it to succeed, and returns the lines of its output.
    static func python(
        _ script: String,
        _ arguments: String...,
        at place: SourceLocation = #_sourceLocation
    ) async throws -> [String] {
        let path = try #require(python, sourceLocation: place)
        let file = Fixtures.clientsDirectory.appendingPathComponent(script).path
        let (output, status) = try await Program.run(path, ["-B", file] + arguments)
        #expect(status == 0, "\(script) \(arguments.joined(separator: " "))", sourceLocation: place)
        return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Runs `body` with a file that exists while it runs.
    static func withFile<Result>(_ content: Data, _ body: (String) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file.path)
    }
}

extension Router {
    /// Adds a body of three pieces, each made only after `POST /go` has reported that the previous one has arrived.
    func addPieces(at path: String) {
        let (gates, next) = ((0..<3).map { _ in Gate() }, Locked(0))
        let stream = Response.Stream { send in
            for (number, gate) in gates.enumerated() {
                send(Data("piece \(number)".utf8))
                await gate.wait()
            }
        }
        get(path, with: .stream(stream))
        post("/go") { _ -> Response in
            let number = next.withLock { next in
                defer { next += 1 }
                return next
            }
            gates.dropFirst(number).first?.open()
            return .status(204)
        }
    }
}

extension String {
    /// The text without its `Date` fields, which always differ.
    var undated: String {
        components(separatedBy: "\r\n").filter { !$0.hasPrefix("Date: ") }.joined(separator: "\r\n")
    }
}

extension Data {
    /// Returns a number of bytes, all of them different from their neighbors.
    static func sample(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }
}
