import Teapot
import TeapotMock

/// A cache of the first mocks' responses to `GET` requests, if they depend on nothing but the request's target.
///
/// Most requests to a folder are of this kind. A cached answer is used for requests that had already begun to arrive
/// when the files were last checked.
final class KnownAnswers: Sendable {
    /// A response, with the state of the files that it's based on.
    struct Answer: Sendable {
        let mock: MockFolder.Mock
        var response: Response
        let reason: String
        let stamps: ResponseCache.Stamps
        /// The number of the index in which the mock was found.
        let generation: Int
        /// A time before the last check of the files, in nanoseconds of `Uptime`.
        var time: UInt64

        /// Adopts the time of an answer that comes from the same files.
        mutating func renew(with other: Answer) {
            if generation == other.generation, stamps == other.stamps { time = max(time, other.time) }
        }
    }

    /// The maximum number of answers, and the maximum length of a body, in bytes; together, they allow 16 MiB.
    private static let (limit, bodyLimit) = (1024, 16 << 10)
    private let answers = Locked<[String: Answer]>([:])

    /// The number of answers.
    var count: Int { answers.withLock { $0.count } }

    /// Returns the answer to a request.
    ///
    /// The files are checked, unless they've been checked since the request began to arrive.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - folder: The folder.
    ///   - time: A time at which the request had already begun to arrive.
    /// - Returns: The answer, or `nil` if it isn't known or the files have changed.
    func answer(to request: Request, of folder: MockFolder, asOf time: UInt64) -> Answer? {
        guard request.method == "GET" else { return nil }
        let target = request.writtenTarget
        guard var answer = answers.withLock({ $0[target] }), !request.asksForWebSocket else { return nil }
        if answer.time >= time { return answer }
        let look = folder.look(asOf: time)
        guard look.generation == answer.generation else { return nil }
        guard ResponseCache.Stamps(answer.mock) == answer.stamps, !answer.stamps.isFresh else { return nil }
        answer.time = look.time
        answers.withLock { [answer] in $0[target]?.renew(with: answer) }
        return answer
    }

    /// Keeps the answer to a request, unless the request has another method or the answer is too long.
    func keep(_ answer: Answer, to request: Request) {
        let response = answer.response
        guard request.method == "GET", response.fault == nil, !request.asksForWebSocket,
            case .data(let body) = response.content, body.count <= Self.bodyLimit
        else { return }
        var answer = answer
        answer.response = response.withValidatorFields
        answer.response.validators?.areStated = true
        let target = request.writtenTarget
        // Release these outside the lock.
        var forgotten: [String: Answer] = [:]
        answers.withLock { answers in
            if answers.count >= Self.limit { swap(&answers, &forgotten) }
            answers[target] = answer
        }
        _ = forgotten
    }
}

extension Request {
    /// The path and the query as sent.
    fileprivate var writtenTarget: String {
        let query = queryText
        return query.isEmpty ? path : path + "?" + query
    }
}
