extension String {
    /// Returns the beginning of the text as a single line, with an ellipsis if the text is longer.
    package func shortened(to count: Int) -> String {
        let text = onOneLine
        return text.count > count ? text.prefix(count) + "…" : text
    }

    /// The text with control characters and line breaks escaped as in Swift.
    package var onOneLine: String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
        return unicodeScalars.map { isPlain($0) ? String($0) : $0.escaped(asASCII: true) }.joined()
    }

    /// Returns the beginning of the text.
    ///
    /// To distinguish it from a text that looks the same, its characters can be replaced with their escapes.
    func shown(exact isExact: Bool) -> String {
        isExact ? unicodeScalars.prefix(60).map { $0.escaped(asASCII: true) }.joined() : shortened(to: 60)
    }

    /// Creates a text from a number and a noun, such as `1 byte` or `2 bytes`.
    package init(counting count: Int, _ noun: String) { self = count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
}
