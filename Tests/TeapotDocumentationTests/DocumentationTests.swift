import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `The documentation` {
    @Test(arguments: Repository.samples.filter { !$0.isManifest })
    func `each sample is in a file that is compiled`(sample: Sample) {
        #expect(!sample.lines.isEmpty)
        #expect(
            Repository.compiled.contains { sample.stands(in: $0) },
            "no file in a Tests/*/Documentation folder has these lines: \(sample.lines)"
        )
    }

    @Test(arguments: [
        ("README.md", 4), ("GettingStarted.md", 10), ("Errors.md", 2), ("AdaptersAndRetries.md", 4), ("Logging.md", 3),
        ("Localization.md", 2), ("OnLinux.md", 2), ("ComingFromTeapot2.md", 5), ("ComingFromAlamofire.md", 4),
        ("ComingFromGet.md", 7), ("ComingFromMocker.md", 5), ("TestingAnAPIClient.md", 8), ("TeapotMockServer.md", 1),
        ("TeapotMockTesting.md", 3), ("TestingInTenRecipes.md", 12), ("RouterTrait.swift", 1), ("Server.swift", 1),
        ("TheInspector.md", 3), ("MockTeapot.swift", 1), ("Logger.swift", 1),
    ])
    func `existing samples are found`(document: String, count: Int) {
        let found = Repository.samples.filter { $0.document == document || $0.document.hasSuffix("/" + document) }
        #expect(found.count >= count)
    }

    @Test func `samples are read from Markdown and from documentation comments`() {
        let markdown = "text\n```swift\n  let a = 1\n\n  let b = 2\n```\n```sh\nls\n```\n```swift\nlet c = 3\n```\n"
        let found = Sample.all(in: markdown, of: "a.md")
        #expect(found.map(\.lines) == [["let a = 1", "let b = 2"], ["let c = 3"]])
        #expect(found.map(\.line) == [3, 11])
        let comments = "    /// ```swift\n    /// let a = 1\n    ///\n    /// ```\n    let b = 2\n"
        #expect(Sample.all(in: comments, of: "a.swift").map(\.lines) == [["let a = 1"]])
    }

    @Test(arguments: [
        ("let a = 1\nlet b = 2", true), ("let a =  1\n\n    let b = 2", true), ("let b = 2\nlet c = 3", true),
        ("let a = 1\nlet c = 3", false), ("let c = 3\nlet d = 4", false), ("let a", false), ("leta = 1", false),
        ("", false),
    ])
    func `a sample must be found as a whole`(text: String, isFound: Bool) {
        let sample = Sample(document: "a.md", line: 1, lines: Sample.normalized(text))
        #expect(
            sample.stands(in: Sample.normalized("func f() {\n    let a = 1\n    let b = 2\n\n    let c = 3\n}"))
                == isFound
        )
    }

    @Test func `each kind of error has a table row`() {
        let source =
            Repository.text(of: "Sources/Teapot/Errors/TeapotError+Type.swift")
            + Repository.text(of: "Sources/TeapotMock/Errors/TeapotError+MockKinds.swift")
        let kinds = source.matches(of: /Self\(rawValue: "(\w+)"\)/).map { String($0.output.1) }
        let article = Repository.text(of: "Sources/Teapot/Teapot.docc/Errors.md")
        #expect(kinds.count >= 18)
        #expect(kinds.filter { !article.contains("| `\($0)` |") } == [])
    }

    @Test func `each sentence has a table row`() {
        let table = Repository.text(of: "Localization/en.lproj/Localizable.strings")
        let rows = table.matches(of: /"(Teapot:\w+)" = "([^"]+)";/).map { "| `\($0.output.1)` | \($0.output.2) |" }
        let article = Repository.text(of: "Sources/Teapot/Teapot.docc/Localization.md")
        #expect(rows.count >= 18)
        #expect(rows.filter { !article.contains($0) } == [])
    }

    @Test(arguments: Repository.markdown)
    func `links lead to files and headings that exist`(path: String) {
        let document = Markdown(path)
        let missing = document.links.filter { link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let target = parts[0].isEmpty ? path : Repository.path(String(parts[0]), from: path)
            guard FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent(target).path) else {
                return true
            }
            return parts.count > 1 && !Markdown(target).anchors.contains(String(parts[1]))
        }
        #expect(missing == [])
    }

    @Test(arguments: Repository.markdown)
    func `a document has no syntax that GitHub doesn't render`(path: String) {
        #expect(Markdown(path).doccSyntax == [])
    }

    @Test(arguments: [
        ("README.md", 30), ("CHANGELOG.md", 2), (".github/CONTRIBUTING.md", 1),
        ("Sources/Teapot/Teapot.docc/GettingStarted.md", 2),
    ])
    func `existing links are found`(path: String, count: Int) {
        #expect(Repository.markdown.contains(path))
        #expect(Markdown(path).links.count >= count)
    }

    @Test func `links, headings and the syntax of DocC are read from Markdown`() {
        let text = """
            # ``Tea``
            See [a](b.md), [c
            d](#e), <doc:F>, [g](doc:G), `` `h` `` and ``I/j``; not `[p](q.md)` or [k](https://l.test).
            ## What's `new`, and why?
            ## Tea
            ```
            [m](n.md) <doc:O>
            ```
            ## Topics
            - ``P``
            """
        let page = Markdown(text: text)
        #expect(page.links == ["b.md", "#e", "doc:G"])
        #expect(page.anchors == ["tea", "whats-new-and-why", "tea-1", "topics"])
        #expect(page.doccSyntax == ["<doc:F", "(doc:G", "``I"])
    }

    @Test func `each file that contributors are referred to exists`() {
        let text = Repository.text(of: ".github/CONTRIBUTING.md")
        let paths = text.matches(of: /`((?:Sources|Tests|TestResources|\.ci)\/[^`\s]+)`/).map { String($0.output.1) }
        #expect(paths.count >= 40)
        let missing = paths.filter {
            !FileManager.default.fileExists(atPath: Repository.root.appendingPathComponent($0).path)
        }
        #expect(missing == [])
    }
}
