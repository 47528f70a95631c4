import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// A printer of a response as it arrives, formatted for people or as its bytes.
struct ResponsePrinter {
    private enum Body {
        /// Written as it arrives.
        case raw
        /// Formatted after it is complete.
        case json
        /// Written as it arrives, with control characters escaped.
        case text(TerminalText)
        /// Written to a file.
        case file(OutputFile)
        /// Ignored, because the file is complete already.
        case nothing
    }

    private let console: Console
    private let output: String?
    private let includesHead: Bool
    private let download: ContinuedDownload?
    /// The response, after its head.
    private var response: Teapot.Response?
    private var body = Body.raw
    /// The part received so far of a body that will be formatted.
    private var whole = Data()
    private var progress: ProgressLine
    private var length = 0
    private var expected: Int?

    init(
        _ console: Console, _ arguments: Arguments, includesHead: Bool = false, _ download: ContinuedDownload? = nil
    ) {
        self.console = console
        self.download = download
        output = arguments["output"]
        self.includesHead = includesHead || arguments.has("include")
        progress = ProgressLine(console)
    }

    /// A Boolean value that indicates whether the output is a terminal, or colored as if it were.
    private var isForPeople: Bool { console.output.isTerminal || console.output.isColored }

    /// Processes the head.
    mutating func begin(_ response: Teapot.Response) throws {
        if includesHead { try printHead(of: response) }
        let isEncoded = response.headerFields["Content-Encoding"] != nil
        expected = isEncoded ? nil : response.headerFields["Content-Length"].flatMap { Int($0) }
        self.response = response
        if let download {
            switch try download.destination(of: response) {
            case .file(let file, let start):
                body = .file(file)
                length = start
                expected = expected.map { $0 + start }
                return
            case .complete(let file):
                try file.finish()
                download.end()
                body = .nothing
                return
            case .none: break
            }
        } else if let output {
            body = .file(try OutputFile(output))
            return
        }
        if isForPeople { body = response.isJSON ? .json : .text(TerminalText()) }
    }

    /// A Boolean value that indicates whether the file was complete before this response.
    var isComplete: Bool { if case .nothing = body { true } else { false } }

    /// Processes a piece of the body.
    mutating func take(_ piece: Data) throws {
        length += piece.count
        switch body {
        case .raw: try console.output.write(piece)
        case .json: whole.append(piece)
        case .text(var text):
            try console.output.write(Data(text.feed(piece).utf8))
            body = .text(text)
        case .file(let file): try file.write(piece)
        case .nothing: return
        }
        let (length, expected) = (length, expected)
        // Text on a terminal already shows the progress.
        if case .text = body { return }
        if case .raw = body, console.output.isTerminal { return }
        progress.show(
            ProgressLine.size(length) + (expected.map { " of \(ProgressLine.size($0))" } ?? ""))
    }

    /// Processes the end of the body.
    mutating func end() throws {
        progress.clear()
        switch body {
        case .raw, .nothing: break
        case .file(let file):
            if let download, let response { try download.check(length, response) }
            try file.finish()
            download?.end()
        case .json:
            if whole.isEmpty { return }
            if (try? JSON.looseValue(parsing: whole)) == nil {
                // The body is declared as JSON but is not valid, so it is printed as text.
                var text = TerminalText()
                try console.output.write(Data(text.feed(whole).utf8))
                return try finish(&text)
            }
            try console.print(JSONLayout.text(of: whole) { [output = console.output] in output.paint($0, $1) })
        case .text(var text): try finish(&text)
        }
    }

    /// Ends the last line, or explains why nothing more was shown.
    private func finish(_ text: inout TerminalText) throws {
        text.end()
        if text.isBinary {
            console.note("The body is \(length) bytes of binary data; --output FILE writes them to a file.")
        } else if !text.endsLine, length > 0 {
            try console.output.write(Data("\n".utf8))
        }
    }

    /// Discards the incomplete output, because the rest did not arrive.
    mutating func abandon() {
        progress.clear()
        if case .file(let file) = body { file.discard() }
    }

    private func printHead(of response: Teapot.Response) throws {
        let words = " " + Teapot.StatusCode(rawValue: response.statusCode).reasonPhrase
        try console.print(console.output.paint("HTTP \(response.statusCode)\(words)", .status(response.statusCode)))
        for field in response.headerFields {
            let (name, value) = isForPeople ? (field.name.printable, field.value.printable) : (field.name, field.value)
            try console.print("\(console.output.paint(name, .cyan)): \(value)")
        }
        try console.print("")
    }
}

extension Teapot.Response {
    /// A Boolean value that indicates whether the declared media type of the body is JSON.
    fileprivate var isJSON: Bool { MediaType.isJSON(headerFields.mediaType ?? "") }
}
