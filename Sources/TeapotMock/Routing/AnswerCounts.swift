/// How many requests each route has answered; also of those that are gone.
struct AnswerCounts: Sendable {
    /// By the routes' numbers, which are counted from 1.
    private var counts: [Int] = []

    /// The count of a route; `nil` when it has answered none.
    subscript(number: Int) -> Int? {
        guard counts.indices.contains(number), counts[number] > 0 else { return nil }
        return counts[number]
    }

    /// Counts one more.
    ///
    /// - Parameter number: The route's number.
    /// - Returns: How many there were before.
    mutating func count(_ number: Int) -> Int {
        guard number >= 0 else { return 0 }
        if number >= counts.count { counts += [Int](repeating: 0, count: number + 1 - counts.count) }
        defer { counts[number] += 1 }
        return counts[number]
    }
}
