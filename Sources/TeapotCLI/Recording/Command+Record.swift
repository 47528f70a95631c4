import Foundation
import TeapotMock
import TeapotMockRecording

extension Command {
    /// The command that forwards requests to a live server, and records its responses.
    static let record = Command(
        name: "record",
        summary: "forwards requests to a live server, and records its responses",
        purpose: """
            Serves the responses of a live server at http://127.0.0.1:\(Address.defaultPort), and records them as a folder \
            of mocks or as a HAR file, which can be served without the live server. Mocks have no headers that change \
            each time, such as Date and Set-Cookie. Secrets with a telling name or format are removed and listed; \
            one in a sentence may stay, so read the files before you share them. A response that can't be searched \
            isn't written unless --allow names it. Ctrl-C stops; the status is 1 if a response is missing.
            """,
        parameters: [Parameter(name: "URL", help: "The live server, with the base path of all requests.")],
        options: [
            .value("into", nil, "FOLDER", "Write the responses as mocks to this folder, created if necessary."),
            .value("har", nil, "FILE", "Write the responses to a new HAR file instead."),
            .flag("stable", nil, "Leave times out of the HAR file, so that the same responses yield the same file."),
            .value("scenario", "s", "NAME", "Also write a scenario, to the folder “Scenarios” next to FOLDER."),
        ].under(.recording) + Recording.options + Service.options,
        examples: [
            ("teapot record https://api.example.com/v1 --into Shop/Mocks", "records a folder of mocks"),
            ("teapot record https://api.example.com --har shop.har -p 9000", "records to one file"),
        ],
        statuses: [.findings, .unavailable],
        run: { try await RecordCommand($0, $1).run() })
}

/// The implementation of `teapot record`.
struct RecordCommand {
    private let arguments: Arguments
    private let console: Console
    private let live: LiveServer
    private let destination: Recorder.Destination

    init(_ arguments: Arguments, _ console: Console) throws {
        (self.arguments, self.console) = (arguments, console)
        guard let live = try arguments.liveServer(arguments.word(0), for: "a live server") else {
            throw arguments.misuse("the URL of a live server is missing.")
        }
        self.live = live
        if let name = arguments["scenario"], name.isEmpty || name.contains("/") || name.first == "." {
            throw arguments.misuse("“\(name)” is not a name for a scenario; use one without a slash, such as login.")
        }
        if arguments.has("stable"), arguments["har"] == nil { throw arguments.misuse("“--stable” requires “--har”.") }
        switch (arguments["into"], arguments["har"]) {
        case (let folder?, nil):
            destination = try Recording.destination(folder, arguments)
        case (nil, _?) where arguments.has("scenario"): throw arguments.misuse("“--scenario” requires “--into”.")
        case (nil, let file?):
            destination = .har(try Recording.file(file), withTimes: !arguments.has("stable"))
        case (nil, nil): throw arguments.misuse("“teapot record” requires --into FOLDER or --har FILE.")
        case (_?, _?): throw arguments.misuse("“--into” and “--har” can't be combined; use one.")
        }
    }

    func run() async throws -> ExitStatus {
        let recording = try Recording(into: destination, arguments, console.reporting)
        let router = Router()
        router.passthrough = live.passthrough(recorder: recording.recorder)
        let service = try Service(router, arguments, console, live, hasFiles: true)
        let served = try await service.runToEnd { address in
            ["Recording \(live.url) into \(destination.url.path) at \(address)"]
        }
        let recorded = try await recording.finish()
        if let name = arguments["scenario"] { try await write(name, recording) }
        let status = try served.get()
        return recorded == .success ? status : recorded
    }

    private func write(_ name: String, _ recording: Recording) async throws {
        if recording.recorder.count == 0 { return console.warn("no request arrived, so no scenario was written.") }
        let file = destination.url.deletingLastPathComponent().appendingPathComponent("Scenarios/\(name).json")
        do { try await recording.recorder.writeScenario(to: file) } catch { throw Failure("\(error)", .cannotWrite) }
        try recording.print("Wrote the scenario “\(name.printable)” to \(file.path.printable)")
    }
}
