import TeapotMock

/// A validator for UTF-8 that arrives in pieces.
///
/// It detects the first byte that can't be valid (RFC 3629 §4).
struct UTF8Validator {
    /// The number of bytes that the current character still needs.
    private var missing = 0
    /// The allowed range of the next byte.
    ///
    /// It's narrower after a first byte that could begin an overlong form, a surrogate, or a code point above
    /// U+10FFFF.
    private var allowed: ClosedRange<UInt8> = Self.continuation

    private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether the text may end here, which is `false` within a character.
    var isComplete: Bool { missing == 0 }

    /// Validates the next piece.
    ///
    /// - Parameter bytes: The piece, which can begin and end anywhere.
    /// - Returns: `true` if all bytes so far can be the beginning of UTF-8; otherwise, `false`.
    mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            if missing == 0 {
                // Eight bytes of ASCII are checked at a time.
                while bytes.count - index >= 8,
                    bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                { index += 8 }
                guard index < bytes.count else { return true }
            }
            guard accepts(bytes[index]) else { return false }
            index += 1
        }
        return true
    }

    private mutating func accepts(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard allowed.contains(byte) else { return false }
            missing -= 1
            allowed = Self.continuation
            return true
        }
        switch byte {
        case 0x00...0x7F: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
        case 0xED: (missing, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: missing = 3
        case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }
}
