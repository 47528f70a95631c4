@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A retry policy` {
    /// 6 November 1994, 08:49:37 GMT: the instant of RFC 9110's examples.
    static let now = Date(timeIntervalSince1970: 784_111_777)

    /// Returns a policy with a fixed fraction of the maximum jitter, and a fixed clock.
    private func policy(_ jitter: Double = 1, _ change: (inout Teapot.Backoff) -> Void = { _ in })
        -> Teapot.Backoff
    {
        var policy = Teapot.Backoff()
        policy.random = { $0.lowerBound + ($0.upperBound - $0.lowerBound) * jitter }
        policy.now = { Self.now }
        change(&policy)
        return policy
    }

    private func status(_ status: Int, _ fields: Teapot.HeaderFields = [:]) -> TeapotError {
        .make(.invalidResponseStatus, filling: [status], response: .make(status, fields))
    }

    private func network(_ code: URLError.Code, _ response: Teapot.Response? = nil) -> TeapotError {
        .performing(.make(), URLError(code), response)
    }

    private func decide(
        _ policy: Teapot.Backoff,
        _ error: TeapotError,
        _ number: Int = 1,
        _ method: Teapot.Method = .get
    ) -> Teapot.RetryDecision {
        policy.judge(Teapot.FailedAttempt(request: .make(method), number: number, error: error)).decision
    }

    // MARK: Delays

    @Test(arguments: [1: 0.5, 2: 1, 3: 2, 4: 4, 7: 32, 8: 60, 9: 60, 1_000: 60, .max - 1: 60] as [Int: TimeInterval])
    func `the longest wait doubles with each attempt up to a limit`(number: Int, seconds: TimeInterval) {
        let policy = policy { $0.attempts = .max }
        #expect(decide(policy, status(503), number) == .retry(after: seconds))
    }

    @Test(arguments: [0: 0, 0.25: 0.5, 1: 2] as [Double: TimeInterval])
    func `a wait is anything from zero to the longest`(jitter: Double, seconds: TimeInterval) {
        #expect(decide(policy(jitter) { $0.attempts = 9 }, status(503), 3) == .retry(after: seconds))
    }

    @Test func `the jitter is random unless a test says otherwise`() {
        let policy = Teapot.Backoff(baseDelay: 8)
        let decisions = (0..<50).map { _ in decide(policy, status(503)) }
        let waits = Set(decisions.map { if case .retry(let seconds) = $0 { seconds } else { -1.0 } })
        #expect(waits.count > 40)
        #expect(waits.allSatisfy { (0...8).contains($0) })
    }

    @Test(
        arguments: [
            (.infinity, .infinity), (.nan, 60), (-1, 60), (1, -1), (1, .nan), (.infinity, 60), (0, 0), (1e308, 1e308),
        ] as [(TimeInterval, TimeInterval)]
    )
    func `no delays make it crash`(base: TimeInterval, maximum: TimeInterval) {
        let policy = Teapot.Backoff(baseDelay: base, maximumDelay: maximum)
        guard case .retry(let seconds) = decide(policy, status(503)) else {
            Issue.record("gave up")
            return
        }
        // A maximum that isn't a number gives no delay.
        #expect(maximum.isNaN ? seconds == 0 : seconds >= 0)
    }

    // MARK: Retry-After

    @Test(arguments: [
        ("0", Teapot.RetryDecision.retry(after: 0.25)), ("7", .retry(after: 7)), ("60", .retry(after: 60)),
        ("61", .giveUp),
        ("99999999999999999999999", .giveUp), (String(repeating: "9", count: 400), .giveUp),
        // RFC 9110 §5.6.7: a date in any of three formats.
        ("Sun, 06 Nov 1994 08:49:47 GMT", .retry(after: 10)), ("Sunday, 06-Nov-94 08:49:47 GMT", .retry(after: 10)),
        ("Sun Nov  6 08:49:47 1994", .retry(after: 10)), ("Sun Nov 16 08:49:37 1994", .giveUp),
        ("Sun, 06 Nov 1994 08:50:37 GMT", .retry(after: 60)), ("Sun, 06 Nov 1994 08:50:38 GMT", .giveUp),
        // A date in the past asks for no delay.
        ("Sun, 06 Nov 1994 08:49:37 GMT", .retry(after: 0.25)), ("Thu, 01 Jan 1970 00:00:00 GMT", .retry(after: 0.25)),
        // A value that is neither a number nor a date is ignored.
        ("", .retry(after: 0.25)), ("soon", .retry(after: 0.25)), ("-5", .retry(after: 0.25)),
        ("1.5", .retry(after: 0.25)),
        ("1e9", .retry(after: 0.25)), ("٣", .retry(after: 0.25)), ("0x10", .retry(after: 0.25)),
        ("5, 6", .retry(after: 0.25)),
        ("Sun, 06 Nov 1994 08:49:47 CET", .retry(after: 0.25)),
    ])
    func `Retry-After is respected up to the longest wait`(value: String, decision: Teapot.RetryDecision) {
        #expect(decide(policy(0.5), status(503, ["retry-after": value])) == decision)
    }

    @Test func `Retry-After never shortens a wait`() {
        #expect(decide(policy { $0.baseDelay = 9 }, status(429, ["Retry-After": "2"])) == .retry(after: 9))
    }

    // MARK: Idempotency-Key

    @Test(
        arguments: [
            ("k", Teapot.RetryDecision.retry(after: 0.5)), ("", .giveUp), ("  ", .giveUp), (nil, .giveUp),
        ] as [(String?, _)])
    func `a POST with a key is repeated, because its server recognizes it`(
        key: String?, decision: Teapot.RetryDecision
    ) {
        var request = Teapot.Request.make(.post)
        request.headers["idempotency-key"] = key
        for error in [status(503), network(.networkConnectionLost)] {
            let failure = Teapot.FailedAttempt(request: request, number: 1, error: error)
            #expect(policy().judge(failure).decision == decision)
        }
    }

    // MARK: Retried failures

    @Test(arguments: [200, 301, 400, 401, 403, 404, 409, 418, 501, 505])
    func `a permanent error status isn't retried`(code: Int) {
        #expect(decide(policy(), status(code)) == .giveUp)
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func `a temporary error status is retried`(code: Int) {
        #expect(decide(policy(), status(code)) == .retry(after: 0.5))
    }

    @Test(arguments: [
        URLError.Code.cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .timedOut,
        .networkConnectionLost, .badServerResponse,
    ])
    func `a network failure is retried`(code: URLError.Code) {
        #expect(decide(policy(), network(code)) == .retry(after: 0.5))
    }

    @Test func `a response that was cut short is retried`() {
        #expect(decide(policy(), network(.networkConnectionLost, .make())) == .retry(after: 0.5))
    }

    @Test(arguments: [
        TeapotError.cancellation, .make(.adapterFailed), .make(.invalidHeader), .make(.invalidPayload),
        .make(.invalidRedirect, response: .make(302)), .make(.fileFailed, underlying: CocoaError(.fileWriteOutOfSpace)),
        .make(.invalidResponseBody, response: .make(), underlying: CocoaError(.coderInvalidValue)),
        .make(.missingImage, response: .make()), .performing(.make(), URLError(.unsupportedURL), nil),
    ])
    func `nothing else is retried`(error: TeapotError) {
        #expect(decide(policy(), error) == .giveUp)
    }

    @Test func `attempts end at their limit`() {
        #expect(decide(policy(), status(503), 2) != .giveUp)
        #expect(decide(policy(), status(503), 3) == .giveUp)
        #expect(decide(policy { $0.attempts = 1 }, status(503), 1) == .giveUp)
        #expect(decide(policy { $0.attempts = 0 }, status(503), 1) == .giveUp)
    }

    // MARK: Requests that may have been processed

    @Test(arguments: ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"])
    func `an idempotent request is retried after any failure`(method: String) {
        #expect(decide(policy(), status(500), 1, Teapot.Method(method)) != .giveUp)
        #expect(decide(policy(), network(.timedOut), 1, Teapot.Method(method)) != .giveUp)
        #expect(decide(policy(), network(.networkConnectionLost, .make()), 1, Teapot.Method(method)) != .giveUp)
    }

    @Test(arguments: ["POST", "PATCH", "LOCK"])
    func `a request that isn't idempotent is never repeated once it may have been processed`(method: String) {
        let method = Teapot.Method(method)
        let mayHave: [TeapotError] = [
            status(500), status(502), status(503), status(504), network(.timedOut), network(.networkConnectionLost),
            network(.badServerResponse), network(.timedOut, .make()), network(.timedOut, .make(503)),
        ]
        for error in mayHave {
            #expect(decide(policy(), error, 1, method) == .giveUp)
            #expect(decide(policy { $0.repeatsUnsafeRequests = true }, error, 1, method) != .giveUp)
        }
        let hasNot: [TeapotError] = [
            status(408), status(425), status(429), network(.cannotConnectToHost), network(.cannotFindHost),
            network(.dnsLookupFailed), network(.notConnectedToInternet),
        ]
        for error in hasNot {
            #expect(decide(policy(), error, 1, method) != .giveUp)
        }
    }
}
