import Teapot

/// The recorded answers to one method, path and query, played one after the other.
final class ReplayTrack: Sendable {
    private struct Take: Sendable {
        let origin: String?
        /// The request's body as it is compared.
        let body: Data
        let response: Response
    }

    private let takes: [Take]
    private let redaction: Redaction
    /// Whether bodies have to be compared at all.
    private let hasSeveralBodies: Bool
    /// How many requests each choice of takes has answered.
    private let counts = Locked<[[Int]: Int]>([:])

    /// - Parameters:
    ///   - entries: The answers, in order; at least one.
    ///   - redaction: How they were redacted.
    init(_ entries: [HAR.Entry], _ redaction: Redaction) {
        self.redaction = redaction
        takes = entries.map { entry in
            let body = Self.comparable(redaction.redacted(entry.request).body)
            return Take(origin: entry.request.origin, body: body, response: entry.response)
        }
        hasSeveralBodies = Set(takes.map(\.body)).count > 1
    }

    /// The next answer to a request.
    func response(to request: Request) -> Response {
        var choice = Array(takes.indices)
        if let origin = request.origin { choice = choice.preferring { takes[$0].origin == origin } }
        if hasSeveralBodies {
            let body = Self.comparable(redaction.redacted(request).body)
            choice = choice.preferring { takes[$0].body == body }
        }
        let time = counts.withLock { counts in
            defer { counts[choice, default: 0] += 1 }
            return counts[choice] ?? 0
        }
        guard let last = choice.last else { return .status(404) }
        return takes[time < choice.count ? choice[time] : last].response
    }

    /// JSON in one form, other bytes as they are.
    private static func comparable(_ body: Data) -> Data {
        guard let value = try? JSON.value(parsing: body) else { return body }
        return (try? JSON.data(from: value, .sortedKeys)) ?? body
    }
}

extension [Int] {
    /// Those that meet a condition, or all if none does.
    fileprivate func preferring(_ condition: (Int) -> Bool) -> [Int] {
        let found = filter(condition)
        return found.isEmpty ? self : found
    }
}
