extension String {
    /// Returns the name that this text was most likely meant to be.
    ///
    /// - Parameter names: The names to compare. If several are equally close, the first is returned.
    /// - Returns: The name with the fewest insertions, deletions and replacements, or `nil` if no name is close enough.
    ///   One edit for every three characters is allowed, and at least one. Case is ignored. Texts of more than 200
    ///   bytes aren't compared.
    package func closest(among names: [String]) -> String? {
        // The time is quadratic in the length.
        guard utf8.count <= 200 else { return nil }
        let limit = Swift.max(1, count / 3)
        var best: (name: String, distance: Int)?
        for name in names where name.utf8.count <= 800 && abs(name.count - count) <= limit {
            let distance = lowercased().distance(to: name.lowercased())
            if distance <= limit, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    /// Returns the Levenshtein distance, computed one row of the table at a time.
    private func distance(to other: String) -> Int {
        // A common prefix and a common suffix need no edits.
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
