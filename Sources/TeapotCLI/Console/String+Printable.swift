import Foundation

extension String {
    /// The text with control characters escaped, such as `\u{1B}` for an escape.
    ///
    /// Otherwise, a server, a file name, or an argument could move the cursor, change colors, rename the window, or
    /// reverse the direction of the text. Line feeds and tabs are kept.
    var printable: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }) { return self }
        return unicodeScalars.map { $0.isObeyed ? $0.escaped(asASCII: true) : String($0) }.joined()
    }

    /// The sentence with its first letter in lowercase, as after “teapot:”.
    var asClause: String { prefix(1).lowercased() + dropFirst() }
}

extension Unicode.Scalar {
    /// Whether a terminal interprets the character instead of showing it.
    var isObeyed: Bool {
        switch value {
        case 0x09, 0x0A: false
        // Characters that change the direction of text, and line breaks other than the line feed.
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
        default: properties.generalCategory == .control
        }
    }
}
