import Foundation
import Teapot
import TeapotMock

/// The comparison of a run with runs of the same code in which nothing failed.
struct FailureRules: Sendable {
    /// The methods whose requests may be repeated (RFC 9110 §9.2.2).
    private static let idempotent: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

    /// What a request asks for.
    private struct Content: Hashable {
        let method: String
        let origin: String?
        let path: String
        let query: [URLQueryItem]
        /// The body, or a description of its form if the body differs from run to run.
        let body: Data

        init(_ request: Request, isVolatile: Bool) {
            method = request.method
            origin = request.origin
            path = request.path
            query = request.query
            body = isVolatile ? Data() : request.body
        }
    }

    private struct Credential: Hashable {
        let secret: String
        let origin: String?
    }

    /// The names of requests whose bodies differ although nothing failed.
    private let volatileNames: Set<String>
    private let usualCounts: [Content: Int]
    private let usualCredentials: Set<Credential>

    /// - Parameters:
    ///   - first: The requests of a run in which nothing failed.
    ///   - second: The requests of another one.
    init(_ first: [FailureRun.Arrival], _ second: [FailureRun.Arrival]) {
        let bodies = Dictionary(grouping: second) { $0.name + "#\($0.occurrence)" }
        let differing = first.filter { arrival in
            bodies["\(arrival.name)#\(arrival.occurrence)"]?.first.map { $0.request.body != arrival.request.body }
                ?? false
        }
        let names = Set(differing.map(\.name))
        volatileNames = names
        usualCounts = first.reduce(into: [:]) { counts, arrival in
            counts[Content(arrival.request, isVolatile: names.contains(arrival.name)), default: 0] += 1
        }
        usualCredentials = Set(first.flatMap { Self.credentials(of: $0.request) })
    }

    private static func credentials(of request: Request) -> [Credential] {
        SentSecrets.inHead(of: request).map { Credential(secret: $0, origin: request.origin) }
    }

    /// Returns what a run did that it must not do, apart from its end.
    func problems(of run: FailureRun.State) -> [FailureReport.Problem] {
        repetitions(in: run.arrivals) + haste(in: run.arrivals) + crossings(in: run)
    }

    private func content(_ arrival: FailureRun.Arrival) -> Content {
        Content(arrival.request, isVolatile: volatileNames.contains(arrival.name))
    }

    /// Returns the requests that were repeated although they may have been carried out.
    private func repetitions(in arrivals: [FailureRun.Arrival]) -> [FailureReport.Problem] {
        var problems: [FailureReport.Problem] = []
        for (index, arrival) in arrivals.enumerated() {
            guard let failure = arrival.failure, failure.mayBeCarriedOut,
                !Self.idempotent.contains(arrival.request.method)
            else { continue }
            let content = content(arrival)
            let later = arrivals[(index + 1)...].filter {
                self.content($0) == content && !arrival.request.hasSameKey(as: $0.request)
            }
            let earlier = arrivals[...index].count { self.content($0) == content }
            if later.count > max(0, (usualCounts[content] ?? 0) - earlier) {
                problems.append(.repetition(of: arrival, after: failure))
            }
        }
        return problems
    }

    /// Returns the requests that were repeated before the time that the server asked for.
    ///
    /// A request that is also sent several times when nothing fails may be sent so by different parts of the code, of
    /// which one does not know about the other.
    private func haste(in arrivals: [FailureRun.Arrival]) -> [FailureReport.Problem] {
        var counts: [Content: Int] = [:]
        var problems: [FailureReport.Problem] = []
        for (index, arrival) in arrivals.enumerated() where arrival.failure == .status(429) {
            let content = content(arrival)
            guard let begin = arrival.time,
                let next = arrivals[(index + 1)...].first(where: { self.content($0) == content })?.time,
                next < begin + UInt64(FailurePath.Failure.pause) * 1_000_000_000
            else { continue }
            counts[content, default: 0] += 1
            if counts[content, default: 0] >= max(1, usualCounts[content] ?? 0) {
                problems.append(.haste(of: arrival, after: Double(next - min(begin, next)) / 1e9))
            }
        }
        return problems
    }

    /// Returns the credentials that were sent to an origin to which they are not sent when nothing fails.
    private func crossings(in run: FailureRun.State) -> [FailureReport.Problem] {
        let all = run.arrivals.map(\.request) + run.detours
        guard all.contains(where: { $0.origin != all[0].origin }) else { return [] }
        let credentials = Set(all.flatMap(Self.credentials))
        let origins = Dictionary(grouping: credentials, by: \.secret).mapValues { Set($0.map(\.origin)) }
        return all.compactMap { request in
            let isCrossing = Self.credentials(of: request).contains { credential in
                guard !usualCredentials.contains(credential), (origins[credential.secret] ?? []).count > 1 else {
                    return false
                }
                let first = all.first { Self.credentials(of: $0).contains { $0.secret == credential.secret } }
                return first?.origin != credential.origin
            }
            return isCrossing ? .crossing(to: request) : nil
        }
    }

    /// Returns a problem if the text of an error has a secret of the run.
    func problem(with error: any Error, of run: FailureRun.State) -> FailureReport.Problem? {
        let texts = [String(describing: error), String(reflecting: error), error.localizedDescription]
        for arrival in run.arrivals {
            let secrets = SentSecrets.inRequest(arrival.request).union(arrival.response?.secrets ?? [])
            if secrets.contains(where: { secret in texts.contains { $0.contains(secret) } }) {
                return .leak(by: error, from: arrival)
            }
        }
        return nil
    }
}

extension Request {
    /// Returns whether both requests have the same key, by which a server carries them out once
    /// (draft-ietf-httpapi-idempotency-key-header).
    fileprivate func hasSameKey(as other: Request) -> Bool {
        guard let key = headerFields["Idempotency-Key"], !key.isEmpty else { return false }
        return other.headerFields["Idempotency-Key"] == key
    }
}

extension FailureReport.Problem {
    fileprivate static func repetition(of arrival: FailureRun.Arrival, after failure: FailurePath.Failure) -> Self {
        Self(
            rule: .repeatedRequest, subject: arrival.name,
            text: """
                \(arrival.name) was sent again after “\(failure)”, although the server may have carried it out. Do not \
                repeat it, or give both the same `Idempotency-Key`.
                """)
    }

    fileprivate static func haste(of arrival: FailureRun.Arrival, after seconds: Double) -> Self {
        Self(
            rule: .retryAfter, subject: arrival.name,
            text: """
                \(arrival.name) was sent again \(seconds) s after a 429 whose `Retry-After` is \
                \(FailurePath.Failure.pause) s (RFC 9110 §10.2.3).
                """)
    }

    fileprivate static func crossing(to request: Request) -> Self {
        let origin = request.origin ?? "another origin"
        return Self(
            rule: .credentialOfOtherOrigin, subject: origin,
            text: "A credential that is meant for another origin was sent to \(origin), with \(request.shortTarget).")
    }

    fileprivate static func leak(by error: any Error, from arrival: FailureRun.Arrival) -> Self {
        Self(
            rule: .secretInError, subject: "\(type(of: error))",
            text: """
                The text of an error of the type `\(type(of: error))` has a secret of \(arrival.name) or its response. \
                Errors are logged and shown, so leave it out.
                """)
    }
}
