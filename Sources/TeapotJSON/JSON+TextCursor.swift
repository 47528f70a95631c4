import Foundation

extension JSON {
    /// A position in a text, which moves towards its end.
    protocol TextCursor: ~Copyable {
        /// The next byte to read, which is never after `end`.
        var at: Reader.Place { get set }
        /// The position after the last byte.
        var end: Reader.Place { get }
    }
}

extension JSON.TextCursor where Self: ~Copyable {
    /// Skips white space (RFC 8259 §2).
    ///
    /// - Returns: The byte after the white space, which is not skipped, or 0 at the end. JSON has no 0 at such a place.
    @inline(__always) mutating func skipSpace() -> UInt8 {
        while at < end {
            let byte = at.pointee
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            at += 1
        }
        return 0
    }

    /// Skips a byte if it is next.
    @inline(__always) mutating func skip(_ byte: UInt8) -> Bool {
        guard at < end, at.pointee == byte else { return false }
        at += 1
        return true
    }

    /// Skips a word if it is next.
    mutating func skip(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard end - at >= length, memcmp(at, word.utf8Start, length) == 0 else { return false }
        at += length
        return true
    }

    /// Skips digits, and reads them into a number, which is correct for up to 19 of them.
    ///
    /// - Returns: The number of digits.
    @inline(__always) mutating func skipDigits(into number: inout UInt64) -> Int {
        let first = at
        while at < end, case let digit = at.pointee &- UInt8(ascii: "0"), digit < 10 {
            number = number &* 10 &+ UInt64(digit)
            at += 1
        }
        return at - first
    }
}
