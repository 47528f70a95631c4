/// The number of requests that each route has answered, including removed routes.
struct AnswerCounts: Sendable {
    /// The counts, indexed by route numbers, which start at 1.
    private var counts: [Int] = []
    /// The numbers of the `GET` routes that have answered a `HEAD` request, which isn't counted.
    private var peeked: Set<Int> = []

    /// The number of requests that a route has answered, or `nil` if it has answered none.
    subscript(number: Int) -> Int? {
        guard counts.indices.contains(number), counts[number] > 0 else { return nil }
        return counts[number]
    }

    /// Returns whether a route has answered a request, counted or not.
    func hasAnswered(_ number: Int) -> Bool { self[number] != nil || peeked.contains(number) }

    /// Records that a route answered a request that isn't counted.
    ///
    /// - Parameter number: The number of the route.
    /// - Returns: The count.
    mutating func peek(_ number: Int) -> Int {
        peeked.insert(number)
        return self[number] ?? 0
    }

    /// Adds one to the count of a route.
    ///
    /// - Parameter number: The number of the route.
    /// - Returns: The count before the call.
    mutating func count(_ number: Int) -> Int {
        guard number >= 0 else { return 0 }
        if number >= counts.count { counts += [Int](repeating: 0, count: number + 1 - counts.count) }
        defer { counts[number] += 1 }
        return counts[number]
    }

    /// Takes a route's count from another value if that count is greater.
    mutating func merge(_ other: AnswerCounts, _ number: Int) {
        if other.peeked.contains(number) { peeked.insert(number) }
        guard let count = other[number], count > self[number] ?? 0 else { return }
        if number >= counts.count { counts += [Int](repeating: 0, count: number + 1 - counts.count) }
        counts[number] = count
    }
}
