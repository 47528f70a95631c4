import Foundation
import Teapot
import TeapotMock
import TeapotMockGraphQL

/// A type that compares a run with a run of the same code in which nothing failed.
struct FailureRules: Sendable {
    /// The methods whose requests may be repeated (RFC 9110 §9.2.2).
    private static let idempotent: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// The requests of a run in which nothing failed.
    private let usual: [FailureRun.Arrival]
    /// The same requests, keyed by name, in order.
    private let usualByName: [String: [Request]]
    /// The secrets in that run, with the origins to which each was sent.
    private let usualOrigins: [String: Set<String>]
    /// The parts that differ from run to run, keyed by request name.
    private var volatileParts: [String: VolatileParts] = [:]

    /// - Parameter usual: The requests of a run in which nothing failed.
    init(_ usual: [FailureRun.Arrival]) {
        self.usual = usual
        usualByName = Dictionary(grouping: usual, by: \.name).mapValues { $0.map(\.request) }
        usualOrigins = Self.origins(of: Self.secrets(of: usual), in: usual.map(\.request))
    }

    /// Records the parts that differ from run to run, such as a time in a body.
    ///
    /// - Parameter arrivals: The requests of another run. Up to and including the first one that fails, they're the
    ///   same as if nothing failed.
    mutating func compare(with arrivals: [FailureRun.Arrival]) {
        let end = arrivals.firstIndex { $0.failure != nil } ?? arrivals.count - 1
        for arrival in arrivals.prefix(end + 1) {
            let others = usualByName[arrival.name] ?? []
            guard arrival.occurrence <= others.count else { continue }
            let other = others[arrival.occurrence - 1]
            if other != arrival.request {
                volatileParts[arrival.name, default: VolatileParts()].add(other, arrival.request)
            }
        }
    }

    /// Returns the rules that a run broke, except the rule that it must end.
    func problems(of run: FailureRun.State) -> [FailureReport.Problem] {
        guard run.arrivals.contains(where: { $0.failure != nil }) else { return [] }
        return repetitions(in: run.arrivals) + haste(in: run.arrivals) + crossings(in: run)
    }

    private func content(_ arrival: FailureRun.Arrival) -> RequestContent {
        RequestContent(arrival.request, without: volatileParts[arrival.name])
    }

    /// The number of requests with each content in the run in which nothing failed.
    private var usualCounts: [RequestContent: Int] { usual.reduce(into: [:]) { $0[content($1), default: 0] += 1 } }

    /// Returns the requests that were repeated even though the server may have processed them.
    private func repetitions(in arrivals: [FailureRun.Arrival]) -> [FailureReport.Problem] {
        let isAtRisk = arrivals.map { arrival in
            arrival.failure?.mayTakeEffect == true && !Self.idempotent.contains(arrival.request.method)
                && !arrival.request.isGraphQLQuery
        }
        guard isAtRisk.contains(true) else { return [] }
        let (usualCounts, contents) = (usualCounts, arrivals.map { content($0) })
        let places = Dictionary(grouping: arrivals.indices) { contents[$0] }
        let equal: [FailureReport.Problem] = places.compactMap { content, indices in
            guard let first = indices.first(where: { isAtRisk[$0] }), let failure = arrivals[first].failure else {
                return nil
            }
            let later = indices.filter {
                $0 > first && !arrivals[$0].request.takesEffectOnce(after: arrivals[first].request)
            }
            let earlier = indices.count { $0 <= first }
            guard later.count > max(0, (usualCounts[content] ?? 0) - earlier) else { return nil }
            return .repetition(of: arrivals[first], after: failure)
        }
        // To also find requests that count their attempts, compare each with the previous one of the same name.
        var last: [String: Int] = [:]
        let counted: [FailureReport.Problem] = arrivals.indices.compactMap { index in
            guard let first = last.updateValue(index, forKey: arrivals[index].name), isAtRisk[first],
                let failure = arrivals[first].failure, usualCounts[contents[index]] == nil,
                contents[index].isNextAttempt(after: contents[first]),
                !arrivals[index].request.takesEffectOnce(after: arrivals[first].request)
            else { return nil }
            return .repetition(of: arrivals[first], after: failure)
        }
        return equal + counted
    }

    /// Returns the requests that were repeated before the server's `Retry-After`.
    ///
    /// If a request is sent several times when nothing fails, several parts of the code may be sending it, and each of
    /// them may send it once before that time.
    private func haste(in arrivals: [FailureRun.Arrival]) -> [FailureReport.Problem] {
        guard arrivals.contains(where: { $0.failure == .status(429) }) else { return [] }
        let (usualCounts, pause) = (usualCounts, UInt64(FailurePath.Failure.pause) * 1_000_000_000)
        let places = Dictionary(grouping: arrivals.indices) { content(arrivals[$0]) }
        return places.compactMap { content, indices in
            for (index, next) in zip(indices, indices.dropFirst(max(1, usualCounts[content] ?? 0))) {
                guard arrivals[index].failure == .status(429), let begin = arrivals[index].time,
                    let end = arrivals[next].time, end < begin + pause
                else { continue }
                return .haste(of: arrivals[index], after: Double(end - min(begin, end)) / 1e9)
            }
            return nil
        }
    }

    /// Returns the requests that send a secret to an origin that doesn't receive it when nothing fails.
    private func crossings(in run: FailureRun.State) -> [FailureReport.Problem] {
        let requests = run.arrivals.map(\.request) + run.detours
        guard let home = requests.first?.origin, requests.contains(where: { $0.origin != home }) else { return [] }
        let secrets = Self.secrets(of: run.arrivals)
        var homes: [String: String] = [:]
        return requests.compactMap { request in
            let origin = request.origin ?? ""
            let text = SentSecrets.text(of: request)
            let foreign = secrets.filter { secret in
                guard SentSecrets.contains(text, secret) else { return false }
                let first = homes[secret] ?? origin
                homes[secret] = first
                return first != origin && usualOrigins[secret]?.contains(origin) != true
            }
            return foreign.isEmpty ? nil : .crossing(to: request)
        }
    }

    private static func secrets(of arrivals: [FailureRun.Arrival]) -> Set<String> {
        arrivals.reduce(into: []) { $0.formUnion(SentSecrets.inRequest($1.request)) }
    }

    private static func origins(of secrets: Set<String>, in requests: [Request]) -> [String: Set<String>] {
        guard requests.contains(where: { $0.origin != requests[0].origin }) else { return [:] }
        var origins: [String: Set<String>] = [:]
        for request in requests {
            let text = SentSecrets.text(of: request)
            for secret in secrets where SentSecrets.contains(text, secret) {
                origins[secret, default: []].insert(request.origin ?? "")
            }
        }
        return origins
    }

    /// Returns a problem if an error's text contains a secret from the run.
    func problem(with error: any Error, of run: FailureRun.State) -> FailureReport.Problem? {
        let texts = [String(describing: error), String(reflecting: error), error.localizedDescription]
        for arrival in run.arrivals {
            let secrets = SentSecrets.inRequest(arrival.request).union(
                arrival.reply.map { SentSecrets.inJSON($0.json) } ?? [])
            if secrets.contains(where: { secret in texts.contains { SentSecrets.contains($0, secret) } }) {
                return .leak(by: error, from: arrival)
            }
        }
        return nil
    }
}

extension Request {
    /// Returns whether a server that has processed the other request wouldn't process this one, too.
    ///
    /// This is true if both have the same key (draft-ietf-httpapi-idempotency-key-header), or if the other request made
    /// a condition of this one false (RFC 9110 §13.1).
    fileprivate func takesEffectOnce(after other: Request) -> Bool {
        if let key = headers["Idempotency-Key"], !key.isEmpty, other.headers["Idempotency-Key"] == key {
            return true
        }
        if let tags = headers["If-Match"] { return tags != "*" }
        return headers["If-None-Match"] == "*" || headers["If-Unmodified-Since"] != nil
    }

    /// Whether the request contains only GraphQL queries, which change nothing.
    fileprivate var isGraphQLQuery: Bool {
        let operations = graphql
        return !operations.isEmpty && operations.allSatisfy { $0.kind == .query }
    }
}

extension FailureReport.Problem {
    fileprivate static func repetition(of arrival: FailureRun.Arrival, after failure: FailurePath.Failure) -> Self {
        Self(
            rule: .repeatedRequest, subject: arrival.name,
            text: """
                \(arrival.name) was sent again after “\(failure)”, although the server may have processed it. Do not \
                repeat it, or give both the same `Idempotency-Key`. If repeating it is harmless, name its route in `ignoring:`.
                """, request: arrival.request)
    }

    fileprivate static func haste(of arrival: FailureRun.Arrival, after seconds: Double) -> Self {
        Self(
            rule: .retryAfter, subject: arrival.name,
            text: """
                \(arrival.name) was sent again \(seconds) s after a 429 whose `Retry-After` is \
                \(FailurePath.Failure.pause) s (RFC 9110 §10.2.3).
                """, request: arrival.request)
    }

    fileprivate static func crossing(to request: Request) -> Self {
        let origin = request.origin ?? "another origin"
        return Self(
            rule: .credentialOfOtherOrigin, subject: origin,
            text: "\(request.shortTarget) sent a credential to \(origin), but the credential is for another origin.")
    }

    fileprivate static func leak(by error: any Error, from arrival: FailureRun.Arrival) -> Self {
        Self(
            rule: .secretInError, subject: "\(type(of: error))",
            text: """
                An error of type `\(type(of: error))` contains a secret from \(arrival.name) or its response. Error \
                texts are logged and shown to people, so leave the secret out. A `TeapotError` quotes the response: if \
                the secret is there, throw an error of your own.
                """)
    }
}
