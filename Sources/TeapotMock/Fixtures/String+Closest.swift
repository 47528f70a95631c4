extension String {
    /// The one of some names that this was most likely meant to be.
    ///
    /// - Parameter names: The names, of which the first of two that are as close wins.
    /// - Returns: The name that takes the fewest insertions, deletions and replacements, no more than one for three
    ///   characters, case apart; `nil` if none is that close.
    package func closest(among names: [String]) -> String? {
        let limit = Swift.max(1, count / 3)
        var best: (name: String, distance: Int)?
        for name in names where abs(name.count - count) <= limit {
            let distance = lowercased().distance(to: name.lowercased())
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// The Levenshtein distance, a row of its table at a time.
    private func distance(to other: String) -> Int {
        // What both begin or end with takes no edits.
        let start = zip(self, other).prefix { $0 == $1 }.count
        let (own, others) = (dropFirst(start), other.dropFirst(start))
        let end = zip(own.reversed(), others.reversed()).prefix { $0 == $1 }.count
        let other = Array(others.dropLast(end))
        var row = Array(0...other.count)
        for (line, character) in own.dropLast(end).enumerated() {
            var diagonal = row[0]
            row[0] = line + 1
            for (column, candidate) in other.enumerated() {
                let replaced = diagonal + (character == candidate ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = Swift.min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }
}
