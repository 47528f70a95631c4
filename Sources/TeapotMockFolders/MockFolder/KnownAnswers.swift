import Teapot
import TeapotMock

/// The responses of first mocks to `GET` requests that depend on nothing but the target of the request.
///
/// Most requests to a folder are of this kind. An answer is used for requests that had begun to arrive when the files
/// were last looked at.
final class KnownAnswers: Sendable {
    /// An answer, and a time before the look at the files that it is based on, in nanoseconds of `Clock`.
    struct Answer: Sendable {
        var response: Response
        let reason: String
        let time: UInt64
    }

    /// The greatest number of answers, and the greatest length of a body, in bytes: 16 MiB together.
    private static let (limit, bodyLimit) = (1024, 16 << 10)
    private let answers = Locked<[String: Answer]>([:])

    /// The number of answers.
    var count: Int { answers.withLock { $0.count } }

    /// Returns the answer to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - time: A time at which the request had begun to arrive.
    /// - Returns: The answer; `nil` if it is not known, or the files were not looked at since.
    func answer(to request: Request, asOf time: UInt64) -> Answer? {
        guard request.method == "GET" else { return nil }
        let target = request.writtenTarget
        guard let answer = answers.withLock({ $0[target] }), answer.time >= time, !request.asksForWebSocket else {
            return nil
        }
        return answer
    }

    /// Keeps the answer to a request, unless it is for another method, or long.
    func keep(_ answer: Answer, to request: Request) {
        let response = answer.response
        guard request.method == "GET", response.fault == nil, !request.asksForWebSocket,
            case .data(let body) = response.content, body.count <= Self.bodyLimit
        else { return }
        var answer = answer
        answer.response = response.withValidatorFields
        answer.response.validators?.areStated = true
        let target = request.writtenTarget
        // Released outside the lock.
        var forgotten: [String: Answer] = [:]
        answers.withLock { answers in
            if answers.count >= Self.limit { swap(&answers, &forgotten) }
            answers[target] = answer
        }
        _ = forgotten
    }
}

extension Request {
    /// The path and the query as they were sent.
    fileprivate var writtenTarget: String {
        let query = queryText
        return query.isEmpty ? path : path + "?" + query
    }
}
