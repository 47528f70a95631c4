import Foundation
import TeapotMock

/// The gzip file format (RFC 1952), which is also a content coding (RFC 9110 §8.4.1.3).
enum Gzip {
    /// Returns bytes in gzip format, in stored blocks without compression (RFC 1951 §3.2.4).
    ///
    /// Every client decodes them like compressed data, and on localhost, sending fewer bytes gains nothing.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: One member without a name or a time. It's 23 bytes longer for up to 64 KB, and 5 bytes longer for
    ///   each further 64 KB or part of it.
    static func coded(_ bytes: Data) -> Data {
        // The magic number, the method, no flags, no time, no level, and an unknown system.
        var output = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        output.reserveCapacity(bytes.count + 23 + bytes.count / 0xFFFF * 5)
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            output.append(rest.isEmpty ? 1 : 0)
            output.append(littleEndian: UInt16(block.count))
            output.append(littleEndian: ~UInt16(block.count))
            output.append(block)
        } while !rest.isEmpty
        output.append(littleEndian: bytes.withUnsafeBytes { CRC32.checksum($0) })
        output.append(littleEndian: UInt32(truncatingIfNeeded: bytes.count))
        return output
    }
}

extension Data {
    fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
