import Foundation
import TeapotMock
import TeapotMockDrift
import TeapotMockWireMock
import TeapotMockRecording

extension Command {
    /// The command that reports which WireMock stubs are supported, and converts them to mocks.
    static let importWireMock = Command(
        name: "import wiremock",
        summary: "reports which WireMock stubs are supported, and converts them to mocks",
        purpose: """
            Reads the stub mappings of a WireMock root, and reports each unsupported one with its file and place. \
            “teapot serve” serves such a root without conversion. With --into, also converts the stubs to a folder of \
            mocks, and lists each stub that can't be converted, with its place and the reason.
            """,
        parameters: [Parameter(name: "DIR", help: "The WireMock root: the folder that contains “mappings”.")],
        options: [.value("into", nil, "FOLDER", "Write mocks to this folder, which is created if necessary.")]
            .under(.importing) + Recording.options.under(.importing),
        examples: [
            ("teapot import wiremock src/test/resources", "exits with 1 if anything is not supported"),
            ("teapot import wiremock src/test/resources --into Mocks", "also converts the stubs to mocks"),
        ],
        statuses: [.findings, .noInput],
        run: { arguments, console in
            let path = arguments.word(0) ?? ""
            if !arguments.has("into") { try arguments.refuse(Recording.options.map(\.name), "requires “--into”") }
            // Check this before creating the folder.
            try WireMockFolder.check(path)
            let recording = try arguments["into"].map {
                try Recording(into: try Recording.destination($0, arguments), arguments, console, verb: "Imported")
            }
            let report = try WireMockFolder.read(path, recording?.recorder)
            for finding in WireMockFolder.findings(report, in: path) { try console.print(finding.text.printable) }
            let left = report.leftOut > 0 ? "; not supported: \(report.leftOut)" : ""
            try console.print("Supported: \(String(counting: report.stubs, "stub"))\(left)")
            let status = try await recording?.finish() ?? .success
            return report.problems.isEmpty ? status : .findings
        })

    /// The command that converts a HAR file to mocks.
    static let importHAR = Command(
        name: "import har",
        summary: "converts a HAR file to a folder of mocks",
        purpose: """
            Converts a HAR file, such as one saved by a browser, to a folder of mocks. The same file always \
            yields the same mocks. Secrets are removed and listed. A response that can't be searched for secrets isn't \
            written unless --allow names its place. The summary says how many entries became \
            mocks, and why others didn't.
            """,
        parameters: [Parameter(name: "FILE", help: "The HAR file.")],
        options: [
            .value("into", nil, "FOLDER", "The folder for the mocks, which is created if necessary.", isRequired: true),
            .value("only", nil, "URL", "Import only requests below this URL."),
        ].under(.importing) + Recording.options.under(.importing),
        examples: [
            ("teapot import har shop.har --into Mocks --only https://api.test", "imports one server's responses")
        ],
        statuses: [.findings, .badData, .noInput],
        run: { arguments, console in
            guard let folder = arguments["into"] else {
                throw arguments.misuse("“teapot import har” requires --into FOLDER.")
            }
            let only = try arguments.liveURL(arguments["only"], for: "“--only”").map { RouterBase($0.absoluteString) }
            let har = try ReplayCommand.read(arguments.word(0) ?? "", console, .imported)
            let destination = try Recording.destination(folder, arguments)
            let recording = try Recording(into: destination, arguments, console, verb: "Imported")
            var progress = ProgressLine(console)
            let selected = har.entries.filter {
                only?.remainder(of: Request.segments(of: $0.request.path), sentTo: $0.request.origin) != nil
                    || only == nil
            }
            for (index, entry) in selected.enumerated() {
                recording.recorder.record(entry.request, entry.response)
                progress.show("\(index + 1) of \(selected.count)")
            }
            progress.clear()
            let status = try await recording.finish()
            console.note(har.summary(of: recording.recorder, selected, below: arguments["only"]).printable)
            return har.problems.allSatisfy(\.isNote) && !selected.isEmpty ? status : .findings
        })
}

extension HAR {
    /// Returns a sentence with the number of entries that became mocks, and the reasons that the others didn't.
    ///
    /// - Parameters:
    ///   - recorder: The recorder of the selected entries, which is finished.
    ///   - selected: The selected entries.
    ///   - url: The URL that selected them.
    /// - Returns: The sentence.
    fileprivate func summary(of recorder: Recorder, _ selected: [Entry], below url: String?) -> String {
        let (requests, responses) = (recorder.differentRequestCount, recorder.differentResponseCount)
        let skipped = problems.compactMap(\.skipped)
        let total = entries.count + skipped.count
        let known = Set(selected.map(\.request.origin))
        let origins = Set(entries.map(\.request.origin)).subtracting(known).compactMap(\.self).sorted()
        let base = (url ?? "") + (origins.isEmpty ? "" : " (but \(origins.prefix(3).joined(separator: " and ")))")
        let others = [
            (responses - requests, "has the same request as another", "have the same request as another"),
            (recorder.count - responses, "is identical to another", "are identical to another"),
            (skipped.count { $0 == .withOwnData }, "has a data: URL", "have a data: URL"),
            (skipped.count { $0 == .withoutResponse }, "has no response", "have no response"),
            (skipped.count { $0 == .unusable }, "can't be used", "can't be used"),
            (entries.count - selected.count, "is not below \(base)", "are not below \(base)"),
            (selected.count - recorder.count, "was not recorded", "were not recorded"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        let reasons = others.isEmpty ? "" : "; " + others.joined(separator: ", ")
        return "\(requests) of \(total) entries in \(name) became \(requests == 1 ? "a mock" : "mocks")\(reasons)."
    }
}
