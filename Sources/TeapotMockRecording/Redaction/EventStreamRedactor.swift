import Foundation
import Teapot
import TeapotMock

/// The removal of secrets from server-sent events, whose data may be spread over several lines (HTML §9.2.6).
enum EventStreamRedactor {
    /// Returns a stream without its secrets.
    static func redacted(_ bytes: [UInt8], _ names: Redaction.Names) -> [UInt8] {
        var result: [UInt8] = []
        var event: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
            let isPair = rest[end...].starts(with: [0x0D, 0x0A])
            let line = rest[...(isPair ? end + 1 : end)]
            rest = rest[line.endIndex...]
            event.append(line)
            guard end == line.startIndex else { continue }
            result += redacted(event, names)
            event = []
        }
        if !rest.isEmpty { event.append(rest) }
        return result + redacted(event, names)
    }

    /// Returns an event, whose lines have their breaks, without its secrets.
    private static func redacted(_ lines: [ArraySlice<UInt8>], _ names: Redaction.Names) -> [UInt8] {
        let contents = lines.map(data)
        let text = Array(contents.compactMap { $0 }.joined(separator: [0x0A]))
        let hidden = TextRedactor.redacted(text, names)
        var hiddenLines = hidden.split(separator: 0x0A, omittingEmptySubsequences: false)[...]
        // Lines in a secret are gone; the last of the data has the lines that are left.
        var result: [UInt8] = []
        for (line, content) in zip(lines, contents) {
            guard let content else {
                result += TextRedactor.redacted(Array(line), names)
                continue
            }
            guard let hidden = hiddenLines.popFirst() else { continue }
            result += line[..<content.startIndex] + hidden + line[content.endIndex...]
        }
        return result
    }

    /// Returns the data in a line, without the name of the field and the break; `nil` if it is another field.
    private static func data(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: "data:".utf8) else { return nil }
        let value = line.dropFirst(5).prefix { $0 != 0x0A && $0 != 0x0D }
        return value.first == 0x20 ? value.dropFirst() : value
    }
}
