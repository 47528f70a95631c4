import Foundation
import TeapotMockDocuments

/// A formatter for JSON text in lines, which keeps members and numbers as sent: neither sorted nor rounded.
enum JSONLayout {
    /// Formats a text in lines.
    ///
    /// - Parameters:
    ///   - data: Valid JSON text.
    ///   - paint: A closure that colors a word.
    /// - Returns: The lines, without the last line feed.
    static func text(of data: Data, _ paint: (String, Paint) -> String) -> String {
        var (text, depth) = ("", 0)
        var last: JSONTokens.Kind?
        for token in JSONTokens(data) {
            let isEnd = token.kind == .endObject || token.kind == .endList
            if isEnd { depth -= 1 }
            let follows = last != nil && last != .name
            let isFirst = last == .beginObject || last == .beginList
            if follows, !isEnd, !isFirst { text += "," }
            // An empty container stays on one line.
            if follows, !isEnd || !isFirst { text += "\n" + String(repeating: "  ", count: max(0, depth)) }
            switch token.kind {
            case .beginObject, .beginList, .endObject, .endList: text += token.text
            case .name: text += paint(shown(token), .cyan) + ": "
            case .string: text += paint(shown(token), .green)
            case .number: text += paint(shown(token), .yellow)
            case .word: text += paint(shown(token), .magenta)
            }
            if token.kind == .beginObject || token.kind == .beginList { depth += 1 }
            last = token.kind
        }
        return text
    }

    private static func shown(_ token: JSONTokens.Token) -> String {
        // Control characters are written as JSON escapes.
        token.text.unicodeScalars.map { scalar in
            scalar.isObeyed || scalar.value < 0x20 ? String(format: "\\u%04x", scalar.value) : String(scalar)
        }.joined()
    }
}
