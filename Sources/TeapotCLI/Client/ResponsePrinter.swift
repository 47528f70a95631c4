import Foundation
import Teapot
import TeapotMock
import TeapotMockServer

/// A printer for a response as it arrives, either formatted for people or as bytes.
struct ResponsePrinter {
    private enum Body {
        /// Written as it arrives.
        case raw
        /// JSON or a text that isn't UTF-8, formatted or decoded when it's complete.
        case whole
        /// Written as it arrives, with control characters escaped.
        case text(TerminalText)
        /// Written to a file.
        case file(OutputFile)
        /// Ignored, because the file is already complete.
        case nothing
    }

    private let console: Console
    private let output: String?
    private let includesHead: Bool
    private let download: ContinuedDownload?
    /// The URL of a request that can be continued, or `nil` for other methods.
    var url: String?
    /// The response, once its head has arrived.
    private var response: Teapot.Response?
    private var body = Body.raw
    /// The part of a body received so far, to be formatted.
    private var whole = Data()
    private var progress: ProgressLine
    private var length = 0
    private var expected: Int?

    init(_ console: Console, _ arguments: Arguments, includesHead: Bool = false, _ download: ContinuedDownload? = nil) {
        self.console = console
        self.download = download
        output = arguments["output"]
        self.includesHead = includesHead || arguments.has("include")
        progress = ProgressLine(console)
    }

    /// Whether the output is a terminal, or colored as if it were.
    private var isForPeople: Bool { console.output.isTerminal || console.output.isColored }

    /// Processes the head.
    mutating func begin(_ response: Teapot.Response) throws {
        if includesHead { try printHead(of: response) }
        let isEncoded = response.headers["Content-Encoding"] != nil
        expected = isEncoded ? nil : response.headers["Content-Length"].flatMap { Int($0) }
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
        guard isForPeople else { return }
        body = response.isJSON || !response.isUTF8 ? .whole : .text(TerminalText(isText: response.isText))
    }

    /// Whether the file was complete before this response.
    var isComplete: Bool { if case .nothing = body { true } else { false } }

    /// Processes a piece of the body.
    mutating func take(_ piece: Data) throws {
        length += piece.count
        switch body {
        case .raw: try console.output.write(piece)
        case .whole: whole.append(piece)
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
        let isUnseen = if case .file = body { true } else { length == 0 }
        if let response, isUnseen, !includesHead, response.statusCode >= 300 {
            let target = response.headers["Location"].map { " → \($0.printable); --follow follows it" }
            console.note(response.statusText + (response.statusCode < 400 ? target ?? "" : ""))
        }
        switch body {
        case .raw, .nothing: break
        case .file(let file):
            if let download, let response { try download.check(length, response) }
            try file.finish()
            download?.end()
        case .whole:
            if whole.isEmpty { return }
            if response?.isJSON == true, (try? JSON.check(whole)) != nil {
                return try console.print(
                    JSONLayout.text(of: whole) { [output = console.output] in output.paint($0, $1) })
            }
            response?.body = whole
            var text = TerminalText(isText: response?.isText == true)
            try console.output.write(Data(text.feed(response?.text.map { Data($0.utf8) } ?? whole).utf8))
            try finish(&text)
        case .text(var text): try finish(&text)
        }
    }

    /// Ends the last line, or explains why nothing more was shown.
    private func finish(_ text: inout TerminalText) throws {
        try console.output.write(Data(text.end().utf8))
        if text.isBinary {
            console.note("The body is \(length) bytes of binary data; --output FILE writes them to a file.")
        } else if !text.endsLine, length > 0 {
            try console.output.write(Data("\n".utf8))
        }
    }

    /// Ends the output after the rest of a response failed to arrive.
    ///
    /// - Parameter isCut: Whether the connection was cut, not stopped by the user, so a partial file is kept.
    /// - Returns: A space and a sentence about the partial file, or an empty string if none is kept.
    @discardableResult
    mutating func abandon(isCut: Bool = false) -> String {
        progress.clear()
        guard case .file(let file) = body else { return "" }
        guard isCut, download == nil, length > 0, let response, 200..<300 ~= response.statusCode,
            let path = file.keep()
        else {
            file.discard()
            return ""
        }
        let isContinuable = url.map { ContinuedDownload.remember(response, of: $0, at: path) } ?? false
        let advice = isContinuable ? "; --continue requests the rest" : ""
        return " “\(path)” has the first \(String(counting: length, "byte"))\(advice)."
    }

    private func printHead(of response: Teapot.Response) throws {
        try console.print(console.output.paint("HTTP \(response.statusText)", .status(response.statusCode)))
        for field in response.headers {
            let (name, value) = isForPeople ? (field.name.printable, field.value.printable) : (field.name, field.value)
            try console.print("\(console.output.paint(name, .cyan)): \(value)")
        }
        try console.print("")
    }
}

extension Teapot.Response {
    /// The status and its reason phrase, such as `404 Not Found`.
    fileprivate var statusText: String { "\(statusCode) \(Teapot.StatusCode(rawValue: statusCode).reasonPhrase)" }
    /// Whether the declared media type of the body is JSON.
    fileprivate var isJSON: Bool { MediaType.isJSON(headers.mediaType ?? "") }
    /// Whether the declared media type of the body is a text.
    fileprivate var isText: Bool { headers.mediaType?.hasPrefix("text/") == true }
    /// Whether no charset is declared, or UTF-8.
    fileprivate var isUTF8: Bool { headers.charset.map { ["utf-8", "utf8", "us-ascii"].contains($0) } ?? true }
}
