import Foundation
import Teapot
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `Text that arrives in pieces` {
    @Test func `a character cut in two is shown once it's whole`() {
        var text = TerminalText()
        var shown = ""
        for byte in Data("aé🫖\n".utf8) { shown += text.feed(Data([byte])) }
        shown += text.end()
        #expect(shown == "aé🫖\n")
        #expect(text.endsLine)
        #expect(!text.isBinary)
    }

    @Test(arguments: [Data([0x61, 0]), Data([0xFF, 0xD8, 0xFF, 0xE0, 0x10, 0x4A]), Data([0xC3])])
    func `bytes that aren't text are reported but not shown`(bytes: Data) {
        var text = TerminalText()
        #expect(text.feed(bytes) == "")
        #expect(text.end() == "")
        #expect(text.isBinary)
    }

    @Test func `control characters are escaped`() {
        var text = TerminalText()
        #expect(text.feed(Data("a\r\n\u{1B}[2J".utf8)) == "a\n\\u{1B}[2J")
    }
}
