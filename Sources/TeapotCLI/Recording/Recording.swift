import Foundation
import TeapotMock
import TeapotMockDrift
import TeapotMockRecording

/// A recorder with the settings of the command line, which reports its results.
struct Recording {
    let recorder: Recorder
    private let console: Console
    /// The verb for the report, such as `Imported`.
    private let verb: String
    /// Whether each line of the output is a JSON object.
    private let isJSON: Bool

    /// The options of every command that records.
    static let options = [
        Option.values("redact", nil, "NAME", "Also redact this header, query parameter or JSON member."),
        .values("no-redact", nil, "NAME", "Don't redact this header, query parameter or JSON member."),
        .values("keep", nil, "PLACE", "Don't redact this place; the summary lists the places."),
        .values("allow", nil, "PLACE", "Write the unsearchable body at PLACE; the error names PLACE."),
        .flag("keep-files", nil, "Never overwrite existing files."),
        .flag("replace-files", nil, "Replace all existing files that differ, including edited ones."),
        .flag("verbatim", nil, "Write JSON exactly as received, without formatting it."),
    ].under(.recording)

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - destination: The destination of the recording.
    ///   - arguments: The arguments, including those for redaction.
    ///   - console: The console for reports.
    ///   - verb: The verb for the report.
    /// - Throws: ``UsageError``, or ``Failure`` if another recording writes to the same HAR file.
    init(
        into destination: Recorder.Destination, _ arguments: Arguments, _ console: Console, verb: String = "Recorded"
    ) throws {
        (self.verb, self.console, isJSON) = (verb, console, arguments["log"] == "json")
        for name in arguments.all("keep") where !name.contains(where: " *".contains) {
            throw arguments.misuse("“\(name)” isn't a place: use --no-redact, or 'GET /teas request query \(name)'.")
        }
        let redaction = Redaction(
            adding: Set(arguments.all("redact")), excepting: Set(arguments.all("no-redact")),
            keeping: Set(arguments.all("keep")), allowing: Set(arguments.all("allow")))
        let (keeps, replaces) = (arguments.has("keep-files"), arguments.has("replace-files"))
        if replaces { try arguments.refuse(["keep-files"], "and “--replace-files” can't be combined; use one") }
        recorder = Recorder(
            into: destination, redaction: redaction, existing: keeps ? .kept : replaces ? .replaced : .keptIfEdited)
        do { try recorder.claim() } catch { throw Failure("\(error)", .cannotWrite) }
    }

    /// Returns the destination for `--into`: the named folder, or its subfolder `Mocks` if it has one.
    ///
    /// - Throws: ``Failure`` if the path is a file.
    static func destination(_ path: String, _ arguments: Arguments) throws(Failure) -> Recorder.Destination {
        .folder(try folder(path), formattingJSON: !arguments.has("verbatim"))
    }

    /// Returns a folder, creating it if necessary.
    ///
    /// - Throws: ``Failure`` if it can't be created, for example because part of its path is a file.
    static func folder(_ path: String) throws(Failure) -> URL {
        let parents = sequence(first: path) { $0.contains("/") ? ($0 as NSString).deletingLastPathComponent : nil }
        if let file = parents.prefix(while: { $0 != "/" }).first(where: { InputFile.isFolder($0) == false }) {
            throw Failure("“\(file)” is a file; use a folder.", .cannotWrite)
        }
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
            throw Failure("the folder “\(path)” can't be created; use one that you can write to.", .cannotWrite)
        }
        return try MockDirectories(path).mocks
    }

    /// Checks that the file named by `--har` can be written, and returns its URL.
    ///
    /// - Throws: ``Failure`` if the file exists and isn't empty, or if the folder doesn't exist.
    static func file(_ path: String) throws(Failure) -> URL {
        let file = URL(fileURLWithPath: path)
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        if let type, type != .typeRegular {
            let flaw = type == .typeDirectory ? "a folder; use a file" : "not a regular file; use one that is"
            throw Failure("“\(path)” is \(flaw).", .cannotWrite)
        }
        if type != nil, (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) != 0 {
            throw Failure("“\(path)” exists; use the name of a new file, or remove it first.", .cannotWrite)
        }
        let folder = file.deletingLastPathComponent().path
        guard InputFile.isFolder(folder) == true else {
            throw Failure("there is no folder “\(folder)” for “\(path)”; create it first.", .cannotWrite)
        }
        return file
    }

    /// Ends the recording, waits until everything is written, and reports the result, including lost responses.
    ///
    /// - Returns: The exit status, which indicates whether everything was recorded.
    func finish() async throws -> ExitStatus {
        // Include the streams that were still running when the command ended.
        recorder.breakOff()
        let watch = Task { [recorder, console] in
            var progress = ProgressLine(console)
            defer { progress.clear() }
            while true {
                try await Task.sleep(for: .seconds(1))
                progress.show("Writing \(recorder.writtenCount) of \(String(counting: recorder.count, "response"))")
            }
        }
        // The problems include the error.
        try? await recorder.finish()
        watch.cancel()
        _ = await watch.result
        let problems = recorder.problems
        for problem in problems { console.warn(problem.shortDescription) }
        let places = Set(problems.flatMap(\.places)).sorted().map { "--allow \($0.printable.quoted)" }
        if !places.isEmpty { console.note("To record these anyway: \(places.joined(separator: " "))") }
        let redactions = recorder.redactions
        let secrets = redactions.reduce(0) { $0 + $1.count }
        noteRedactions(redactions, secrets)
        let replaced = recorder.replacedFiles.map { "replaced: \($0)" }
        let kept = recorder.keptFiles.map { "kept, because it was edited: \($0) (--replace-files replaces it)" }
        for note in recorder.remarks + kept + replaced { console.note(note.printable) }
        let (count, place) = (recorder.files.count, recorder.destination.url.path.printable)
        let files = count == 0 ? "" : " in \(String(counting: count, "file")) in \(place)"
        try print("\(verb) \(String(counting: recorder.count, "response"))\(files)")
        guard isJSON else { return problems.isEmpty ? .success : .findings }
        let counts: [String: any Sendable] = [
            "event": "recorded", "responses": recorder.count, "files": count, "secrets": secrets,
            "places": redactions.count, "problems": problems.count,
        ]
        try console.print(RequestLog.line(counts))
        for (change, count, files) in redactions {
            var members: [String: any Sendable] = [
                "event": "removed", "request": change.request, "place": change.place, "count": count, "files": files,
                "option": "--keep \(change.description.quoted)",
            ]
            members["name"] = change.name
            try console.print(RequestLog.line(members))
        }
        return problems.isEmpty ? .success : .findings
    }

    /// Prints a line about the result, as a message if the log is for programs.
    func print(_ line: String) throws { isJSON ? console.note(line) : try console.print(line) }

    /// Prints what was removed, and how to change that.
    private func noteRedactions(
        _ redactions: [(change: Redaction.Change, count: Int, files: [String])], _ secrets: Int
    ) {
        if redactions.isEmpty { return }
        let count = Set(redactions.flatMap(\.files)).count
        let all = String(counting: secrets, "secret") + (count > 0 ? " in \(String(counting: count, "file"))" : "")
        console.note("Replaced \(all). To keep one:")
        for (change, count, files) in redactions.prefix(100) {
            let name = change.name.map { " or --no-redact \($0.printable.quoted)" } ?? ""
            let part = change.place.hasPrefix("response body") ? change.place.dropFirst(13) : " " + change.place
            let more = files.count > 1 ? " and \(String(counting: files.count - 1, "more file"))" : ""
            let place = files.first.map { "\($0)\(part)\(more): ".printable } ?? ""
            let times = count > 1 ? " (\(count) times)" : ""
            console.note("  \(place)--keep \(change.description.printable.quoted)\(name)\(times)")
        }
        if redactions.count > 100 { console.note("  and at \(redactions.count - 100) more places") }
    }
}
