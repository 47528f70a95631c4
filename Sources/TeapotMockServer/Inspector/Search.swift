import Teapot

/// Words that are looked for, all of them, in any case.
struct Search {
    /// How much of a body is searched, in bytes.
    private static let bodyLimit = 64 * 1024

    private let words: [String]

    init(_ text: String) {
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// The part of a body that is searched.
    static func text(of body: Data) -> String { String(decoding: body.prefix(bodyLimit), as: UTF8.self) }

    /// Whether each word is in one of some texts, which are made only when they are needed.
    func isMet(by texts: [() -> String]) -> Bool {
        var missing = words
        for text in texts where !missing.isEmpty {
            let text = text().lowercased()
            missing.removeAll { text.contains($0) }
        }
        return missing.isEmpty
    }
}
