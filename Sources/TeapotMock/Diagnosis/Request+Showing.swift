import Teapot

extension Request {
    /// The path and the query, shortened.
    package var shortPath: String {
        let items = query.map { item in
            let name = PercentEncoding.encode(item.name, as: .queryItem)
            return item.value.map { "\(name)=\(PercentEncoding.encode($0, as: .queryItem))" } ?? name
        }
        return (path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))).shortened(to: 200)
    }

    /// The method, the path and the query, such as `GET /users?page=2`.
    var shortTarget: String { "\(method) \(shortPath)" }

    /// How many bytes of a body are shown.
    private static let shownBodyLength = 200

    /// The beginning of the body on one line; `nil` when there is none.
    var shownBody: String? {
        guard !body.isEmpty else { return nil }
        // A character may be cut in two at the end.
        let texts = (0..<4).lazy.map { String(bytes: body.prefix(Self.shownBodyLength - $0), encoding: .utf8) }
        guard let text = texts.compactMap(\.self).first, !text.utf8.contains(0) else { return "binary" }
        return text.onOneLine + (text.utf8.count < body.count ? "…" : "")
    }
}

extension String {
    /// The text's beginning on one line, with an ellipsis where more was.
    func shortened(to count: Int) -> String {
        let text = onOneLine
        return text.count > count ? text.prefix(count) + "…" : text
    }

    /// The text with each control character and line break written as in Swift.
    var onOneLine: String {
        func isPlain(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
        if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return self }
        return unicodeScalars.map { isPlain($0) ? String($0) : $0.escaped(asASCII: true) }.joined()
    }

    /// The text's beginning; told apart from one that looks the same, by the numbers of its characters.
    func told(apart: Bool) -> String {
        apart ? unicodeScalars.prefix(60).map { $0.escaped(asASCII: true) }.joined() : shortened(to: 60)
    }

    /// A number and what is counted, such as `1 byte` or `2 bytes`.
    package init(counting count: Int, _ noun: String) {
        self = count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
