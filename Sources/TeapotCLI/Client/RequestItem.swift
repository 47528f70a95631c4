/// An argument such as `name=Ada` that becomes a part of the request.
enum RequestItem: Equatable {
    /// `name=Ada`: a text.
    case text(String, String)
    /// `age:=36`: any JSON.
    case json(String, String)
    /// `page==2`: a query item.
    case query(String, String)

    /// Creates an item by parsing an argument, or returns `nil` if it has no separator.
    ///
    /// The first separator counts. If two begin at the same place, the longer one counts.
    init?(_ word: String) {
        guard let equals = word.firstIndex(of: "=") else { return nil }
        let next = word.index(after: equals)
        let before = word[..<equals]
        if before.last == ":" {
            self = .json(String(before.dropLast()), String(word[next...]))
        } else if next < word.endIndex, word[next] == "=" {
            self = .query(String(before), String(word[word.index(after: next)...]))
        } else {
            self = .text(String(before), String(word[next...]))
        }
        guard !name.isEmpty else { return nil }
    }

    /// The text before the separator.
    var name: String {
        switch self {
        case .text(let name, _), .json(let name, _), .query(let name, _): name
        }
    }
}
