/// What a test should fail for.
enum Offence: Sendable {
    /// A request that nothing answered.
    case unanswered(Request, Diagnosis)
    /// A request that a route refused for its header fields.
    case refused(Request, Route, [HeaderExpectation.Mismatch])

    /// Whether another one is the same again, as when a request is retried.
    func isRepeated(by other: Offence) -> Bool {
        switch (self, other) {
        case (.unanswered(let request, _), .unanswered(let another, _)): request == another
        case (.refused(let request, let route, _), .refused(let another, let other, _)):
            route.number == other.number && request == another
        default: false
        }
    }
}

/// What came to a router that its test should fail for: the first of each kind, and how many there were.
struct Offences: Sendable {
    /// How many different ones of a kind are kept, for each keeps its request, body and all.
    static let limit = 20

    /// Those of one kind.
    struct Series: Sendable {
        private(set) var kept: [(offence: Offence, count: Int)] = []
        /// How many came that differ from those that are kept.
        private(set) var others = 0

        mutating func record(_ offence: Offence) {
            if let index = kept.firstIndex(where: { $0.offence.isRepeated(by: offence) }) {
                kept[index].count += 1
            } else if kept.count < Offences.limit {
                kept.append((offence, 1))
            } else {
                others += 1
            }
        }
    }

    private(set) var unanswered = Series()
    private(set) var refused = Series()
    /// The numbers of all routes that refused a request.
    private(set) var refusingRoutes: Set<Int> = []

    mutating func record(_ offence: Offence) {
        switch offence {
        case .unanswered: unanswered.record(offence)
        case .refused(_, let route, _):
            refused.record(offence)
            refusingRoutes.insert(route.number)
        }
    }
}
