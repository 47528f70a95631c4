import TeapotTestTraits
import Testing

import TeapotMock
import TeapotMockWebSocket

@Suite(.inTurn) struct `SHA-1` {
    /// The test vectors of RFC 3174 §7.3, and those of FIPS 180 for zero and two blocks.
    @Test(arguments: [
        ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
        ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        (
            "0123456701234567012345670123456701234567012345670123456701234567", 10,
            "dea356a2cddd90c7a7ecedc5ebb563934f460452"
        ),
        ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
            1, "a49b2446a02c645bf419f995b67091253a04a259"
        ),
    ])
    func `it gives the hashes from the standard`(text: String, count: Int, expected: String) {
        let digest = SHA1.digest(of: Array(String(repeating: text, count: count).utf8))
        let digits = Array("0123456789abcdef")
        #expect(String(digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }) == expected)
    }

    @Test func `each length near the end of a block gives its own hash`() {
        let hashes = (50...70).map { SHA1.digest(of: [UInt8](repeating: 0x61, count: $0)) }
        #expect(Set(hashes).count == hashes.count)
        #expect(hashes.allSatisfy { $0.count == 20 })
    }
}
