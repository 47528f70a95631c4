import Foundation
import Teapot

/// Text in pieces for a terminal: control characters are escaped, and it ends at the first bytes that are not text.
struct TerminalText {
    /// A Boolean value that indicates whether bytes arrived that are not text; nothing is shown from there on.
    private(set) var isBinary = false
    /// A Boolean value that indicates whether the shown text ends with a line feed.
    private(set) var endsLine = false
    /// The bytes of an incomplete character.
    private var tail = Data()

    /// Returns the text to show for a piece.
    mutating func feed(_ piece: Data) -> String {
        guard !isBinary, !piece.isEmpty else { return "" }
        let bytes = tail + piece
        // A character has at most four bytes.
        for cut in 0..<min(4, bytes.count + 1) {
            guard let text = String(bytes: bytes.dropLast(cut), encoding: .utf8) else { continue }
            tail = Data(bytes.suffix(cut))
            return show(text)
        }
        isBinary = true
        return ""
    }

    /// Processes the end; an incomplete character is not text.
    mutating func end() {
        if !tail.isEmpty { isBinary = true }
    }

    private mutating func show(_ text: String) -> String {
        guard !text.unicodeScalars.contains("\0") else {
            isBinary = true
            return ""
        }
        if let last = text.unicodeScalars.last { endsLine = last == "\n" }
        // The carriage return of a line end would otherwise be escaped.
        return text.replacingOccurrences(of: "\r\n", with: "\n", options: .literal).printable
    }
}
