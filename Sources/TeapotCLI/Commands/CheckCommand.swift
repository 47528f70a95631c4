import Foundation
import Teapot
import TeapotMock
import TeapotMockWireMock
import TeapotMockDrift
import TeapotMockFolders

/// The implementation of `teapot check`.
struct CheckCommand {
    private let arguments: Arguments
    private let console: Console
    private let live: URL?
    private let values: [String: String]

    init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
        self.arguments = arguments
        self.console = console
        live = try arguments.liveURL(arguments["live"], for: "“--live”")
        var values: [String: String] = [:]
        for text in arguments.all("value") {
            guard let mark = text.firstIndex(of: "="), mark != text.startIndex else {
                throw arguments.misuse("“\(text)” is not a value: write --value name=text.")
            }
            values[String(text[..<mark])] = String(text[text.index(after: mark)...])
        }
        self.values = values
        if live != nil, arguments.has("openapi") {
            throw arguments.misuse("“--openapi” and “--live” can't be combined; use one at a time.")
        }
        if !arguments.has("openapi") { try arguments.refuse(["assert-formats"], "requires “--openapi”") }
        if live == nil, arguments.has("header") || !values.isEmpty {
            throw arguments.misuse("“--header” and “--value” require “--live”.")
        }
    }

    func run() async throws -> ExitStatus {
        let path = arguments.word(0) ?? ""
        if MockDirectories.isWireMock(path) {
            try arguments.refuse(["scenarios", "openapi", "live"], "requires a folder of mocks, not a WireMock root")
            return try tell(try WireMockFolder.read(path, into: Router()).problems.map(FileProblem.init), nil, "stubs")
        }
        let directories = try MockDirectories(path, scenarios: arguments["scenarios"])
        let folder = MockFolder(directories.mocks)
        var findings = folder.problems.map { FileProblem($0, in: directories.mocks) }
        if let scenarios = directories.scenarios {
            findings += ScenarioFolder(scenarios, mocks: folder).problems.map { FileProblem($0, in: scenarios) }
        }
        let count = folder.mocks.count
        if count == 0, findings.isEmpty { throw Failure("“\(path)” contains no mocks.", .noInput) }
        let drift = try await compare(folder)
        if let live, let error = drift?.networkError {
            if arguments.has("json") { _ = try tell(findings, drift, "") } else { try list(findings) }
            throw Failure("can't reach the live server \(live): \(error)", .noResponse)
        }
        let prefix = FileProblem.prefix(of: directories.mocks)
        return try tell(findings, drift, String(counting: count, "mock"), in: prefix)
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
        var fields = try HeaderArguments.fields(arguments).combined
        if let credentials = arguments["live"].flatMap(Address.init)?.credentials, fields["Authorization"] == nil {
            fields["Authorization"] = "Basic " + Data(credentials.utf8).base64EncodedString()
        }
        return await folder.validate(against: live, values: values, headers: fields)
    }

    private func list(_ findings: [FileProblem]) throws {
        for finding in findings { try console.print(finding.text.printable) }
    }

    private func tell(
        _ findings: [FileProblem], _ drift: DriftReport?, _ subjects: String, in prefix: String = ""
    ) throws -> ExitStatus {
        let isClean = findings.isEmpty && drift?.isEmpty != false
        if arguments.has("json") {
            var document: [String: any Sendable] = ["problems": findings.map(\.members) as [any Sendable]]
            document["drift"] = drift?.json
            let text = try JSON.dictionary(document).data([.sortedKeys, .prettyPrinted])
            try console.print(String(decoding: text, as: UTF8.self))
        } else {
            try list(findings)
            let lines = drift.map { $0.drifts.map { "\(prefix)\($0)" } + $0.totals } ?? []
            for line in lines { try console.print(line.printable) }
            let count = findings.isEmpty ? "No problems" : String(counting: findings.count, "problem")
            if isClean || !findings.isEmpty { try console.print("\(count) in \(subjects).") }
        }
        return isClean ? .success : .findings
    }
}
