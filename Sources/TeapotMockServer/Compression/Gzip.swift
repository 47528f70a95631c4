import Foundation

/// The file format gzip (RFC 1952), which is the content coding of the same name (RFC 9110 §8.4.1.3).
enum Gzip {
    /// Returns bytes in compressed form.
    ///
    /// The result is the same for the same bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: One member, without a name and a time.
    static func compressed(_ bytes: Data) -> Data {
        bytes.withUnsafeBytes { bytes in
            var output = BitWriter()
            output.reserve(bits: 80)
            // The mark of the format, the method, no flags, no time, no level, and an unknown system.
            for byte: UInt64 in [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255] { output.write(byte, length: 8) }
            Deflate.write(bytes, to: &output)
            output.reserve(bits: 72)
            output.completeByte()
            output.write(UInt64(CRC32.checksum(bytes)), length: 32)
            output.write(UInt64(UInt32(truncatingIfNeeded: bytes.count)), length: 32)
            return output.data
        }
    }
}
