import Foundation
import TeapotTestSupport

/// Bytes of every kind that a compressor has to deal with, by their names.
enum CompressionSamples {
    static let all: [(name: String, bytes: Data)] = [
        ("nothing", Data()),
        ("one byte", Data([0x2A])),
        ("three bytes", Data("tea".utf8)),
        ("every byte", Data((0...255).map { UInt8($0) })),
        ("every byte, often", Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 31 + $0 >> 8) })),
        ("zeros", Data(count: 1_000_000)),
        ("runs around the longest match", runs),
        ("random bytes", random(200_000, of: 256)),
        ("random bits", random(100_000, of: 2)),
        ("skewed bytes", skewed),
        ("JSON", json(200_000)),
        ("text in many characters", Data(String(repeating: "Tasse für Tasse 🫖 茶 ", count: 5_000).utf8)),
        ("repeated at the farthest distance", repeated(32_768)),
        ("repeated one byte beyond the farthest distance", repeated(32_769)),
        ("repeated one byte before the farthest distance", repeated(32_767)),
        ("text, then random bytes, then text", json(80_000) + random(150_000, of: 256) + json(80_000)),
    ]

    /// 5 MB of JSON.
    static let largeJSON = json(5_000_000)

    /// Returns random bytes with so many values, the same in each run.
    static func random(_ count: Int, of values: UInt64, seed: UInt64 = 7) -> Data {
        var generator = SeededGenerator(seed: seed)
        return Data((0..<count).map { _ in UInt8(generator.next() % values) })
    }

    /// Returns the JSON of a list, of at least so many bytes.
    static func json(_ count: Int, seed: UInt64 = 1) -> Data {
        var (generator, text, id) = (SeededGenerator(seed: seed), "[", 0)
        while text.utf8.count < count {
            let price = Double(generator.next() % 10_000) / 100
            text += #"{"id":\#(id),"name":"Tea \#(generator.next() % 500)","price":\#(price),"#
            text += #""tags":["black","loose"],"token":"\#(generator.next())","isSoldOut":\#(id % 7 == 0)},"#
            id += 1
        }
        return Data((text.dropLast() + "]").utf8)
    }

    private static let runs = (255...262).reduce(into: Data()) { data, length in
        data += Data(repeating: UInt8(length & 0xFF), count: length) + Data("-\(length)-".utf8)
    }

    /// Bytes of which each value is about 1.6 times as frequent as the next, so that the best code has very long parts.
    private static let skewed: Data = {
        var (bytes, count) = ([UInt8](), 1.0)
        for value in 0..<24 {
            bytes += Array(repeating: UInt8(value), count: Int(count))
            count *= 1.6
        }
        var generator = SeededGenerator(seed: 3)
        return Data(bytes.prefix(60_000).shuffled(using: &generator))
    }()

    /// Random bytes, which occur again after a number of bytes.
    private static func repeated(_ distance: Int) -> Data {
        let bytes = random(distance, of: 256)
        return bytes + bytes.prefix(5_000)
    }
}
