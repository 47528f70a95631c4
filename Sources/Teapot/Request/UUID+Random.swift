import Foundation

extension UUID {
    /// Returns a random UUID (RFC 9562 §5.4).
    ///
    /// `UUID()` opens and reads a file on Linux, which takes as long as building the rest of a request.
    static func random() -> UUID {
        let high = UInt64.random(in: 0...UInt64.max) & ~0xF000 | 0x4000
        let low = UInt64.random(in: 0...UInt64.max) >> 2 | 1 << 63
        return UUID(uuid: unsafeBitCast((high.bigEndian, low.bigEndian), to: uuid_t.self))
    }
}
