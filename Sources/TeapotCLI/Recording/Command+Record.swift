import Teapot
import TeapotMock
import TeapotMockRecording

extension Command {
    /// The command that forwards requests to a live server, and records its responses.
    static let record = Command(
        name: "record",
        summary: "hands requests on to a live server, and keeps its answers",
        purpose: """
            Serves at http://127.0.0.1 what a live server answers, and keeps the answers as a folder of mocks or as a HAR \
            file, so that they can be served without it. The same answers give the same files. Secrets are taken out, and \
            what still looks like one is not written. Ctrl-C ends the recording.
            """,
        parameters: [Parameter(name: "URL", help: "The live server, with the path that all requests are below.")],
        options: [
            .value("into", nil, "FOLDER", "Keep the answers as mocks in this folder, which is made if need be."),
            .value("har", nil, "FILE", "Keep the answers in a HAR file instead."),
            .value("scenario", "s", "NAME", "Write what was recorded as a scenario, too, beside the mocks."),
        ] + Recording.options + Service.options,
        examples: [
            Example(
                "teapot record https://api.example.com/v1 --into Mocks",
                "keeps what http://127.0.0.1:\(Service.defaultPort) is asked for"),
            Example("teapot record https://api.example.com --har shop.har -p 9000", "keeps it in one file"),
        ],
        statuses: [.findings, .unavailable],
        run: { try await RecordCommand($0, $1).run() })
}

/// The implementation of `teapot record`.
struct RecordCommand {
    private let arguments: Arguments
    private let console: Console
    private let url: URL
    private let destination: Recorder.Destination

    init(_ arguments: Arguments, _ console: Console) throws {
        self.arguments = arguments
        self.console = console
        guard let url = try arguments.liveURL(arguments.word(0), for: "a live server") else {
            throw arguments.misuse("there is no URL of a live server.")
        }
        self.url = url
        switch (arguments["into"], arguments["har"]) {
        case (let folder?, nil): destination = .folder(try Recording.folder(folder))
        case (nil, let file?):
            if arguments.has("scenario") {
                throw arguments.misuse("“--scenario” is written beside mocks: give “--into”.")
            }
            destination = .har(URL(fileURLWithPath: file))
        case (nil, nil): throw arguments.misuse("“teapot record” wants --into FOLDER or --har FILE.")
        case (_?, _?): throw arguments.misuse("“--into” and “--har” are two places; give one.")
        }
    }

    func run() async throws -> ExitStatus {
        let recording = Recording(into: destination, arguments, console)
        let router = Router()
        router.passthrough = Passthrough(to: url, recorder: recording.recorder)
        let service = try Service(router, arguments, console)
        _ = try await service.run { address in
            ["Recording \(url) into \(destination.url.path) at \(address)"]
        }
        let status = try await recording.finish()
        if let name = arguments["scenario"] { try await write(name, recording.recorder) }
        return status
    }

    private func write(_ name: String, _ recorder: Recorder) async throws {
        let folder = destination.url.deletingLastPathComponent().appendingPathComponent("Scenarios", isDirectory: true)
        let file = folder.appendingPathComponent(name + ".json")
        do { try await recorder.writeScenario(to: file) } catch {
            throw Failure("\(error)", .cannotWrite)
        }
        try console.print("The scenario “\(name.printable)” is in \(file.path.printable)")
    }
}
