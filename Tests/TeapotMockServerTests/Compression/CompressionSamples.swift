import Foundation
import TeapotTestSupport

/// Bodies that can be compressed with gzip.
enum CompressionSamples {
    /// Returns random bytes with a number of distinct values, the same in each run.
    static func random(_ count: Int, of values: UInt64, seed: UInt64 = 7) -> Data {
        var generator = SeededGenerator(seed: seed)
        return Data((0..<count).map { _ in UInt8(generator.next() % values) })
    }

    /// Returns a list as JSON, of at least a number of bytes.
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
}
