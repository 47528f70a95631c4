import Foundation
import Teapot
import TeapotMock
import TeapotMockWireMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotMockOpenAPI

/// The implementation of `teapot check`.
struct CheckCommand {
    private let arguments: Arguments
    private let console: Console
    private let live: URL?
    private var values: [String: String] = [:]

    init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
        self.arguments = arguments
        self.console = console
        live = try arguments.liveURL(arguments["live"], for: "“--live”")
        for text in arguments.all("value") {
            guard let (name, value) = text.parts(at: "=") else {
                throw arguments.misuse("“\(text)” is not a value: write --value name=text.")
            }
            values[name] = value
        }
        if live != nil { try arguments.refuse(["openapi"], "and “--live” can't be combined; use one at a time") }
        if live == nil { try arguments.refuse(["header", "value"], "requires “--live”") }
        let others = arguments.has("openapi") ? [] : ["assert-formats", "require-all"]
        try arguments.refuse(others, "requires “--openapi”")
    }

    func run() async throws -> ExitStatus {
        let path = arguments.word(0) ?? "Mocks"
        let others = ["scenarios", "openapi", "live"]
        if MockDirectories.isWireMock(path) {
            try arguments.refuse(others, "requires a folder of mocks, not a WireMock root")
            let stubs = try WireMockFolder.read(path)
            return try tell(
                CheckReport(WireMockFolder.findings(stubs, in: path)), String(counting: stubs.stubs, "stub"))
        }
        if OpenAPIFile.isDocument(path) {
            try arguments.refuse(others, "requires a folder of mocks, not a document")
            return try check(document: path)
        }
        guard InputFile.isFolder(path) == true else { throw InputFile.unusable(path, .checked) }
        let directories = try MockDirectories(path, scenarios: arguments["scenarios"])
        let folder = MockFolder(directories.mocks)
        var problems = folder.problems.map { Finding($0, in: directories.mocks) } + directories.suspicions(in: folder)
        problems += folder.misnamedFolders(besides: directories.scenarios)
        if let scenarios = directories.scenarios {
            problems += ScenarioFolder(scenarios, mocks: folder).problems.map { Finding($0, in: scenarios) }
        }
        let hint = problems.isEmpty ? MockDirectories.hint(for: folder) : nil
        if let hint { throw Failure("“\(path)” has \(hint).", .noInput) }
        let drift = try await compare(folder)
        let report = CheckReport(problems, drift, in: directories.mocks, requiresAll: arguments.has("require-all"))
        if let live, let error = drift?.networkError {
            if arguments.has("json") { _ = try tell(report, "") } else { try show(CheckReport(problems).findings) }
            throw Failure("can't reach the live server \(live): \(error).", .noResponse)
        }
        return try tell(report, String(counting: folder.mocks.count, "mock"))
    }

    private func check(document path: String) throws -> ExitStatus {
        do {
            let document = try OpenAPIDocument(contentsOf: URL(fileURLWithPath: path))
            let problems = Finding.all(document.problems, at: path)
            return try tell(CheckReport(problems), String(counting: document.operations.count, "operation"))
        } catch let error as OpenAPIDocument.ReadingError {
            return try tell(CheckReport(Finding.all([error], at: path)), "")
        }
    }

    /// Compares the folder with the given source, or returns `nil` if there's none.
    private func compare(_ folder: MockFolder) async throws -> DriftReport? {
        if let file = arguments["openapi"] {
            let document = try OpenAPIFile.read(file, console)
            return folder.validate(against: document, assertsFormats: arguments.has("assert-formats"))
        }
        guard let live else { return nil }
        if let (name, known) = folder.unknownVariable(among: values.keys) {
            throw arguments.misuse("“--value \(name)=…” has no effect, because no path has “{\(name)}”; \(known).")
        }
        var progress = ProgressLine(console)
        progress.show("requesting from \(live)…")
        defer { progress.clear() }
        var fields = try arguments.headers().combined
        if let credentials = arguments["live"].flatMap(Address.init)?.credentials, fields["Authorization"] == nil {
            fields["Authorization"] = "Basic " + Data(credentials.utf8).base64EncodedString()
        }
        return await folder.validate(against: live, values: values, headers: fields)
    }

    private func show(_ lines: [String]) throws { for line in lines { try console.print(line.printable) } }

    private func tell(_ report: CheckReport, _ subjects: String) throws -> ExitStatus {
        if arguments.has("json") {
            let text = try report.json.data([.sortedKeys, .prettyPrinted])
            try console.print(String(decoding: text, as: UTF8.self))
        } else {
            try show(report.lines(for: subjects))
        }
        return report.isClean ? .success : .findings
    }
}
