import Teapot

extension Request {
    /// The path and the query, shortened.
    package var shortPath: String { (path + (query.isEmpty ? "" : "?" + query.encoded)).shortened(to: 200) }

    /// The method, the path and the query, such as `GET /users?page=2`, shortened.
    package var shortTarget: String { "\(method) \(shortPath)" }

    /// The greatest number of body bytes that are shown.
    private static let shownBodyLength = 200

    /// The beginning of the body on one line, or `nil` if the body is empty.
    var shownBody: String? {
        guard !body.isEmpty else { return nil }
        // The last character may be cut off in the middle.
        let texts = (0..<4).lazy.map { String(bytes: body.prefix(Self.shownBodyLength - $0), encoding: .utf8) }
        guard let text = texts.compactMap(\.self).first, !text.utf8.contains(0) else { return "binary" }
        return text.onOneLine + (text.utf8.count < body.count ? "…" : "")
    }
}

extension [URLQueryItem] {
    /// The items as they are in a URL.
    var encoded: String {
        map { item in
            let name = PercentEncoding.encode(item.name, as: .queryItem)
            return item.value.map { "\(name)=\(PercentEncoding.encode($0, as: .queryItem))" } ?? name
        }.joined(separator: "&")
    }
}

extension String {
    /// Returns the beginning of the text on one line, with an ellipsis if the text is longer.
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
    /// If it has to be distinguished from a text that looks the same, its characters are replaced by their numbers.
    func told(apart: Bool) -> String {
        apart ? unicodeScalars.prefix(60).map { $0.escaped(asASCII: true) }.joined() : shortened(to: 60)
    }

    /// Creates a text from a number and a noun, such as `1 byte` or `2 bytes`.
    package init(counting count: Int, _ noun: String) {
        self = count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
