import Foundation

/// Text in pieces for a terminal: control characters are escaped, and it ends at the first bytes that are not text.
struct TerminalText {
    /// Whether bytes arrived that are not text; nothing is shown from there on.
    private(set) var isBinary = false
    /// Whether the shown text ends with a line feed.
    private(set) var endsLine = false
    /// Whether bytes that are not UTF-8 are windows-1252, of which Latin-1 is a part.
    ///
    /// This is how browsers read a text that does not state its charset (WHATWG Encoding, §4.2 and §9).
    private let isText: Bool
    /// Whether bytes arrived that are not UTF-8.
    private var isLegacy = false
    /// The bytes of an incomplete character.
    private var tail = Data()

    /// Creates a text.
    ///
    /// - Parameter isText: Whether it is known to be text, and not only assumed.
    init(isText: Bool = false) { self.isText = isText }

    /// Returns the text to show for a piece.
    mutating func feed(_ piece: Data) -> String {
        guard !isBinary, !piece.isEmpty else { return "" }
        let bytes = tail + piece
        tail = Data()
        // A character has at most four bytes.
        for cut in 0..<min(4, bytes.count + 1) where !isLegacy {
            guard let text = String(bytes: bytes.dropLast(cut), encoding: .utf8) else { continue }
            tail = Data(bytes.suffix(cut))
            return show(text)
        }
        isLegacy = true
        guard isText else {
            isBinary = true
            return ""
        }
        // The five bytes that windows-1252 lacks are control characters of Latin-1.
        return show(String(bytes: bytes, encoding: .windowsCP1252) ?? String(bytes: bytes, encoding: .isoLatin1) ?? "")
    }

    /// Processes the end, and returns the rest of the text; an incomplete character of UTF-8 is not text.
    mutating func end() -> String {
        if tail.isEmpty || isBinary { return "" }
        let rest = tail
        (tail, isLegacy) = (Data(), true)
        return feed(rest)
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
