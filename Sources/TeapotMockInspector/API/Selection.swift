import Foundation
import TeapotMock
import TeapotMockFolders

/// The entries of the journal, or the mocks, that a query selects: by a `search`, a `method`, a `status`, and
/// `unanswered=true`.
///
/// All words of the search must be found, in uppercase or lowercase.
/// Several methods or statuses are separated by commas, and one of them must match. A status is a number such as `404`,
/// or a class such as `4xx`.
struct Selection {
    /// The maximum size of the searched part of a body, in bytes.
    private static let bodyLimit = 64 * 1024

    /// Whether to select only unanswered requests.
    let isUnanswered: Bool
    private let words: [Substring]
    private let methods: [String]
    private let statuses: [String]

    init(_ request: Request) {
        func list(_ name: String) -> [String] { request.queryValue(name)?.split(separator: ",").map(String.init) ?? [] }
        words = (request.queryValue("search") ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        isUnanswered = request.queryValue("unanswered") == "true"
        (methods, statuses) = (list("method"), list("status"))
    }

    /// Returns whether a request is selected, given its method and the status of its response, or 0 if there's none.
    func has(method: String, status: Int) -> Bool {
        if !methods.isEmpty, !methods.contains(method) { return false }
        return statuses.isEmpty || statuses.contains { $0 == "\(status)" || $0 == "\(status / 100)xx" }
    }

    /// Returns whether a mock for a method, or any, responds to one of the methods, with one of the statuses, and has
    /// all words of the search in its method, paths or file.
    func contains(_ mock: MockFolder.Mock, for method: String?) -> Bool {
        guard has(method: method ?? methods.first ?? "", status: mock.status.rawValue) else { return false }
        return hasWords(in: [
            { "\(mock.requestPath) \(mock.path) \(method ?? "") \(mock.summary) \(mock.conditionText ?? "")" },
            { (try? mock.bytes()).map(Self.text) ?? "" },
        ])
    }

    /// Returns the part of a body to search.
    static func text(of body: Data) -> String { String(decoding: body.prefix(bodyLimit), as: UTF8.self) }

    /// Returns whether each word of the search is in one of several texts, which are created only when needed.
    func hasWords(in texts: [() -> String]) -> Bool {
        var missing = words
        for text in texts where !missing.isEmpty {
            let text = text().lowercased()
            missing.removeAll { text.contains($0) }
        }
        return missing.isEmpty
    }
}
