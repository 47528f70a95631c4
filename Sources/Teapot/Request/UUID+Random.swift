import Foundation

extension UUID {
    /// The random bytes of the next UUIDs, which the system made.
    private static let ids = Locked<[uuid_t]>([])

    /// Returns a random UUID (RFC 9562 §5.4).
    ///
    /// `UUID()` opens and reads a file on Linux, which takes as long as building the rest of a request. Asking the
    /// system for 16 bytes each time would still take a sixth of a call of the twin.
    static func random() -> UUID {
        let block = ids.withLock { ids in
            #if os(Linux)
                if ids.isEmpty {
                    ids = Array(unsafeUninitializedCapacity: 16) { $1 = getentropy($0.baseAddress, 256) == 0 ? 16 : 0 }
                }
            #endif
            return ids.popLast()
        }
        var bytes = block ?? UUID().uuid
        (bytes.6, bytes.8) = (bytes.6 & 0x0F | 0x40, bytes.8 & 0x3F | 0x80)
        return UUID(uuid: bytes)
    }
}
