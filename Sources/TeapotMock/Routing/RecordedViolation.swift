/// An event that makes a test fail.
enum RecordedViolation: Sendable {
    /// A request that no route answered.
    case unanswered(Request, Diagnosis)
    /// A request that a route refused because of its headers.
    case refused(Request, Route, [HeaderExpectation.Mismatch])
    /// A request whose handler threw an error, or whose response can't be sent; the text describes both.
    case threw(Request, Route, String)

    /// The violation, without its body if the body is too long to keep.
    fileprivate var withoutLongBody: RecordedViolation {
        switch self {
        case .unanswered(var request, var diagnosis) where request.body.count > RecordedViolations.bodyLimit:
            request.dropBody()
            diagnosis.request.dropBody()
            return .unanswered(request, diagnosis)
        case .refused(var request, let route, let mismatches) where request.body.count > RecordedViolations.bodyLimit:
            request.dropBody()
            return .refused(request, route, mismatches)
        case .threw(var request, let route, let text) where request.body.count > RecordedViolations.bodyLimit:
            request.dropBody()
            return .threw(request, route, text)
        default: return self
        }
    }

    /// Returns whether another violation repeats this one, for example because a request was retried.
    func isRepeated(by other: RecordedViolation) -> Bool {
        switch (self, other) {
        case (.unanswered(let request, _), .unanswered(let another, _)): request == another
        case (.refused(let request, let route, _), .refused(let another, let other, _)):
            route.number == other.number && request == another
        case (.threw(_, let route, let text), .threw(_, let other, let another)):
            route.number == other.number && text == another
        default: false
        }
    }
}

/// The violations that a router has recorded: the first ones of each kind, and the number of further ones.
struct RecordedViolations: Sendable {
    /// The maximum number of different violations of one kind to keep.
    ///
    /// Each one keeps its request, without the body if the body is longer than ``bodyLimit``.
    static let limit = 20
    /// The maximum length of a kept body, in bytes.
    static let bodyLimit = 1 << 20

    /// The violations of one kind.
    struct Series: Sendable {
        private(set) var kept: [(violation: RecordedViolation, count: Int)] = []
        /// The number of further violations that differ from the kept ones.
        private(set) var others = 0

        mutating func record(_ violation: RecordedViolation) {
            let violation = violation.withoutLongBody
            if let index = kept.firstIndex(where: { $0.violation.isRepeated(by: violation) }) {
                kept[index].count += 1
            } else if kept.count < RecordedViolations.limit {
                kept.append((violation, 1))
            } else {
                others += 1
            }
        }
    }

    private(set) var unanswered = Series()
    private(set) var refused = Series()
    private(set) var threw = Series()
    /// The numbers of all routes that have refused a request.
    private(set) var refusingRoutes: Set<Int> = []

    mutating func record(_ violation: RecordedViolation) {
        switch violation {
        case .unanswered: unanswered.record(violation)
        case .refused(_, let route, _):
            refused.record(violation)
            refusingRoutes.insert(route.number)
        case .threw: threw.record(violation)
        }
    }
}
