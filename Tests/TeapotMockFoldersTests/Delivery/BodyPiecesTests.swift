import Foundation
import Teapot
import TeapotTestTraits
import Testing

import TeapotMock
@testable import TeapotMockFolders

@Suite(.inTurn) struct `The pieces of a body` {
    /// Returns the pieces as texts, with each nonzero pause before its piece.
    private func pieces(
        _ text: String, by division: BodyPieces.Division = .events, every interval: Double = 0
    ) -> [String] {
        var pieces = BodyPieces(Data(text.utf8), by: division, every: interval)
        var texts: [String] = []
        while let piece = pieces.next() {
            if piece.pause > 0 { texts.append("\(piece.pause)") }
            if !piece.bytes.isEmpty { texts.append(String(decoding: piece.bytes, as: UTF8.self)) }
        }
        return texts
    }

    @Test(
        arguments: [
            ("", []),
            ("data: a\n\ndata: b\n\n", ["data: a\n\n", "data: b\n\n"]),
            ("data: a\r\n\r\ndata: b\r\rdata: c\n\n", ["data: a\r\n\r\n", "data: b\r\r", "data: c\n\n"]),
            ("data: a\ndata: b\n\n", ["data: a\ndata: b\n\n"]),
            // An event that no empty line ends is completed.
            ("data: a\n\ndata: b\n", ["data: a\n\n", "data: b\n\n"]), ("data: a", ["data: a\n\n"]),
            (
                ": wait 500 ms\ndata: a\n\n: wait 2 s\n: wait 1s\ndata: b\n\n",
                ["0.5", "data: a\n\n", "3.0", "data: b\n\n"]
            ),
            // A pause within an event, and one at the end.
            ("data: a\n: wait 1 s\ndata: b\n\n", ["data: a\n", "1.0", "data: b\n\n"]),
            ("data: a\n: wait 1 s\n", ["data: a\n", "1.0", "\n"]),
            ("data: a\n\n:wait 1 h\n", ["data: a\n\n", "3600.0"]),
            (": waiting\n: hi\n\n\ndata: a\n\n", [": waiting\n: hi\n\n", "\ndata: a\n\n"]),
            ("\u{FEFF}data: a\n\n", ["\u{FEFF}data: a\n\n"]), ("\n\n", ["\n\n"]),
        ] as [(String, [String])])
    func `of server-sent events are events, with pauses between them`(text: String, expected: [String]) {
        #expect(pieces(text) == expected)
    }

    @Test func `are lines or a number of bytes, with pauses between them`() {
        #expect(pieces("{}\n[]\r\n1", by: .lines, every: 0.5) == ["{}\n", "0.5", "[]\r\n", "0.5", "1"])
        #expect(pieces("abcde", by: .bytes(2), every: 1) == ["ab", "1.0", "cd", "1.0", "e"])
        #expect(pieces("abc", by: .bytes(.max)) == ["abc"])
        #expect(pieces("data: a\n\n: wait 1 s\ndata: b\n\n", every: 0.5) == ["data: a\n\n", "1.5", "data: b\n\n"])
    }

    @Test(
        arguments: [
            ("500 ms", 0.5), ("500ms", 0.5), (" 2 s ", 2), ("1.5 min", 90), ("1 h", 3600), ("24 h", 86400), ("0 s", 0),
            ("", nil), ("5", nil), ("ms", nil), ("-1 s", nil), ("1.2.3 s", nil), (".5 s", nil), ("5. s", nil),
            ("25 h", nil), ("1 day", nil), ("٣ s", nil), ("1e3 s", nil), ("999999999999999999999 ms", nil),
        ] as [(String, Double?)])
    func `are separated by the times in files`(text: String, seconds: Double?) {
        #expect(WrittenTime.seconds(text) == seconds)
    }
}
