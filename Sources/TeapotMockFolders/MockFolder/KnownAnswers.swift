import Teapot
import TeapotMock

/// The responses of first mocks to `GET` requests that depend on nothing but the target of the request.
///
/// Most requests to a folder are of this kind. An answer is used for requests that had begun to arrive when the files
/// were last looked at.
final class KnownAnswers: Sendable {
    /// A response, and what it is based on.
    struct Answer: Sendable {
        let mock: MockFolder.Mock
        var response: Response
        let reason: String
        let stamps: ResponseCache.Stamps
        /// The number of the index in which the mock was found.
        let generation: Int
        /// A time before the last look at the files, in nanoseconds of `Uptime`.
        var time: UInt64

        /// Takes over the time of an answer of the same files.
        mutating func renew(with other: Answer) {
            if generation == other.generation, stamps == other.stamps { time = max(time, other.time) }
        }
    }

    /// The greatest number of answers, and the greatest length of a body, in bytes: 16 MiB together.
    private static let (limit, bodyLimit) = (1024, 16 << 10)
    private let answers = Locked<[String: Answer]>([:])

    /// The number of answers.
    var count: Int { answers.withLock { $0.count } }

    /// Returns the answer to a request.
    ///
    /// The files are looked at unless they were since the request had begun to arrive.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - folder: The folder.
    ///   - time: A time at which the request had begun to arrive.
    /// - Returns: The answer; `nil` if it is not known, or the files have changed.
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
