/// A symbol for a length or a distance, and the bits that follow it (RFC 1951 §3.2.5).
///
/// The tables of the RFC follow a rule: of the numbers with the same highest bit, the next bits tell one symbol from
/// another, and the others are written behind it.
struct DeflateSymbol {
    let symbol: Int
    let extra: UInt64
    let extraLength: Int

    /// Creates the symbol for the length of a match, from 3 to 258.
    @inline(__always)
    init(length: Int) {
        let number = length &- 3
        if length == 258 {
            (symbol, extra, extraLength) = (285, 0, 0)
        } else if number < 8 {
            (symbol, extra, extraLength) = (257 &+ number, 0, 0)
        } else {
            let bits = Self.highestBit(of: number) &- 2
            symbol = 257 &+ bits &<< 2 &+ number &>> bits
            extra = UInt64(truncatingIfNeeded: number & (1 &<< bits &- 1))
            extraLength = bits
        }
    }

    /// Creates the symbol for the distance of a match, from 1 to 32768.
    @inline(__always)
    init(distance: Int) {
        let number = distance &- 1
        if number < 4 {
            (symbol, extra, extraLength) = (number, 0, 0)
        } else {
            let bits = Self.highestBit(of: number) &- 1
            symbol = bits &<< 1 &+ number &>> bits
            extra = UInt64(truncatingIfNeeded: number & (1 &<< bits &- 1))
            extraLength = bits
        }
    }

    @inline(__always)
    private static func highestBit(of number: Int) -> Int { 63 &- number.leadingZeroBitCount }

    /// The number of extra bits behind each symbol for a length, which is above 256.
    static let lengthExtras: [Int] = (257..<286).map { $0 < 265 || $0 == 285 ? 0 : ($0 - 261) / 4 }
    /// The number of extra bits behind each symbol for a distance.
    static let distanceExtras: [Int] = (0..<30).map { $0 < 4 ? 0 : $0 / 2 - 1 }
}
