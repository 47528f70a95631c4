import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

/// Tests of the format's checksum and frame.
@Suite(.inTurn) struct `A body in the gzip format` {
    @Test(
        arguments: [
            (Data(), 0), (Data("123456789".utf8), 0xCBF4_3926),
            (Data("The quick brown fox jumps over the lazy dog".utf8), 0x414F_A339), (Data(count: 32), 0x190A_55AD),
        ] as [(Data, UInt32)])
    func `has a valid checksum (RFC 1952 §8)`(data: Data, checksum: UInt32) {
        #expect(data.withUnsafeBytes { CRC32.checksum($0) } == checksum)
    }

    @Test func `has a valid header and trailer (RFC 1952 §2.3)`() {
        let nothing = Gzip.coded(Data())
        #expect(Array(nothing.prefix(10)) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        #expect(Array(nothing.dropFirst(10)) == [1, 0, 0, 0xFF, 0xFF] + Array(repeating: 0, count: 8))
        let tea = Gzip.coded(Data("tea".utf8))
        #expect(Array(tea[10..<18]) == [1, 3, 0, 0xFC, 0xFF] + Array("tea".utf8))
        #expect(Array(tea.suffix(4)) == [3, 0, 0, 0])
    }

    @Test(arguments: [(0, 23), (1, 24), (0xFFFF, 0xFFFF + 23), (0x10000, 0x10000 + 28), (200_000, 200_038)])
    func `is a few bytes longer than its stored data`(count: Int, coded: Int) {
        #expect(Gzip.coded(Data(count: count)).count == coded)
    }
}

/// Tests of other programs that decompress the server's gzip bodies.
@Suite(.inTurn) struct `A decompressor` {
    /// Bodies of one block and of several, with lengths around the ends of blocks.
    private static let bodies =
        [0, 1, 2, 0xFFFE, 0xFFFF, 0x10000, 0x1FFFE, 0x1FFFF, 200_000].map { CompressionSamples.random($0, of: 256) }

    @Test func `of URLSession restores all bytes`() async throws {
        let bodies = Self.bodies + [CompressionSamples.json(5_000_000)]
        let router = Router()
        router.get("/:index") { request -> Response in
            let body = bodies[Int(request["index"] ?? "") ?? 0]
            return Response(headers: ["Content-Encoding": "gzip"], body: Gzip.coded(body))
        }
        try await Clients.serving(router) { port in
            let session = URLSession(configuration: .ephemeral)
            defer { session.finishTasksAndInvalidate() }
            for (index, body) in bodies.enumerated() {
                let url = try #require(URL(string: "http://127.0.0.1:\(port)/\(index)"))
                let isSame = try await session.data(from: url).0 == body
                #expect(isSame, "body \(index), of \(body.count) bytes")
            }
        }
    }

    @Test func `of a mock client restores all bytes`() async throws {
        for body in Self.bodies {
            let response = Response(headers: ["Content-Encoding": "gzip"], body: Gzip.coded(body))
            let router = Router()
            router.get("/a", with: response)
            let isSame = try await MockTeapot(router: router).get("a").body == body
            #expect(isSame, "a body of \(body.count) bytes")
        }
    }

    @Test(.enabled(if: Clients.python != nil, "Python is not installed"))
    func `of Python restores all bytes, and finds the right checksums`() async throws {
        let script = """
            import sys, zlib
            data = sys.stdin.buffer.read()
            while data:
                member = zlib.decompressobj(wbits=31)
                sys.stdout.buffer.write(member.decompress(data) + member.flush())
                assert member.eof
                data = member.unused_data
            """
        let python = try #require(Clients.python)
        let members = Self.bodies.reduce(into: Data()) { $0 += Gzip.coded($1) }
        let (output, status) = try await Program.run(python, ["-c", script], input: members)
        #expect(status == 0)
        let isSame = output == Self.bodies.reduce(into: Data()) { $0 += $1 }
        #expect(isSame)
    }
}
