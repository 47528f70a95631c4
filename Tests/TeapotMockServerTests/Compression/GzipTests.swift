import Foundation
import Teapot
import TeapotMock
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotMockServer

/// Tests of the checksum and the codes of compressed data.
@Suite(.inTurn) struct `Compressed data` {
    @Test func `has the checksum of the format (RFC 1952 §8)`() {
        func checksum(_ data: Data) -> UInt32 { data.withUnsafeBytes { CRC32.checksum($0) } }
        #expect(checksum(Data()) == 0)
        #expect(checksum(Data("123456789".utf8)) == 0xCBF4_3926)
        #expect(checksum(Data("The quick brown fox jumps over the lazy dog".utf8)) == 0x414F_A339)
        #expect(checksum(Data(count: 32)) == 0x190A_55AD)
    }

    @Test func `has the frame of the format (RFC 1952 §2.3)`() {
        let nothing = Gzip.compressed(Data())
        #expect(Array(nothing) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
        let three = Gzip.compressed(Data("tea".utf8))
        #expect(Array(three.suffix(4)) == [3, 0, 0, 0])
    }

    @Test func `is much shorter than what repeats itself, and hardly longer than what does not`() {
        #expect(Gzip.compressed(Data(count: 1_000_000)).count < 2_000)
        #expect(Gzip.compressed(CompressionSamples.json(200_000)).count < 200_000 / 3)
        let random = CompressionSamples.random(200_000, of: 256)
        #expect(Gzip.compressed(random).count <= random.count + 100)
        // Five thousand of the bytes are repeated within reach, or not.
        let samples = CompressionSamples.all.filter { $0.name.hasPrefix("repeated") }
        let sizes = samples.map { Gzip.compressed($0.bytes).count }
        #expect(sizes[0] < 33_500 && sizes[2] < 33_500)
        #expect(sizes[1] > 37_000)
    }

    @Test(arguments: [7, 15]) func `has complete codes within the limit of their lengths`(limit: Int) {
        var generator = SeededGenerator(seed: 11)
        var tables: [[UInt32]] = [[0, 0], [5, 0], [0, 5, 0], [1, 1, 1], [1, 2, 4, 8], (0..<19).map { 1 << $0 }]
        // The counts for which the best code has the longest parts.
        tables.append((0..<19).reduce(into: [1, 1]) { counts, _ in counts.append(counts.suffix(2).reduce(0, +)) })
        for size in 2...60 {
            tables.append((0..<size).map { _ in UInt32(generator.next() % 8 * (generator.next() % 900)) })
        }
        for counts in tables {
            let code = HuffmanCode(counts: counts, limit: limit)
            let lengths = code.lengths
            #expect(lengths.allSatisfy { $0 <= limit })
            let hasAll = zip(lengths, counts).allSatisfy { $0 > 0 || $1 == 0 }
            #expect(hasAll)
            let used = lengths.filter { $0 > 0 }
            let share = used.reduce(0) { sum, length in sum + 1 << (limit - length) }
            #expect(share == 1 << limit, "\(counts)")
            let entries = Set(code.entries.filter { $0 > 0 })
            #expect(entries.count == used.count)
            // A more frequent symbol has no longer code.
            for (count, length) in zip(counts, lengths) where length > 0 {
                let isOrdered = zip(counts, lengths).allSatisfy { $0 <= count || $1 <= length }
                #expect(isOrdered)
            }
        }
    }

    @Test func `has the best code if it is within the limit`() {
        #expect(HuffmanCode(counts: [1, 2, 4, 8], limit: 15).lengths == [3, 3, 2, 1])
        #expect(HuffmanCode(counts: [0, 9, 0], limit: 15).lengths.reduce(0, +) == 2)
        // RFC 1951 §3.2.2 has this example, with the bits in the opposite order.
        let codes = HuffmanCode(lengths: [3, 3, 3, 3, 3, 2, 4, 4]).entries.map { $0 & 0xFFFF }
        #expect(codes == [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111])
    }

    @Test func `has the symbols of the format for lengths and distances (RFC 1951 §3.2.5)`() {
        func symbol(_ symbol: DeflateSymbol) -> [Int] { [symbol.symbol, Int(symbol.extra), symbol.extraLength] }
        for (length, expected) in [
            3: [257, 0, 0], 10: [264, 0, 0], 11: [265, 0, 1], 12: [265, 1, 1], 18: [268, 1, 1], 19: [269, 0, 2],
            66: [276, 7, 3], 67: [277, 0, 4], 130: [280, 15, 4], 131: [281, 0, 5], 257: [284, 30, 5], 258: [285, 0, 0],
        ] { #expect(symbol(DeflateSymbol(length: length)) == expected) }
        for (distance, expected) in [
            1: [0, 0, 0], 4: [3, 0, 0], 5: [4, 0, 1], 8: [5, 1, 1], 9: [6, 0, 2], 192: [14, 63, 6], 193: [15, 0, 6],
            16_385: [28, 0, 13], 24_576: [28, 8191, 13], 24_577: [29, 0, 13], 32_768: [29, 8191, 13],
        ] { #expect(symbol(DeflateSymbol(distance: distance)) == expected) }
    }
}

/// Tests of other programs that decompress what the server compresses.
@Suite(.inTurn) struct `A decompressor` {
    /// The samples, and short bodies of few values, which contain matches at every place and blocks of every kind.
    private static let bodies =
        CompressionSamples.all.map(\.bytes)
        + (0..<200).map { CompressionSamples.random($0 * 3, of: 1 + UInt64($0) % 5, seed: UInt64($0)) }

    @Test func `of URLSession restores all bytes`() async throws {
        let bodies = Size.spread(Self.bodies, usual: 70) + [CompressionSamples.largeJSON]
        let router = Router()
        router.get("/:index") { request -> Response in
            let body = bodies[Int(request["index"] ?? "") ?? 0]
            return Response(headerFields: ["Content-Encoding": "gzip"], body: Gzip.compressed(body))
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
        let members = Self.bodies.reduce(into: Data()) { $0 += Gzip.compressed($1) }
        let (output, status) = try await Program.run(python, ["-c", script], input: members)
        #expect(status == 0)
        let isSame = output == Self.bodies.reduce(into: Data()) { $0 += $1 }
        #expect(isSame)
    }
}
