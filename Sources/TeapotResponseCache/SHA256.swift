import Foundation

/// The hash function of FIPS 180-4 §6.2, which Foundation doesn't have on Linux.
enum SHA256 {
    private static let primes = (2...311).filter { number in !(2..<number).contains { number % $0 == 0 } }
    /// The first bits of the fractional parts of the primes' cube roots (§4.2.2).
    private static let constants = primes.map { fraction(pow(Double($0), 1 / 3)) }
    /// The first bits of the fractional parts of the first primes' square roots (§5.3.3).
    private static let start = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

    private static func fraction(_ number: Double) -> UInt32 {
        UInt32(truncatingIfNeeded: UInt64(number * 4_294_967_296))
    }

    /// Returns the hash of a text in UTF-8, as hexadecimal digits.
    static func hex(of text: String) -> String {
        var message = Array(text.utf8)
        let bitCount = UInt64(message.count) * 8
        message.append(0x80)
        message += [UInt8](repeating: 0, count: (120 - message.count % 64) % 64)
        message += stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bitCount >> $0) }
        var hash = start
        for block in stride(from: 0, to: message.count, by: 64) { add(message[block..<block + 64], to: &hash) }
        return hash.map { String(format: "%08x", $0) }.joined()
    }

    /// Adds one block of 64 bytes to a hash (§6.2.2).
    private static func add(_ block: ArraySlice<UInt8>, to hash: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let mixed = rotate(early, 7) ^ rotate(early, 18) ^ early >> 3
            words.append(
                words[index - 16] &+ mixed &+ words[index - 7] &+ (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10))
        }
        var (a, b, c, d, e, f, g, h) = (hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7])
        for index in 0..<64 {
            let mixed = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let first = h &+ mixed &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
            let second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (a, b, c, d, e, f, g, h) = (first &+ second, a, b, c, d &+ first, e, f, g)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { hash[index] &+= word }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
}
