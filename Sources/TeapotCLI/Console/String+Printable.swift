extension String {
    /// The text with what a terminal would obey written out: `\u{1B}` for an escape.
    ///
    /// A server, a file name or an argument could otherwise move the cursor, recolour, rename the window, or turn the
    /// direction of the text around. Line feeds and tabs stay.
    var printable: String {
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A || $0 == 0x09 }) { return self }
        var text = ""
        for scalar in unicodeScalars {
            if scalar.isObeyed { text += scalar.escaped(asASCII: true) } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}

extension Unicode.Scalar {
    /// Whether a terminal does something other than to show it.
    var isObeyed: Bool {
        switch value {
        case 0x09, 0x0A: false
        // What turns the direction of text around, and what breaks lines where no line feed is.
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
        default: properties.generalCategory == .control
        }
    }
}
