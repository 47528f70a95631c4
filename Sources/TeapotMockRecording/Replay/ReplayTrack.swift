import Teapot
import TeapotMock
import TeapotMockFolders

/// The recorded responses for one method, path and query, to replay in order.
final class ReplayTrack: Sendable {
    private struct Take: Sendable {
        let origin: String?
        /// The condition on the request's body, or `nil` for any body.
        let body: RequestCondition.Body?
        let response: Response
    }

    private let takes: [Take]
    /// Whether an unrecorded body gets no response.
    private let requiresBody: Bool
    /// The recorded bodies, without duplicates.
    private let bodies: [RequestCondition.Body]
    /// The takes, keyed by body, in order.
    private let takesByBody: [RequestCondition.Body: [Int]]
    /// The takes for any body, in order.
    private let takesForAnyBody: [Int]
    /// The number of requests that each selection of takes has answered.
    private let counts = Locked<[[Int]: Int]>([:])

    /// Creates a track.
    ///
    /// - Parameters:
    ///   - entries: The responses in order, at least one.
    ///   - requiresBody: Whether an unrecorded body gets no response.
    ///   - redaction: The redaction of the recording. Different secrets in the same place count as equal.
    ///   - speed: The speed of recorded streams.
    init(_ entries: [HAR.Entry], requiringBody requiresBody: Bool, _ redaction: Redaction, speed: Double) {
        self.requiresBody = requiresBody
        takes = entries.map { entry in
            let body = RequestCondition.body(of: redaction.redacted(entry.request))
            return Take(origin: entry.request.origin, body: body, response: entry.response.inPieces(speed: speed))
        }
        var (bodies, takesByBody, takesForAnyBody) = (
            [RequestCondition.Body](), [RequestCondition.Body: [Int]](), [Int]()
        )
        for (index, take) in takes.enumerated() {
            guard let body = take.body else {
                takesForAnyBody.append(index)
                continue
            }
            if takesByBody[body] == nil { bodies.append(body) }
            takesByBody[body, default: []].append(index)
        }
        (self.bodies, self.takesByBody, self.takesForAnyBody) = (bodies, takesByBody, takesForAnyBody)
    }

    /// The condition on the body of a request, or `nil` for any body.
    var rule: Rule? { requiresBody && !bodies.isEmpty ? Rule(RecordedBodyMatcher(self)) : nil }

    /// Returns the next response to a request.
    func response(to request: Request) -> Response {
        let choice = choice(for: request)
        let time = counts.withLock { counts in
            defer { counts[choice, default: 0] += 1 }
            return counts[choice] ?? 0
        }
        guard let last = choice.last else { return .status(404) }
        return takes[time < choice.count ? choice[time] : last].response
    }

    /// Returns the takes for a request: those for its host, if there are any, and among them, those for its body.
    private func choice(for request: Request) -> [Int] {
        let isOwn = { (index: Int) in self.takes[index].origin == request.origin }
        let hasOwn = request.origin != nil && takes.indices.contains(where: isOwn)
        func own(_ choice: [Int]) -> [Int] { hasOwn ? choice.filter(isOwn) : choice }
        if bodies.isEmpty { return own(Array(takes.indices)) }
        let equal = own(takes(withBodyOf: request))
        if !equal.isEmpty { return equal }
        return own(requiresBody ? takesForAnyBody : Array(takes.indices))
    }

    /// Returns the takes whose conditions a request's body meets.
    private func takes(withBodyOf request: Request) -> [Int] {
        if let condition = RequestCondition.body(of: request), let equal = takesByBody[condition] { return equal }
        // A redacted value in the recording stands for any value.
        let examined = ExaminedRequest(request)
        return bodies.filter { $0.isMet(by: examined) }.flatMap { takesByBody[$0] ?? [] }.sorted()
    }
}

extension ReplayTrack {
    /// The maximum number of bodies to search for the nearest.
    private static let comparedLimit = 100

    /// A condition that a request has a recorded body.
    private struct RecordedBodyMatcher: Matcher {
        private let track: ReplayTrack

        init(_ track: ReplayTrack) { self.track = track }

        var identity: AnyHashable? { nil }

        func matches(_ request: Request, path: ArraySlice<String>?) -> Bool { !track.choice(for: request).isEmpty }

        func expectations(_ options: Teapot.Options) -> [String] {
            track.bodies.count > 1 ? ["one of \(track.bodies.count) recorded bodies"] : [track.bodies[0].expectation]
        }

        func explanations(of request: ExaminedRequest) -> [String?] {
            guard track.choice(for: request.request).isEmpty else { return [nil] }
            let differences = track.bodies.prefix(ReplayTrack.comparedLimit).compactMap { body in
                body.difference(from: request).map { (body, $0) }
            }
            // A body that differs in fewer places has a shorter explanation.
            guard let nearest = differences.min(by: { $0.1.utf8.count < $1.1.utf8.count }) else {
                return ["recorded from another server"]
            }
            return [track.bodies.count > 1 ? "the nearest: \(nearest.0.expectation) – \(nearest.1)" : nearest.1]
        }
    }
}

extension RequestCondition.Body {
    fileprivate var expectation: String { matcher.expectations(Teapot.Options()).joined(separator: ", ") }

    fileprivate func isMet(by request: ExaminedRequest) -> Bool { difference(from: request) == nil }

    fileprivate func difference(from request: ExaminedRequest) -> String? {
        matcher.explanations(of: request).compactMap(\.self).first
    }
}
