import Teapot
import TeapotMock
import TeapotMockWireMock
import TeapotMockRecording

extension Command {
    /// The command that reports which of WireMock's stubs are supported, and makes mocks of them.
    static let importWireMock = Command(
        name: "import wiremock",
        summary: "tells what of WireMock's stubs is supported, and makes mocks of them",
        purpose: """
            Reads the stub mappings of a root of WireMock's, and tells of each that is not supported, by file and place. \
            “teapot serve” serves such a root as it is: nothing has to be converted. With --into the stubs that ask for a \
            method and a path, and have one answer, are written as mocks; the others are listed.
            """,
        parameters: [Parameter(name: "DIR", help: "WireMock's root: the folder that has “mappings”.")],
        options: [.value("into", nil, "FOLDER", "Write mocks to this folder, which is made if need be.")]
            + Recording.options,
        examples: [
            Example("teapot import wiremock src/test/resources", "ends with 1 if anything is not supported"),
            Example("teapot import wiremock src/test/resources --into Mocks", "also writes what a folder can hold"),
        ],
        statuses: [.findings, .noInput],
        run: { arguments, console in
            let path = arguments.word(0) ?? ""
            let recording = try arguments["into"].map { folder throws(Failure) in
                Recording(into: .folder(try Recording.folder(folder)), arguments, console)
            }
            let report = try WireMockFolder.report(of: path, recording?.recorder)
            for problem in report.problems { try console.print("\(problem)".printable) }
            let left = report.leftOut > 0 ? ", \(report.leftOut) not" : ""
            try console.print("Supported: \(String(counting: report.stubs, "stub"))\(left)")
            let status = try await recording?.finish() ?? .success
            return report.problems.isEmpty ? status : .findings
        })

    /// The command that makes mocks of a HAR file.
    static let importHAR = Command(
        name: "import har",
        summary: "makes a folder of mocks from a HAR file",
        purpose: """
            Writes the answers of a HAR file, such as a browser saves, as a folder of mocks. The same file gives the same \
            mocks. Secrets are taken out, and what still looks like one is not written.
            """,
        parameters: [Parameter(name: "FILE", help: "The HAR file.")],
        options: [
            .value("into", nil, "FOLDER", "Where the mocks go, which is made if need be."),
            .value("only", nil, "URL", "Import only what is below this URL."),
        ] + Recording.options,
        examples: [
            Example(
                "teapot import har shop.har --into Mocks --only https://api.example.com",
                "leaves pictures of others out")
        ],
        statuses: [.findings, .badData, .noInput],
        run: { arguments, console in
            guard let folder = arguments["into"] else {
                throw arguments.misuse("“teapot import har” wants --into FOLDER.")
            }
            let only = try arguments.liveURL(arguments["only"], for: "“--only”").map { $0.absoluteString }
            let har = try ReplayCommand.read(arguments.word(0) ?? "", console)
            let recording = Recording(into: .folder(try Recording.folder(folder)), arguments, console)
            var progress = ProgressLine(console)
            for (index, entry) in har.entries.enumerated() where entry.isBelow(only) {
                recording.recorder.record(entry.request, entry.response)
                progress.show("\(index + 1) of \(har.entries.count)")
            }
            progress.clear()
            let status = try await recording.finish()
            return har.problems.isEmpty ? status : .findings
        })
}

extension HAR.Entry {
    /// Returns whether the URL of the request begins with a text.
    fileprivate func isBelow(_ url: String?) -> Bool {
        guard let url else { return true }
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        let own = (request.origin ?? "") + request.path
        return own == base || own.hasPrefix(base + "/")
    }
}
