import TeapotMock
import TeapotMockFolders

/// The entries of the journal, or the mocks, that a query selects: by a `search`, a `method`, a `status`, and
/// `unanswered=true`.
///
/// Several methods or statuses are separated by commas, and one of them must match. A status is a number such as `404`,
/// or a class such as `4xx`.
struct Selection {
    let search: Search
    /// Whether to select only unanswered requests.
    let isUnanswered: Bool
    private let methods: [Substring]
    private let statuses: [Substring]

    init(_ request: Request) {
        func list(_ name: String) -> [Substring] { (request.queryValue(name) ?? "").split(separator: ",") }
        search = Search(request.queryValue("search") ?? "")
        isUnanswered = request.queryValue("unanswered") == "true"
        (methods, statuses) = (list("method"), list("status"))
    }

    /// Returns whether a request is selected, given its method and the status of its response, if any.
    func has(method: String, status: Int?) -> Bool {
        if !methods.isEmpty, !methods.contains(where: { $0 == method }) { return false }
        let status = status ?? 0
        return statuses.isEmpty || statuses.contains { $0 == "\(status)" || $0 == "\(status / 100)xx" }
    }

    /// Returns whether a mock for a method, or any, responds to one of the methods, with one of the statuses, and has
    /// all words of the search in its method, paths or file.
    func contains(_ mock: MockFolder.Mock, for method: String?) -> Bool {
        let asked = method ?? methods.first.map(String.init) ?? ""
        guard has(method: asked, status: mock.status.rawValue) else { return false }
        return search.isMet(by: [
            { "\(mock.requestPath) \(mock.path) \(method ?? "") \(mock.summary) \(mock.conditionText ?? "")" },
            { (try? mock.bytes()).map(Search.text) ?? "" },
        ])
    }
}
