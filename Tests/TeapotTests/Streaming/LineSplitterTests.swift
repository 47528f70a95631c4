@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A line splitter` {
    /// Returns the lines of several pieces.
    private func lines(_ pieces: [[UInt8]]) -> [String] {
        var splitter = LineSplitter()
        return pieces.flatMap { splitter.feed(Data($0)) } + splitter.end()
    }

    static let cases: [(String, [String])] = [
        ("", []), ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\n", ["a"]), ("\n", [""]), ("a\r\nb\r\n", ["a", "b"]),
        ("a\rb\r", ["a", "b"]), ("\r\n\r\n", ["", ""]), ("\n\r", ["", ""]), ("\r\r\n\n", ["", "", ""]),
        ("a\n\nb", ["a", "", "b"]), ("é🫖\r\n\u{2028}x\u{85}y\u{0C}z", ["é🫖", "\u{2028}x\u{85}y\u{0C}z"]),
        ("a\n\u{301}b", ["a", "\u{301}b"]), ("a\0b\n", ["a\0b"]), ("\u{FEFF}a\n", ["\u{FEFF}a"]),
    ]

    @Test(arguments: cases)
    func `lines end with LF, CR, or CRLF, wherever the pieces are cut`(text: String, expected: [String]) {
        let bytes = Array(text.utf8)
        #expect(lines([bytes]) == expected)
        #expect(lines(bytes.map { [$0] }) == expected)
        for cut in 0...bytes.count {
            #expect(lines([Array(bytes[..<cut]), [], Array(bytes[cut...])]) == expected)
        }
    }

    @Test func `bytes that aren't UTF-8 are replaced`() {
        #expect(lines([[0x61, 0xFF, 0x62, 0x0A, 0xC3]]) == ["a\u{FFFD}b", "\u{FFFD}"])
        #expect(lines([[0xC3], [0xA9, 0x0A]]) == ["é"])
    }
}
