import Foundation
import Teapot
import TeapotMock

/// The recorded responses for one method, path and query, which are replayed in order.
final class ReplayTrack: Sendable {
    private struct Take: Sendable {
        let origin: String?
        /// The request's body in the form in which it is compared.
        let body: Data
        let response: Response
    }

    private let takes: [Take]
    private let redaction: Redaction
    /// A Boolean value that indicates whether bodies have to be compared.
    private let hasSeveralBodies: Bool
    /// The number of requests that each selection of takes has responded to.
    private let counts = Locked<[[Int]: Int]>([:])

    /// Creates a track.
    ///
    /// - Parameters:
    ///   - entries: The responses, in order; at least one.
    ///   - redaction: The redaction of the responses.
    init(_ entries: [HAR.Entry], _ redaction: Redaction) {
        self.redaction = redaction
        takes = entries.map { entry in
            let body = Self.comparable(redaction.redacted(entry.request).body)
            return Take(origin: entry.request.origin, body: body, response: entry.response)
        }
        hasSeveralBodies = Set(takes.map(\.body)).count > 1
    }

    /// Returns the next response to a request.
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

    /// Returns JSON in a canonical form, other bytes unchanged.
    private static func comparable(_ body: Data) -> Data {
        guard let value = try? JSON.value(parsing: body) else { return body }
        return (try? JSON.data(from: value, .sortedKeys)) ?? body
    }
}

extension [Int] {
    /// Returns the elements that satisfy a condition, or all if none does.
    fileprivate func preferring(_ condition: (Int) -> Bool) -> [Int] {
        let found = filter(condition)
        return found.isEmpty ? self : found
    }
}
