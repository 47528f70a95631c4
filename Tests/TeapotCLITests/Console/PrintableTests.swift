import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `A terminal's control characters` {
    @Test(arguments: [
        ("plain, with tab\tand line\n", "plain, with tab\tand line\n"),
        ("Zoë 茶 🫖", "Zoë 茶 🫖"),
        ("\u{1B}[31mred", "\\u{1B}[31mred"),
        ("\u{9B}2J", "\\u{009B}2J"),
        ("a\rb", "a\\rb"),
        ("\u{7}\u{8}\u{7F}", "\\u{07}\\u{08}\\u{7F}"),
        ("\u{202E}txt.exe", "\\u{202E}txt.exe"),
        ("\u{2066}\u{2028}", "\\u{2066}\\u{2028}"),
    ])
    func `are escaped`(text: String, shown: String) {
        #expect(text.printable == shown)
    }
}
