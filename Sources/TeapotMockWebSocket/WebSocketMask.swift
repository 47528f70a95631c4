import TeapotMock

/// The key with which a client masks the payload of a frame (RFC 6455 §5.3).
struct WebSocketMask {
    /// The four bytes of the key, with the first one in the lowest byte, rotated so that the lowest byte applies to the
    /// next byte of the payload.
    private var key: UInt32 = 0

    /// Adds the next of the four bytes of the key.
    mutating func append(_ byte: UInt8) { key = key >> 8 | UInt32(byte) << 24 }

    /// Unmasks the next bytes of the payload in place, eight at a time.
    ///
    /// - Parameter bytes: The bytes, which follow those of the last call.
    mutating func unmask(_ bytes: UnsafeMutableRawBufferPointer) {
        let word = (UInt64(key) << 32 | UInt64(key)).littleEndian
        var index = 0
        while bytes.count - index >= 8 {
            let masked = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            bytes.storeBytes(of: masked ^ word, toByteOffset: index, as: UInt64.self)
            index += 8
        }
        while index < bytes.count {
            bytes[index] ^= UInt8(truncatingIfNeeded: key)
            key = key >> 8 | key << 24
            index += 1
        }
    }
}
