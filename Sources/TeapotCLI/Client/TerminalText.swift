import Teapot

/// Text that comes in pieces, for a terminal: what that would obey is written out, and what is no text ends it.
struct TerminalText {
    /// Whether bytes came that are no text; nothing is shown from there on.
    private(set) var isBinary = false
    /// Whether the last thing shown was the end of a line.
    private(set) var endsLine = false
    /// The bytes of a character whose others have not come yet.
    private var tail = Data()

    /// What to show of a piece.
    mutating func feed(_ piece: Data) -> String {
        guard !isBinary, !piece.isEmpty else { return "" }
        let bytes = tail + piece
        // A character has four bytes at most.
        for cut in 0..<min(4, bytes.count + 1) {
            guard let text = String(bytes: bytes.dropLast(cut), encoding: .utf8) else { continue }
            tail = Data(bytes.suffix(cut))
            return show(text)
        }
        isBinary = true
        return ""
    }

    /// Takes the end: a character that is not whole by then never was one.
    mutating func end() {
        if !tail.isEmpty { isBinary = true }
    }

    private mutating func show(_ text: String) -> String {
        guard !text.unicodeScalars.contains("\0") else {
            isBinary = true
            return ""
        }
        if let last = text.unicodeScalars.last { endsLine = last == "\n" }
        // The carriage return of a line's end would be written out.
        return text.replacingOccurrences(of: "\r\n", with: "\n", options: .literal).printable
    }
}
