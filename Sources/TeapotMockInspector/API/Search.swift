import Foundation

/// The words of a search, which must all be found, in uppercase or lowercase.
struct Search {
    /// The maximum size of the searched part of a body, in bytes.
    private static let bodyLimit = 64 * 1024

    private let words: [String]

    init(_ text: String) {
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Returns the part of a body to search.
    static func text(of body: Data) -> String { String(decoding: body.prefix(bodyLimit), as: UTF8.self) }

    /// Returns whether each word is in one of several texts, which are created only when needed.
    func isMet(by texts: [() -> String]) -> Bool {
        var missing = words
        for text in texts where !missing.isEmpty {
            let text = text().lowercased()
            missing.removeAll { text.contains($0) }
        }
        return missing.isEmpty
    }
}
