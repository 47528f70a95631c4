import Foundation
import Teapot
import TeapotMock
import TeapotMockServer
import Testing

@testable import TeapotCLI

extension ProgramSuites {
    /// Tests of the output on a terminal, simulated by a console.
    @Suite struct `Responses on a terminal` {
        private final class Terminal: Sendable {
            private let written = Locked<(output: Data, errors: Data)>((Data(), Data()))

            var output: String { String(decoding: written.withLock { $0.output }, as: UTF8.self) }
            var errors: String { String(decoding: written.withLock { $0.errors }, as: UTF8.self) }

            func console(isColored: Bool) -> Console {
                Console(
                    output: .init(isTerminal: true, isColored: isColored) { [self] data in
                        written.withLock { $0.output += data }
                    },
                    errors: .init(isTerminal: false, isColored: false) { [self] data in
                        written.withLock { $0.errors += data }
                    })
            }
        }

        private func show(
            _ body: Data, _ type: String?, isColored: Bool = false, options: [String: [String]] = [:]
        ) throws -> Terminal {
            let terminal = Terminal()
            let arguments = Arguments(command: "teapot get", values: options)
            var printer = ResponsePrinter(terminal.console(isColored: isColored), arguments)
            let url = try #require(URL(string: "http://localhost/"))
            let fields = type.map { ["Content-Type": $0, "X-Odd": "\u{1B}[2J"] } ?? [:]
            try printer.begin(Teapot.Response(url: url, statusCode: 200, headers: .init(fields)))
            // In pieces, as bodies arrive.
            for byte in body { try printer.take(Data([byte])) }
            try printer.end()
            return terminal
        }

        @Test(arguments: [
            (#"{"a":[1]}"#, "application/json", "{\n  \"a\": [\n    1\n  ]\n}\n"),
            (#"{"a":1}"#, "application/problem+json; charset=utf-8", "{\n  \"a\": 1\n}\n"),
            ("{oops", "application/json", "{oops\n"),
            ("", "application/json", ""),
            ("tea", "text/plain", "tea\n"),
            ("tea\n", "text/plain", "tea\n"),
            ("\u{1B}]0;owned\u{7}té\n", "text/plain", "\\u{1B}]0;owned\\u{07}té\n"),
        ])
        func `JSON is indented, and control characters are escaped`(
            body: String, type: String, shown: String
        ) throws {
            let terminal = try show(Data(body.utf8), type)
            #expect(terminal.output == shown)
            #expect(terminal.errors == "")
        }

        @Test func `only a terminal that wants color gets it`() throws {
            let terminal = try show(Data("[null]".utf8), "application/json", isColored: true)
            #expect(terminal.output == "[\n  \u{1B}[35mnull\u{1B}[0m\n]\n")
        }

        @Test func `binary data is reported but not shown`() throws {
            let terminal = try show(Data([0x89, 0x50, 0x4E, 0x47, 0, 1]), "image/png")
            #expect(terminal.output == "")
            #expect(
                terminal.errors == "The body is 6 bytes of binary data; --output FILE writes them to a file.\n")
        }

        @Test(
            arguments: [
                ([0x63, 0x61, 0x66, 0xE9], "text/plain", "café\n"),
                ([0xE9, 0x74, 0xE9, 0x0A], "text/html", "été\n"),
                ([0x63, 0x61, 0x66, 0xE9], "text/plain; charset=iso-8859-1", "café\n"),
                ([0x80, 0x20, 0x93, 0x78, 0x94, 0x81], "text/csv", "€ “x”\\u{0081}\n"),
                ([0x83, 0x65, 0x83, 0x42, 0x81, 0x5B], "text/plain; charset=Shift_JIS", "ティー\n"),
                ([0xC3, 0xA9], "text/plain; charset=utf-8", "é\n"),
            ] as [([UInt8], String, String)])
        func `text in an older charset is shown, declared or not`(
            body: [UInt8], type: String, shown: String
        ) throws {
            let terminal = try show(Data(body), type)
            #expect(terminal.output == shown)
            #expect(terminal.errors == "")
        }

        @Test(arguments: ["text/plain", "text/plain; charset=iso-8859-1"])
        func `binary data that is declared as text is reported`(type: String) throws {
            let terminal = try show(Data([0x89, 0x50, 0, 1]), type)
            #expect(!terminal.output.contains("P\\u"))
            #expect(terminal.errors == "The body is 4 bytes of binary data; --output FILE writes them to a file.\n")
        }

        @Test func `control characters in headers are escaped as in bodies`() throws {
            let terminal = try show(Data(), "text/plain", options: ["include": [""]])
            #expect(terminal.output == "HTTP 200 OK\nContent-Type: text/plain\nX-Odd: \\u{1B}[2J\n\n")
        }
    }
}
