package import Foundation
import TeapotMock

/// The hash function of RFC 3174, used by the opening handshake of a WebSocket.
///
/// It isn't used for security: the handshake only shows that a server supports WebSockets (RFC 6455 §1.3).
package enum SHA1 {
    /// Returns the hash of a message.
    ///
    /// - Parameter bytes: The message, of any length.
    /// - Returns: The hash, which is twenty bytes long.
    package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let message = padded(bytes)
        for start in stride(from: 0, to: message.count, by: 64) {
            add(message[start..<start + 64], to: &hash)
        }
        return hash.flatMap(bigEndian)
    }

    /// Returns the message with its length, padded to a multiple of 64 bytes (RFC 3174 §4).
    private static func padded(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var message = Array(bytes)
        let bitCount = UInt64(message.count) &* 8
        message.append(0x80)
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        return message + bigEndian(UInt32(truncatingIfNeeded: bitCount >> 32))
            + bigEndian(UInt32(truncatingIfNeeded: bitCount))
    }

    /// Adds one block of 64 bytes to a hash (RFC 3174 §6.1).
    private static func add(_ block: ArraySlice<UInt8>, to hash: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            words.append(rotate(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], by: 1))
        }
        var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index {
                case ..<20: (b & c | ~b & d, 0x5A82_7999)
                case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            (a, b, c, d, e) = (rotate(a, by: 5) &+ mixed &+ e &+ word &+ constant, a, rotate(b, by: 30), c, d)
        }
        for (index, value) in [a, b, c, d, e].enumerated() { hash[index] &+= value }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }

    private static func bigEndian(_ word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
}

extension Data {
    /// The SHA-1 digest of the bytes in hexadecimal digits.
    package var sha1Digest: String {
        SHA1.digest(of: Array(self)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
