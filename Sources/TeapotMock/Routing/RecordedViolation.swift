/// A request that makes a test fail.
struct RecordedViolation: Sendable {
    /// What happened to the request.
    enum Reason: Sendable {
        /// No route answered it.
        case unanswered(Diagnosis)
        /// A route refused it because of its headers.
        case refused(Route, [HeaderExpectation.Mismatch])
        /// The handler threw an error, or the response can't be sent; the text says which, and why.
        case threw(Route, String)
    }

    var request: Request
    var reason: Reason

    /// The violation, without its body if the body is too long to keep.
    fileprivate var withoutLongBody: RecordedViolation {
        guard request.body.count > RecordedViolations.bodyLimit else { return self }
        var short = self
        short.request.dropBody()
        if case .unanswered(var diagnosis) = reason {
            diagnosis.request.dropBody()
            short.reason = .unanswered(diagnosis)
        }
        return short
    }

    /// Returns whether another violation repeats this one, for example because a request was retried.
    func isRepeated(by other: RecordedViolation) -> Bool {
        switch (reason, other.reason) {
        case (.unanswered, .unanswered): request == other.request
        case (.refused(let route, _), .refused(let another, _)):
            route.number == another.number && request == other.request
        case (.threw(let route, let text), .threw(let another, let other)):
            route.number == another.number && text == other
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
        switch violation.reason {
        case .unanswered: unanswered.record(violation)
        case .refused(let route, _):
            refused.record(violation)
            refusingRoutes.insert(route.number)
        case .threw: threw.record(violation)
        }
    }
}
