import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Tests of the built programs: their output and their exit status.
@Suite(.inTurn) struct `The other programs of the package` {
    @Test(.enabled(if: Built.example != nil, "teapot-example is not beside the tests"))
    func `the example performs and reports all its steps`() async throws {
        let (output, status) = try await Built.run(#require(Built.example))
        let lines = output.split(separator: "\n").map(String.init)
        #expect(status == 0)
        #expect(lines.first == "The client of Sources/TeapotExample/TeaShop.swift")
        #expect(lines.dropFirst().first?.hasPrefix("over a socket, to TeaServer.swift at http://127.0.0.1:") == true)
        let requests = [
            "GET /teas -> 200, 3 teas", "POST /teas -> 201, Darjeeling added",
            "PATCH /teas/2 -> 200, Sencha renamed to Gyokuro", "DELETE /teas/1 -> 204, Assam removed",
            "GET /teas/2/picture -> 200, a picture", "GET /account -> 200, Ada has 12 points",
            "GET /account -> 401, a wrong password",
        ]
        let atTheMock = [
            "GET /stock -> incorrectHeaders, the mock expects X-Shop", "GET /stock -> 200, sent with X-Shop",
            "9 requests recorded",
        ]
        #expect(
            Array(lines.dropFirst(2).dropLast())
                == requests + ["with the mock of MockTeaShop.swift, without a network:"] + requests + atTheMock)
        #expect(lines.last == "17 of 17 steps succeeded.")
    }

    @Test(.enabled(if: Built.benchmarks != nil, "teapot-benchmarks is not beside the tests"))
    func `a download of 200 MB to a file stays under 60 MB of memory`() async throws {
        // While other tests run, received bytes may wait for the disk for a moment.
        var least = Int.max
        for _ in 1...3 where least >= 60 {
            let (output, status) = try await Built.run(#require(Built.benchmarks), "download-200MB")
            #expect(status == 0)
            #expect(output.contains("file: 200 MB"))
            least = min(least, try #require(output.split(separator: " ").compactMap { Int($0) }.first))
        }
        #expect(least < 60)
    }
}

private enum Built {
    static let example = find("teapot-example")
    static let benchmarks = find("teapot-benchmarks")

    private static func find(_ name: String) -> URL? {
        let tests = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        let program = tests.deletingLastPathComponent().appendingPathComponent(name)
        return FileManager.default.isExecutableFile(atPath: program.path) ? program : nil
    }

    /// Runs a program, and returns its output and its exit status.
    static func run(_ program: URL, _ arguments: String...) async throws -> (String, Int32) {
        let (output, status) = try await Program.run(program.path, arguments)
        return (String(decoding: output, as: UTF8.self), status)
    }
}
