extension String {
    /// Returns the name that this text was most likely meant to be.
    ///
    /// - Parameters:
    ///   - names: The names to compare. If several are equally close, the first is returned.
    ///   - edits: The number of edits that are allowed: by default, one for every three characters, and at least one.
    /// - Returns: The name with the fewest edits, or `nil` if no name is close enough. An edit is an insertion, a
    ///   deletion, a replacement, or two swapped neighbors. Case is ignored. Texts of more than 200 bytes aren't
    ///   compared.
    package func closest(among names: [String], within edits: Int? = nil) -> String? {
        // The time is quadratic in the length.
        guard utf8.count <= 200 else { return nil }
        let limit = edits ?? Swift.max(1, count / 3)
        var best: (name: String, distance: Int)?
        for name in names where name.utf8.count <= 800 && abs(name.count - count) <= limit {
            let distance = lowercased().distance(to: name.lowercased())
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// Returns a clause with the name that this text was most likely meant to be, or an empty string.
    func hint(among names: [String]) -> String { count > 3 ? closest(among: names).map { ", only “\($0)”" } ?? "" : "" }

    /// Returns the number of edits, computed one row of the table at a time.
    private func distance(to other: String) -> Int {
        // A common prefix and a common suffix need no edits.
        let start = zip(self, other).prefix { $0 == $1 }.count
        let (own, others) = (dropFirst(start), other.dropFirst(start))
        let end = zip(own.reversed(), others.reversed()).prefix { $0 == $1 }.count
        let (text, other) = (Array(own.dropLast(end)), Array(others.dropLast(end)))
        var (former, row) = ([Int](), Array(0...other.count))
        for (line, character) in text.enumerated() {
            var next = [line + 1]
            for (column, candidate) in other.enumerated() {
                var edits = row[column] + (character == candidate ? 0 : 1)
                if line > 0, column > 0, character == other[column - 1], candidate == text[line - 1] {
                    edits = Swift.min(edits, former[column - 1] + 1)
                }
                next.append(Swift.min(edits, row[column + 1] + 1, next[column] + 1))
            }
            (former, row) = (row, next)
        }
        return row[other.count]
    }
}
