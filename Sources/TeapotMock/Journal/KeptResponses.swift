import Foundation
import Teapot

/// The responses of a test's router, kept until the test has passed or failed.
///
/// It keeps the latest thousand responses, with up to 16 MB of bodies.
package final class KeptResponses: Sendable {
    private struct State {
        /// The responses, keyed by the numbers of their journal entries.
        var responses: [Int: Response] = [:]
        /// A number below which there are no responses.
        var lowest = 0
        /// The total size of the bodies, in bytes.
        var size = 0
    }

    private let state = Locked(State())
    private let capacity: Int
    private let bodyCapacity: Int

    /// Creates an empty collection.
    ///
    /// - Parameters:
    ///   - capacity: The number of responses to keep.
    ///   - bodyCapacity: The total size of the bodies to keep, in bytes.
    package init(capacity: Int = 1000, bodyCapacity: Int = 16_000_000) {
        self.capacity = capacity
        self.bodyCapacity = bodyCapacity
    }

    /// Keeps a response, dropping the oldest ones if there are too many.
    ///
    /// The bytes of the body aren't copied. A response isn't kept if its body alone is too long.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - entry: The number of the journal's entry.
    func keep(_ response: Response, for entry: Int) {
        guard response.body.count <= bodyCapacity else { return }
        // Release these outside the lock.
        let dropped = state.withLock { state -> [Response] in
            state.size += response.body.count - (state.responses[entry]?.body.count ?? 0)
            state.responses[entry] = response
            state.lowest = min(state.lowest, entry)
            var dropped: [Response] = []
            while state.responses.count > capacity || state.size > bodyCapacity, !state.responses.isEmpty {
                if let oldest = state.responses.removeValue(forKey: state.lowest) {
                    state.size -= oldest.body.count
                    dropped.append(oldest)
                }
                state.lowest += 1
            }
            return dropped
        }
        _ = dropped
    }

    /// Returns a response as sent to the client.
    ///
    /// - Parameter entry: The entry of the request in the journal.
    /// - Returns: The response, with an empty body if the body was sent in pieces. It's `nil` if the client didn't
    ///   receive the whole response, or if the response is no longer kept.
    package func response(to entry: Journal.Entry) -> (response: Response, isStream: Bool)? {
        guard case .responded = entry.ending, let response = state.withLock({ $0.responses[entry.number] }) else {
            return nil
        }
        let plan = ResponsePlan(response, isHead: entry.request.method == "HEAD", isInProcess: true)
        let sent = Response(status: plan.response.status, headers: plan.headers, body: plan.body)
        return (sent, plan.isStream)
    }
}
