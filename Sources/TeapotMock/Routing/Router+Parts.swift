import Teapot

extension Router {
    /// The decision about a part of a request, such as an operation in a batch.
    package struct Part: Sendable {
        fileprivate let request: Request
        fileprivate let decision: Decision
    }

    /// Decides about a part of a request, and counts it as answered.
    package func match(part: Request) -> Part { Part(request: part, decision: decide(part)) }

    /// Returns the response to a part of a request, after its delay.
    ///
    /// - Parameters:
    ///   - part: The part.
    ///   - entry: The number of the journal entry for the whole request.
    /// - Returns: The response.
    package func response(to part: Part, _ entry: Int) async -> Response {
        switch part.decision {
        case .answer(var match):
            // The router's latency delays the whole batch.
            (match.latency, match.entry) = (0, entry)
            switch answer(part.request, by: match) {
            case .now(let response, _): return response
            case .later(let exchange):
                exchange.time = .open(in: sharedTime)
                let chosen = OneShot<Response>()
                return await withTaskCancellationHandler {
                    exchange.start { chosen.finish($0) }
                    return await chosen.value()
                } onCancel: {
                    exchange.abandon()
                    // The whole request was abandoned, so nothing reads this.
                    chosen.finish(.status(503))
                }
            }
        case .refuse(_, let mismatches): return .explaining(.refusing(mismatches, options))
        case .unanswered(let diagnosis): return .explaining(diagnosis)
        case .closed(let explanation): return .explaining(.make(.unansweredRequest, explanation))
        // Another request changed the routes after the parts were read.
        case .respond: return .explaining(.make(.unansweredRequest, "the routes for the batch were removed"))
        }
    }
}
