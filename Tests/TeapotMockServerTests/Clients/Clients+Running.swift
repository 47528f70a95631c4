import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import TeapotTestResources
import TeapotTestSupport
import Testing

/// Functions to run third-party programs.
extension Clients {
    /// Whether this machine has ::1.
    static let hasIPv6: Bool = {
        guard let descriptor = try? Socket.bound(to: .loopback6, port: 0) else { return false }
        _ = Socket.close(descriptor)
        return true
    }()

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
    /// Adds a body of three pieces, each produced only after `POST /go` has reported that the previous one arrived.
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
