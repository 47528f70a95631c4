import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockWebSocket

@Suite(.inTurn) struct `UTF-8 in pieces` {
    /// Checks whether the bytes can begin a text, and whether they form a text, in every pair of pieces.
    private func check(_ bytes: [UInt8], begins: Bool, isText: Bool) {
        for cut in 0...bytes.count {
            var validator = UTF8Validator()
            let accepted = [bytes[..<cut], bytes[cut...]].allSatisfy { piece in
                Array(piece).withUnsafeBytes { validator.accepts($0) }
            }
            #expect(accepted == begins, "\(bytes) cut at \(cut)")
            if accepted { #expect(validator.isComplete == isText, "\(bytes) cut at \(cut)") }
        }
    }

    @Test(arguments: [
        "", "a", "\u{0}", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{1000}", "\u{CFFF}", "\u{D7FF}",
        "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{FFFFF}", "\u{100000}", "\u{10FFFF}",
        "eight bytes and more, then é and 日本語 and 🫖 and the rest",
    ])
    func `valid text is accepted, and unfinished if a character is cut`(text: String) {
        let bytes = Array(text.utf8)
        check(bytes, begins: true, isText: true)
        check(Array("12345678".utf8) + bytes, begins: true, isText: true)
        for count in bytes.indices {
            let piece = Array(bytes[..<count])
            check(piece, begins: true, isText: String(validUTF8: piece) != nil)
        }
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0], [0xC1], [0xF5], [0xFE], [0xFF],  // No character begins like this.
            [0xE0, 0x80], [0xE0, 0x9F], [0xF0, 0x80], [0xF0, 0x8F],  // Overlong.
            [0xED, 0xA0], [0xED, 0xBF],  // Surrogates.
            [0xF4, 0x90], [0xF4, 0xBF],  // Above U+10FFFF.
            [0xC3, 0x61], [0xC3, 0xC3], [0xE2, 0x82, 0x61], [0xF0, 0x9F, 0x61], [0xF0, 0x9F, 0xAB, 0x61],
            [0xC3, 0xA9, 0xA9], [0xE0, 0xA0, 0xC0],
        ] as [[UInt8]])
    func `invalid bytes are found at once`(bytes: [UInt8]) {
        check(bytes, begins: false, isText: false)
        check(Array("12345678".utf8) + bytes + Array("12345678".utf8), begins: false, isText: false)
        check(Array(bytes.dropLast()), begins: true, isText: String(validUTF8: bytes.dropLast()) != nil)
    }

    @Test func `all pairs of bytes are judged as by the standard library`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                var validator = UTF8Validator()
                let accepted = [first, second].withUnsafeBytes { validator.accepts($0) }
                let isText = String(validUTF8: [first, second]) != nil
                guard (accepted && validator.isComplete) != isText else { continue }
                Issue.record("\(first) \(second)")
            }
        }
    }
}
