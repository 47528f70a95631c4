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
        let (before, rest) = (word[..<equals], word[equals...].dropFirst())
        let isJSON = before.last == ":"
        let name = String(isJSON ? before.dropLast() : before)
        if name.isEmpty { return nil }
        let isQuery = !isJSON && rest.first == "="
        let value = String(isQuery ? rest.dropFirst() : rest)
        self = isJSON ? .json(name, value) : isQuery ? .query(name, value) : .text(name, value)
    }
}
