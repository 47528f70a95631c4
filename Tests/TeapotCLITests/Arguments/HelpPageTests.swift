import Foundation
import TeapotGuide
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `The help pages` {
    @Test(arguments: Tool.groups.flatMap(\.commands).map(\.name))
    func `no line of a command's page is wider than a terminal`(name: String) throws {
        let command = try Tool.find(name.split(separator: " ").map(String.init)).command
        let page = HelpPage.page(of: command)
        #expect(page.split(separator: "\n").filter { $0.count > HelpPage.width && !$0.hasPrefix("  teapot") } == [])
        for option in command.options { #expect(page.contains(option.spelling)) }
        #expect(page.contains("usage: teapot \(name) [options]"))
        for option in command.options where option.isRequired {
            #expect(page.split(separator: "\n")[0].contains(" \(option.spelling) \(option.value ?? "")"))
        }
        #expect(page.contains("\nexit status:\n  0 "))
        #expect(!command.examples.isEmpty)
    }

    @Test func `of help is the overview`() async throws {
        #expect(try await Built.run(["help", "help"]).output == HelpPage.overview(Tool.groups))
    }

    @Test(arguments: [["help", "import"], ["import", "--help"], ["import", "-h"], ["help", "import", "--help"]])
    func `the page of a word that two commands share names both`(words: [String]) async throws {
        let run = try await Built.run(words)
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(run.output.hasPrefix("usage: teapot import COMMAND [options] …\n"))
        #expect(run.output.contains("  teapot import har       converts a HAR file to a folder of mocks\n"))
        #expect(run.output.contains("  teapot import wiremock  "))
    }

    @Test(arguments: ["mocks", "scenarios"])
    func `a topic has a page with examples and the address of an article`(topic: String) async throws {
        let page = try await Built.run(["help", topic])
        #expect(page.status == 0)
        #expect(page.errors == "")
        let lines = page.output.split(separator: "\n")
        #expect(lines.filter { $0.count > HelpPage.width && !$0.hasPrefix("https://github.com/elland/Teapot/") } == [])
        #expect(page.output.contains("/TeapotMockFolders.docc/FoldersOfMocks.md"))
        #expect(HelpPage.overview(Tool.groups).replacing("\n", with: " ").contains("“teapot help \(topic)”"))
        let misused = try await Built.run([topic])
        #expect(
            misused.errors == "teapot: unknown command “\(topic)”; did you mean “teapot help \(topic)”?"
                + " Run “teapot --help”.\n")
    }

    @Test(arguments: ["openapi", "wiremock"])
    func `a topic that a command covers has a short page`(topic: String) async throws {
        let page = try await Built.run(["help", topic])
        #expect(page.status == 0)
        #expect(page.output.split(separator: "\n").filter { $0.count > HelpPage.width } == [])
        #expect(page.output.contains("\n  teapot serve \(topic)"))
        #expect(page.output.contains("\n  teapot check \(topic)"))
        #expect(HelpPage.overview(Tool.groups).replacing("\n", with: " ").contains("“teapot help \(topic)”"))
    }

    @Test func `the page about mocks names every condition, and the status of a prefix`() throws {
        let page = try #require(Guide.pages["mocks"]).replacing("\n", with: " ")
        let names = [
            "method, host, path, exactPath, query, exactQuery and headers", "body, json, jsonContains, form, multipart",
            "bodySHA1", "“fault” and “stream”", "success_ (status 200)", "error_ (400)",
        ]
        for name in names { #expect(page.contains(name)) }
    }

    @Test func `the examples of the topics are valid`() async throws {
        let (mocks, scenarios) = (try #require(Guide.pages["mocks"]), try #require(Guide.pages["scenarios"]))
        // The lines of the examples have a file and its contents.
        let examples = try #require(mocks.range(of: "Examples of the contents:"))
        let graphQL = try #require(mocks.range(of: "no regular expressions"))
        let operation = try #require(mocks[graphQL.upperBound...].split(separator: "\n").first { $0.contains("    {") })
        var files = [
            "Shop/Mocks/graphql/mocks.index.json": String(operation),
            "Shop/Mocks/graphql/success_POST_teas.json": #"{"data": {"teas": []}}"#,
        ]
        for line in mocks[examples.upperBound..<graphQL.lowerBound].split(separator: "\n") where line.hasPrefix("  ") {
            let words = line.split(separator: " ", maxSplits: 1)
            files["Shop/Mocks/users/\(words[0])"] = words[1].trimmingCharacters(in: .whitespaces) + "\n"
        }
        #expect(files.count == 8)
        files["Shop/Mocks/users/success_p2.json"] = "[]"
        files["Shop/Mocks/users/error_503_busy.json"] = "{}"
        let begin = try #require(scenarios.range(of: "  {\n"))
        let end = try #require(scenarios.range(of: "\n  }\n"))
        files["Shop/Scenarios/busy.json"] = String(scenarios[begin.lowerBound..<end.upperBound])
        let folder = try TemporaryFolder(files)
        let run = try await Built.run(["check", folder.path("Shop").path])
        #expect(run.output == "No problems in 7 mocks.\n")
    }

    @Test func `options stand under headings, and a page without any has one list`() async throws {
        let serve = try await Built.run(["serve", "--help"]).output
        let titles = serve.split(separator: "\n").filter { $0.hasSuffix(":") && !$0.hasPrefix(" ") }
        #expect(
            titles == [
                "what can be served:", "examples:", "mocks and documents:", "responses:", "server:",
                "output:", "live server:", "recording:", "other options:", "exit status:",
            ])
        #expect(try await Built.run(["routes", "--help"]).output.contains("\n\noptions:\n      --color WHEN"))
    }

    @Test func `the usage names a command's required options`() async throws {
        let run = try await Built.run(["import", "har", "--help"])
        #expect(run.output.hasPrefix("usage: teapot import har [options] --into FOLDER FILE\n"))
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
    func `text wraps between words`(text: String, indent: Int, lines: String) {
        #expect(HelpPage.wrapped(text, indent: indent) == lines)
    }
}
