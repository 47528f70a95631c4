import Foundation

/// Text in pieces for a terminal: control characters are escaped, and it ends at the first bytes that aren't text.
struct TerminalText {
    /// Whether bytes arrived that aren't text; nothing after them is shown.
    private(set) var isBinary = false
    /// Whether the shown text ends with a line feed.
    private(set) var endsLine = false
    /// Whether bytes that aren't UTF-8 are windows-1252, which includes Latin-1.
    ///
    /// Browsers read a text without a declared charset in this way (WHATWG Encoding, §4.2 and §9).
    private let isText: Bool
    /// Whether bytes arrived that aren't UTF-8.
    private var isLegacy = false
    /// The bytes of an incomplete character.
    private var tail = Data()

    /// Creates a text.
    ///
    /// - Parameter isText: Whether it's known to be text, rather than assumed.
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
        (isLegacy, isBinary) = (true, !isText)
        if isBinary { return "" }
        // The five bytes that windows-1252 lacks are control characters in Latin-1.
        return show(String(bytes: bytes, encoding: .windowsCP1252) ?? String(bytes: bytes, encoding: .isoLatin1) ?? "")
    }

    /// Processes the end, and returns the rest of the text; an incomplete character of UTF-8 isn't text.
    mutating func end() -> String {
        if tail.isEmpty || isBinary { return "" }
        let rest = tail
        (tail, isLegacy) = (Data(), true)
        return feed(rest)
    }

    private mutating func show(_ text: String) -> String {
        isBinary = text.unicodeScalars.contains("\0")
        if isBinary { return "" }
        if let last = text.unicodeScalars.last { endsLine = last == "\n" }
        // Otherwise, the carriage return of a line ending would be escaped.
        return text.replacingOccurrences(of: "\r\n", with: "\n", options: .literal).printable
    }
}
