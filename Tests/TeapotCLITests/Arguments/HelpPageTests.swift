import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `The pages that help` {
    @Test(arguments: Tool.groups.flatMap(\.commands).map(\.name))
    func `no line of a command's page is wider than a terminal`(name: String) throws {
        let command = try Tool.find(name.split(separator: " ").map(String.init)).command
        let page = HelpPage.page(of: command)
        #expect(page.split(separator: "\n").filter { $0.count > HelpPage.width && !$0.hasPrefix("  teapot") } == [])
        for option in command.options { #expect(page.contains(option.spelling)) }
        #expect(page.contains("usage: teapot \(name) [options]"))
        #expect(page.contains("\nexit status:\n  0 "))
        #expect(!command.examples.isEmpty)
    }

    @Test func `the overview names every command`() {
        let page = HelpPage.overview(Tool.groups)
        for command in Tool.groups.flatMap(\.commands) { #expect(page.contains("  \(command.name) ")) }
        #expect(page.split(separator: "\n").allSatisfy { $0.count <= HelpPage.width })
    }

    @Test func `no two options of a command share a name or a letter`() {
        for command in Tool.groups.flatMap(\.commands) {
            let options = command.options + Option.common
            #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
            #expect(Set(options.compactMap(\.letter)).count == options.compactMap(\.letter).count, "\(command.name)")
        }
    }

    @Test(arguments: [
        ("one two three", 0, "one two three"),
        ("", 4, ""),
        (String(repeating: "word ", count: 16) + "end", 0, String(repeating: "word ", count: 15) + "word\nend"),
        ("a " + String(repeating: "x", count: 90), 2, "  a\n  " + String(repeating: "x", count: 90)),
    ])
    func `text is wrapped between words`(text: String, indent: Int, lines: String) {
        #expect(HelpPage.wrapped(text, indent: indent) == lines)
    }
}
