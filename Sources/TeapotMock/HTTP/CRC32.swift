/// The checksum of the gzip format (RFC 1952 §8).
package enum CRC32 {
    /// The checksums of each byte followed by zero to seven zero bytes, in tables of 256 entries.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 * 256)
        for byte in 0..<256 {
            tables[byte] = (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 0 ? sum >> 1 : sum >> 1 ^ 0xEDB8_8320 }
        }
        for place in 256..<(8 * 256) {
            let former = tables[place - 256]
            tables[place] = tables[Int(former & 0xFF)] ^ former >> 8
        }
        return tables
    }()

    /// Returns the checksum of some bytes.
    ///
    /// It looks up eight bytes at a time, which is several times as fast as one at a time.
    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var (sum, place) = (UInt32.max, 0)
        tables.withUnsafeBufferPointer { tables in
            while place + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian ^ UInt64(sum)
                sum = 0
                for index in 0..<8 {
                    sum ^= tables[(7 - index) << 8 | Int(truncatingIfNeeded: word >> (8 * UInt64(index))) & 0xFF]
                }
                place += 8
            }
            for byte in bytes[place...] { sum = tables[Int((sum ^ UInt32(byte)) & 0xFF)] ^ sum >> 8 }
        }
        return ~sum
    }
}
