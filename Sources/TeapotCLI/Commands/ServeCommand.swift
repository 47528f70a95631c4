import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockFolders
import TeapotMockOpenAPI
import TeapotMockRecording
import TeapotMockStore
import TeapotMockWireMock

/// `teapot serve`: a server for a folder of mocks, a WireMock root, an OpenAPI document, a JSON file, or the sample.
struct ServeCommand {
    private let arguments: Arguments
    private let console: Console
    private let live: LiveServer?
    private let pace: ServicePace
    private let speed: Double

    /// The options that only a folder of mocks has.
    static let folderOptions = ["scenario", "scenarios", "record", "openapi", "hold", "speed"]

    init(_ arguments: Arguments, _ console: Console) throws(UsageError) {
        (self.arguments, self.console) = (arguments, console)
        (live, pace, speed) = (try arguments.liveServer(), try ServicePace(arguments), try arguments.speed())
        let needs = (arguments.word(0) == nil ? ["a FOLDER to write to"] : []) + (live == nil ? ["--live URL"] : [])
        if !needs.isEmpty { try arguments.refuse(["record"], "requires \(needs.joined(separator: ", and "))") }
        if arguments.has("no-inspector") { try arguments.refuse(["hold"], "requires the inspector") }
        if !arguments.has("record") { try arguments.refuse(Recording.options.map(\.name), "requires “--record”") }
    }

    func run() async throws -> ExitStatus {
        let here = InputFile.isFolder("Mocks") == true && !arguments.has("openapi") ? "Mocks" : nil
        guard let path = arguments.word(0) ?? here else {
            if let document = arguments["openapi"] { return try await serveDocument(document) }
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("teapot-sample-\(UUID().uuidString.prefix(8))", isDirectory: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try Sample.write(to: folder)
            let directories = try MockDirectories(folder.path, scenarios: arguments["scenarios"])
            return try await serve(directories, Sample.name)
        }
        let isDocument = OpenAPIFile.isDocument(path)
        if !isDocument, InputFile.isFolder(path) != nil, !arguments.has("openapi") {
            try arguments.refuse(["items", "stateless", "no-validate"], "requires an OpenAPI document")
        }
        if MockDirectories.isWireMock(path) { return try await serveWireMock(path) }
        switch InputFile.isFolder(path) {
        case false?: return try await isDocument ? serveDocument(path) : serveFile(path)
        case nil where arguments.has("record"):
            throw Failure("no folder “\(path)”; create it, or run “teapot record URL --into \(path)”.", .noInput)
        case nil: throw InputFile.unusable(path, .served)
        case true?: break
        }
        let directories = try MockDirectories(path, scenarios: arguments["scenarios"])
        return try await serve(directories, directories.mocks.path)
    }

    private func serve(_ directories: MockDirectories, _ name: String) async throws -> ExitStatus {
        let document = try arguments["openapi"].map { try OpenAPIFile.read($0, console, served: true) }
        let folder = MockFolder(directories.mocks, speed: speed)
        let scenarios = directories.scenarios.map { ScenarioFolder($0) }
        let switchboard = Switchboard(folder, scenarios: scenarios)
        switchboard.undecided = arguments.has("hold") ? .hold : .firstMock
        let recording =
            arguments.has("record")
            ? try Recording(
                into: .folder(directories.mocks, formattingJSON: !arguments.has("verbatim")), arguments,
                console.reporting) : nil
        if let live {
            let passthrough = live.passthrough(recorder: recording?.recorder)
            switchboard.environments = [Switchboard.Environment(live.url.absoluteString, passthrough: passthrough)]
        }
        let broken = Set(arguments.all("scenario")).subtracting(switchboard.scenarios.map(\.name))
        if let problem = scenarios?.problems.first(where: { broken.contains(MockFileName.stem(of: $0.file)) }) {
            throw Failure("\(problem)", .badData)
        }
        do throws(Switchboard.Refusal) {
            for name in arguments.all("scenario") { try switchboard.activate(name, allowsEarlyEnd: true) }
        } catch {
            let folder = directories.scenarios ?? URL(fileURLWithPath: "../Scenarios", relativeTo: directories.mocks)
            let place = "no scenarios in “\(folder.standardizedFileURL.path)”."
            let reason = error.description.replacingOccurrences(of: "no scenarios.", with: place)
            throw arguments.misuse(reason.asClause)
        }
        let router = Router()
        pace.apply(to: router)
        router.switchboard = switchboard
        router.advise("The mocks are in “\(directories.mocks.path)”", live)
        let service = try Service(router, arguments, console, live, hasFiles: recording != nil)
        let (problems, mocks) = folder.listing
        console.warn(problems + mocks.prefix(InputFile.checkedFirst).flatMap(\.problems), in: directories.mocks)
        if let folder = directories.scenarios { console.warn(scenarios?.problems ?? [], in: folder) }
        let flaws = folder.misnamedFolders(besides: directories.scenarios).map(\.text)
        for flaw in flaws + [folder.misplacement].compactMap(\.self) { console.warn(flaw) }
        let command = "teapot check \((arguments.word(0) ?? "Mocks").quotedIfNecessary)"
        let warn = { @Sendable [console] in
            let count = directories.suspicions(in: folder).count
            if count > 0 { console.warn("“\(command)” finds \(String(counting: count, "more problem")).") }
        }
        if mocks.count > InputFile.checkedFirst { Task { warn() } } else { warn() }
        if let document { try answer(router, from: document) }
        let found = mocks.isEmpty ? nil : document.map { folder.validate(against: $0) }
        let drift = CheckReport([], found, in: directories.mocks).findings
        for difference in drift { console.warn(difference) }
        let again = "\(command) --openapi \((arguments["openapi"] ?? "").quotedIfNecessary)"
        let differences = drift.isEmpty ? [] : ["differences in the mocks at the start: \(drift.count); see \(again)"]
        // Read the other mocks during the first requests, so that these don't wait for thousands of files. Stopping the
        // service cancels this.
        async let _: Void = check(mocks.dropFirst(InputFile.checkedFirst), folder, router.journal.changes)
        let content = Service.Content(
            advice: "", title: document.map { "Other requests: \($0.name)" } ?? "All responses",
            lines: pace.greeting + differences, document: document.map { ($0.name, $0.table(options)) })
        let served = try await service.runToEnd(content) { greeting(at: $0, switchboard, name) }
        let (recorded, status) = (try await recording?.finish() ?? .success, try served.get())
        return recorded == .success ? status : recorded
    }

    /// Reports problems with the files of mocks, and then problems that an edit causes, with the next request.
    private func check(_ mocks: ArraySlice<MockFolder.Mock>, _ folder: MockFolder, _ changes: AsyncStream<Void>) async {
        var known = folder.listing.problems
        for mock in mocks where !Task.isCancelled { console.warn(mock.problems, in: folder.directory) }
        for await _ in changes {
            let problems = folder.listing.problems
            console.warn(problems.filter { !known.contains($0) }, in: folder.directory)
            known = problems
        }
    }

    private func greeting(at url: String, _ switchboard: Switchboard, _ name: String) -> [String] {
        let active = Set(switchboard.activeScenarios.map(\.id))
        let scenarios = switchboard.scenarios.map { active.contains($0.name) ? "\($0.name) (active)" : $0.name }
        var lines = ["Serving \(String(counting: switchboard.folder?.mocks.count ?? 0, "mock")) from \(name) at \(url)"]
        if let hint = switchboard.folder.flatMap(MockDirectories.hint) { lines.append("  \(hint)") }
        if !scenarios.isEmpty { lines.append("  scenarios: " + scenarios.joined(separator: ", ")) }
        if let document = arguments["openapi"] { lines.append("  other requests: \(document)") }
        if let live { lines.append("  live: \(live.url)" + (arguments.has("record") ? ", recorded" : "")) }
        lines += pace.greeting
        if name == Sample.name { lines.append("  for a copy to edit: teapot init Shop") }
        if let first = switchboard.folder?.exampleTarget, !arguments.has("hold") {
            lines.append("  try: teapot get " + "\(url)\(first)".quotedIfNecessary)
        }
        return lines
    }

    private func serveWireMock(_ folder: String) async throws -> ExitStatus {
        try await serve("a WireMock root") { router in
            let report = try WireMockFolder.read(folder, into: router)
            for finding in WireMockFolder.findings(report, in: folder) { console.warn(finding.text) }
            return Service.Content(
                reason: "matches no stub in “\(folder)”",
                advice: "Add a stub to “\(folder)/mappings” and start again",
                title: "Serving \(String(counting: report.stubs, "stub")) from \(folder)",
                lines: report.stubs > 0 ? [] : ["  no stubs yet: write one to “\(folder)/mappings” and start again"])
        }
    }

    /// Serves the resources of a JSON file.
    private func serveFile(_ file: String) async throws -> ExitStatus {
        try InputFile.check(file)
        guard file.lowercased().hasSuffix(".json") else { throw InputFile.unusable(file, .served) }
        if let kind = ForeignFile.description(of: file) { console.warn("“\(file)” \(kind). Serving it as plain JSON.") }
        return try await serve("a file") { router in
            let paths: [String]
            do throws(StoreError) { paths = try router.resources(contentsOf: URL(fileURLWithPath: file)) } catch {
                let start = /^The store's file “.*?” can't be loaded\./
                throw Failure(error.description.replacing(start, with: "“\(file)” can't be served."), .badData)
            }
            if paths.isEmpty { throw Failure("“\(file)” has no resources: add a member such as “teas”.", .badData) }
            let list = paths.joined(separator: ", ")
            return Service.Content(
                reason: "has no answer in “\(file)”, which has the resources \(list)",
                advice: "To add a resource, add a member to the file and start again", showsRoutes: false,
                title: "Serving \(String(counting: paths.count, "resource")) from \(file)",
                lines: ["  resources: \(list)", "  changes stay in memory; restart to read the file again"],
                example: paths.first, source: file)
        }
    }

    private func serveDocument(_ file: String) async throws -> ExitStatus {
        let document = try OpenAPIFile.read(file, console, served: true)
        return try await serve("an OpenAPI document") { router in
            // The live server answers what isn't in the document, unless a person decides otherwise.
            (router.switchboard, router.passthrough) = (Switchboard(), nil)
            router.switchboard?.undecided = arguments.has("hold") ? .hold : live == nil ? .unanswered : .firstMock
            if let live { router.switchboard?.environments = [.init("\(live.url)", passthrough: live.passthrough())] }
            try answer(router, from: document)
            let memory = router.rememberedLists.joined(separator: ", ")
            return Service.Content(
                advice: "The document “\(file)” is read once, at the start",
                title: "Serving \(String(counting: document.operations.count, "operation")) from \(file)",
                lines: [memory.isEmpty ? nil : "  in memory: \(memory)"].compactMap(\.self) + [
                    "  for another response, send the header “Prefer: code=404” or “Prefer: example=name”",
                    "  any credential is accepted; restart to read the file again",
                ],
                example: document.examplePath, document: (document.name, document.table(options)))
        }
    }

    /// Serves what a closure adds to a router, and which isn't a folder of mocks.
    private func serve(_ kind: String, _ fill: (Router) throws -> Service.Content) async throws -> ExitStatus {
        let allowed = kind.hasSuffix("document") ? ["hold"] + (arguments.word(0) == nil ? ["openapi"] : []) : []
        let options = Self.folderOptions.filter { !allowed.contains($0) }
        try arguments.refuse(options, "requires a folder of mocks, not \(kind)")
        return try await Service.run(arguments, console, live) { router in
            pace.apply(to: router)
            var content = try fill(router)
            content.lines += pace.greeting
            return content
        }
    }

    /// Answers from a document, with the items of `--items`.
    private func answer(_ router: Router, from document: OpenAPIDocument) throws {
        var options = options
        guard let file = arguments["items"] else { return router.answer(from: document, options: options) }
        try InputFile.check(file, for: " for “--items”")
        do { options.items = try JSON(parsing: Data(contentsOf: URL(fileURLWithPath: file))) } catch {
            throw Failure("“\(file)” isn't JSON: \(error)", .badData)
        }
        router.answer(from: document, options: options)
        let (lists, known) = (options.items.dictionary, router.rememberedLists)
        let wrong = lists?.keys.sorted().first { !(lists?[$0] is [any Sendable]) }.map { "; “\($0)” isn't a list" }
        guard let lists, wrong == nil else {
            throw Failure("“\(file)” must contain lists, such as {\"teas\": [ … ]}\(wrong ?? "").", .badData)
        }
        for name in lists.keys.sorted() where !known.contains(where: { $0 == name || $0.hasSuffix("/\(name)") }) {
            let meant = ("/" + name).closest(among: known).map { "; did you mean “\($0)”?" } ?? "."
            throw Failure("the document keeps no list “\(name)” in memory\(meant)", .badData)
        }
    }

    private var options: OpenAPIDocument.AnswerOptions {
        var options = OpenAPIDocument.AnswerOptions()
        (options.isStateful, options.validatesRequests) = (!arguments.has("stateless"), !arguments.has("no-validate"))
        return options
    }
}
