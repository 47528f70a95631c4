import Foundation
import TeapotMock
import TeapotMockDrift
import TeapotMockRecording

extension Command {
    /// The command that replays a HAR file.
    static let replay = Command(
        name: "replay",
        summary: "answers requests from a HAR file",
        purpose: """
            Serves the responses of a HAR file at http://127.0.0.1:\(Address.defaultPort), recorded by “teapot record \
            --har” or by a browser. A request gets the response recorded for its method, path, query and body; if there \
            are several, each in turn, and then the last one repeatedly. Press Ctrl-C to stop.
            """,
        parameters: [Parameter(name: "FILE", help: "The HAR file.")],
        options: [
            .value("from", nil, "URL", "Replay only requests below this URL, with its path removed."),
            .values("ignore", nil, "NAME", "Ignore this query parameter, such as a timestamp; repeatable."),
            .flag("any-body", nil, "Ignore bodies, for example if they contain a time or a random ID."),
        ].under(.requests)
            + [.value("speed", nil, "N", "Replay streams N times as fast, or all at once with max.")].under(.responses)
            + [.value("live", nil, "URL", "The server for requests that weren't recorded.")].under(.live)
            + Service.options,
        examples: [
            ("teapot replay shop.har", "answers like the recorded server"),
            ("teapot replay shop.har --from https://api.example.com/v1", "answers /users for /v1/users"),
        ],
        statuses: [.findings, .badData, .noInput, .unavailable],
        run: { try await ReplayCommand.run($0, $1) })
}

extension HAR.Problem: ReportedProblem {}

/// The implementation of `teapot replay`.
enum ReplayCommand {
    static func run(_ arguments: Arguments, _ console: Console) async throws -> ExitStatus {
        let har = try read(arguments.word(0) ?? "", console)
        let from = try arguments.liveURL(arguments["from"], for: "“--from”")
        let live = try arguments.liveServer()
        let speed = try arguments.speed()
        return try await Service.run(arguments, console, live) { router in
            let replay = router.replay(
                har, from: from?.absoluteString, ignoringQueryItems: Set(arguments.all("ignore")),
                matchingBodies: !arguments.has("any-body"), speed: speed)
            if let from, !replay.skipped.isEmpty {
                let count = String(counting: replay.skipped.count, "request")
                let origins = Set(har.entries.compactMap(\.request.origin)).sorted().joined(separator: " or ")
                console.warn("\(har.name): \(count) not below \(from), so not replayed. Use --from \(origins).")
            }
            let names = Set(har.entries.flatMap(\.request.query).map(\.name))
            for name in arguments.all("ignore") where !names.contains(name) {
                console.warn("“--ignore \(name)” has no effect: no request in \(har.name) has this query item.")
            }
            for problem in replay.ambiguities {
                // The code's parameter is an option here.
                console.warn("\(problem)".replacingOccurrences(of: "`from:`", with: "--from URL"))
            }
            let requests = String(counting: replay.routes.count, "request")
            let isShared = replay.responseCount != replay.routes.count
            let count = isShared ? "\(String(counting: replay.responseCount, "response")) to \(requests)" : requests
            let advice = """
                Record it with “teapot record URL --har FILE”, or let query items vary with --ignore NAME and bodies with \
                --any-body
                """
            let example = har.entries.first { $0.request.method == "GET" && $0.request.query.isEmpty }
            return Service.Content(
                reason: "isn't in “\(har.name)”", advice: advice, title: "Replaying \(count) from \(har.name)",
                lines: replay.responseCount == 0 ? ["  no response to replay, so requests go unanswered"] : [],
                example: from == nil ? example?.request.path : nil, source: har.name)
        }
    }

    /// Reads a HAR file, and reports the parts that can't be used.
    static func read(_ path: String, _ console: Console, _ kinds: InputFile.Kinds = .replayed) throws -> HAR {
        if InputFile.isFolder(path) == true || path.contains(/\.ya?ml$/) { throw InputFile.unusable(path, kinds) }
        try InputFile.check(path)
        let file = URL(fileURLWithPath: path)
        func lines(_ problems: [HAR.Problem]) -> [String] {
            Finding.all(problems, in: file.deletingLastPathComponent()).map(\.text)
        }
        do throws(HAR.Problem) {
            let har = try HAR(contentsOf: file)
            for (problem, line) in zip(har.problems, lines(har.problems)) {
                problem.isNote ? console.note("note: \(line)".printable) : console.warn(line)
            }
            return har
        } catch { throw Failure(lines([error])[0], .badData) }
    }
}
