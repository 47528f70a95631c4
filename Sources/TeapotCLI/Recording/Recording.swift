import Foundation
import Teapot
import TeapotMock
import TeapotMockDrift
import TeapotMockRecording

/// A recorder with the settings of the command line, and the reports of its work.
struct Recording {
    let recorder: Recorder
    private let console: Console
    private let place: String
    /// The word for what was done, such as `Imported`.
    private let verb: String

    /// The options of every command that records.
    static let options: [Option] = [
        .values(
            "redact", nil, "NAME", "A header field, query item or member to remove, in addition to the usual ones."),
        .values(
            "allow", nil, "PLACE",
            "The place of a value that looks like a secret but is none, or of a body that can't be searched for "
                + "secrets, as an error names it."),
        .flag("keep", nil, "Keep existing files that differ."),
        .flag("verbatim", nil, "Keep the bytes of JSON in mocks, instead of formatting it."),
    ]

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - destination: The destination of the recording.
    ///   - arguments: The arguments with the redaction.
    ///   - console: The console for reports.
    ///   - verb: The word for what is done.
    /// - Throws: ``Failure`` if another recording writes to the same HAR file.
    init(
        into destination: Recorder.Destination, _ arguments: Arguments, _ console: Console, verb: String = "Recorded"
    ) throws(Failure) {
        self.verb = verb
        let redaction = Redaction(adding: Set(arguments.all("redact")), allowing: Set(arguments.all("allow")))
        recorder = Recorder(
            into: destination, redaction: redaction, existing: arguments.has("keep") ? .kept : .replaced)
        place = destination.url.path
        self.console = console
        do { try recorder.claim() } catch { throw Failure("\(error)", .cannotWrite) }
    }

    /// Returns the folder of mocks for the value of `--into`: its subfolder `Mocks`, if it has one.
    ///
    /// - Throws: ``Failure`` if the path is a file.
    static func folder(_ path: String) throws(Failure) -> URL {
        switch InputFile.isFolder(path) {
        case nil:
            let folder = URL(fileURLWithPath: path, isDirectory: true)
            do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch {
                throw Failure("the folder “\(path)” can't be created.", .cannotWrite)
            }
            return folder
        case false?: throw Failure("“\(path)” is a file; give a folder.", .cannotWrite)
        case true?: return try MockDirectories(path).mocks
        }
    }

    /// Returns the URL for the value of `--har`, once it is clear that a file can be written there.
    ///
    /// - Throws: ``Failure`` if there is something other than an empty file, or the folder does not exist, or can't be
    ///   written to.
    static func file(_ path: String) throws(Failure) -> URL {
        let file = URL(fileURLWithPath: path)
        let type = try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
        if let type, type != .typeRegular {
            let kind = type == .typeDirectory ? "a folder" : "not a regular file"
            throw Failure("“\(path)” is \(kind); give a file.", .cannotWrite)
        }
        if type != nil, (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) != 0 {
            throw Failure("“\(path)” exists; give the name of a new file, or remove it first.", .cannotWrite)
        }
        let folder = file.deletingLastPathComponent().path
        guard InputFile.isFolder(folder) == true else {
            throw Failure("there is no folder “\(folder)” for “\(path)”; create it first.", .cannotWrite)
        }
        guard FileManager.default.isWritableFile(atPath: folder) else {
            throw Failure("files can't be written to “\(folder)”: permission denied.", .cannotWrite)
        }
        return file
    }

    /// Ends the recording, waits until everything is written, and reports it, with the responses that are lost.
    ///
    /// - Returns: The exit status, which indicates whether everything was recorded.
    func finish() async throws -> ExitStatus {
        // The streams that were under way when the command was ended.
        recorder.breakOff()
        // What the error says is among the problems.
        try? await recorder.finish()
        let problems = recorder.problems
        for problem in problems { console.warn(problem.shortDescription) }
        let names = Set(problems.flatMap(\.names)).sorted().map { "--redact \($0.printable.quoted)" }
        if !names.isEmpty { console.note("To redact these by name: \(names.joined(separator: " "))") }
        let places = Set(problems.flatMap(\.places)).sorted().map { "--allow \($0.printable.quoted)" }
        if !places.isEmpty { console.note("To record these anyway: \(places.joined(separator: " "))") }
        for remark in recorder.remarks { console.note(remark.printable) }
        for file in recorder.replacedFiles { console.note("replaced: \(file.printable)") }
        let responses = String(counting: recorder.count, "response")
        let count = recorder.files.count
        let files = count == 0 ? "" : " in \(String(counting: count, "file")) in \(place.printable)"
        try console.print("\(verb) \(responses)\(files)")
        return problems.isEmpty ? .success : .findings
    }
}

extension String {
    /// The text as a word of a shell.
    var quoted: String { "'" + replacingOccurrences(of: "'", with: "'\\''") + "'" }
}
