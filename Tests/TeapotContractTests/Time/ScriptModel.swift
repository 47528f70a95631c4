/// The required outcome of a script, by plain arithmetic that shares nothing with the tested code.
struct ScriptModel {
    private enum Expiry {
        case idle, total
    }

    /// An exchange that has ended.
    private struct Exchange {
        var result = ScriptOutcome.Result()
        var hasHead = false
        var expiry: Expiry?
        var retryAfter: Int?
    }

    /// The outcome.
    private(set) var outcome = ScriptOutcome()
    /// The shortest time between two moments whose order matters.
    private(set) var margin = Int.max

    private let script: CallScript
    private var now = 0
    private var activity = 0
    private var idle: Int?
    private var end: Int?
    private var isHeld = false
    private var answered = 0
    private var sendsBody = false
    /// Whether a redirect with 307 or 308 keeps the body.
    ///
    /// A client's does, but a plain session's on Linux doesn't.
    private let keepsBody: Bool

    init(_ script: CallScript, maximumRedirects: Int = CallScript.maximumRedirects, keepsBody: Bool = true) {
        (self.script, self.keepsBody) = (script, keepsBody)
        end = script.total
        observe("started")
        var attempt = 1
        while let pause = self.attempt(attempt, maximumRedirects) {
            attempt += 1
            observe("retrying after \(pause)")
            if wait(pause, isIdle: false) != nil {
                outcome.result = ScriptOutcome.Result(error: "timeout", code: -1001)
                break
            }
        }
        observe("ended")
    }

    private mutating func observe(_ kind: String) {
        outcome.events.append(ScriptOutcome.Event(kind: kind, time: now))
    }

    /// Makes an attempt with its redirects, and returns the pause before the next, or `nil` at the end of the call.
    private mutating func attempt(_ number: Int, _ maximumRedirects: Int) -> Int? {
        var redirects = 0
        sendsBody = script.isPost
        while true {
            let exchange = self.exchange()
            outcome.result = exchange.result
            if exchange.expiry == .total { return nil }
            if exchange.result.error == nil, 300...399 ~= exchange.result.status {
                redirects += 1
                if redirects <= maximumRedirects {
                    observe("redirected")
                    if exchange.result.status < 307 || !keepsBody { sendsBody = false }
                    continue
                }
                outcome.result.error = "invalidRedirect"
            } else if exchange.result.error == nil {
                if 200...299 ~= exchange.result.status { return nil }
                outcome.result.error = "invalidResponseStatus"
            }
            switch script.retries {
            case .none: return nil
            case .pauses(let pauses): return number <= pauses.count ? pauses[number - 1] : nil
            case .policy(let attempts, let limit):
                let isPassing =
                    switch outcome.result.error {
                    case "invalidRedirect": false
                    case "invalidResponseStatus": [408, 429, 503].contains(outcome.result.status)
                    default: outcome.result.code != -1202
                    }
                let pause = exchange.retryAfter ?? 0
                return isPassing && number < attempts && pause <= limit ? pause * 1_000_000_000 : nil
            }
        }
    }

    /// Sends the next request, and adds it to the journal.
    private mutating func exchange() -> Exchange {
        let start = now
        let letter = Character(UnicodeScalar(UInt8(97 + answered)))
        let answer = script.answers[min(answered, script.answers.count - 1)]
        answered += 1
        (idle, activity, isHeld) = (script.idle, now, false)
        var exchange = Exchange()
        var expiry = respond(answer, letter, &exchange)
        if expiry == nil, exchange.result.error == nil, case .stream(let pieces) = answer.body {
            expiry = stream(pieces, cut: answer.cut, letter, &exchange)
        }
        if expiry != nil {
            (exchange.result.code, exchange.expiry) = (-1001, expiry)
            exchange.result.error = "expired"
        }
        if exchange.result.error != nil {
            let isTimeout = exchange.result.code == -1001
            exchange.result.error = isTimeout ? "timeout" : exchange.hasHead ? "incompleteResponse" : "noResponse"
        }
        let ending = exchange.result.error == nil ? "responded \(exchange.result.status)" : "failed"
        outcome.entries.append(
            ScriptOutcome.Entry(start: start, duration: now - start, ending: expiry == nil ? ending : "abandoned"))
        return exchange
    }

    /// Waits for the head, and receives it with a body that arrives at once.
    private mutating func respond(
        _ answer: CallScript.Answer, _ letter: Character, _ exchange: inout Exchange
    ) -> Expiry? {
        let isWhole = answer.fault == nil && answer.cut == nil
        // The router decides whether to send the body before a route's delays, but after a handler's.
        if script.handler == .routes {
            if sendsBody, isWhole { activity = now }
            if let expiry = wait(script.routeDelay + answer.delay) { return expiry }
        } else {
            if let expiry = wait(script.routeDelay) { return expiry }
            if script.handler == .asynchronous, let expiry = wait(script.thinking) { return expiry }
            if sendsBody, isWhole { activity = now }
            if let expiry = wait(answer.delay) { return expiry }
        }
        if let fault = answer.fault {
            (exchange.result.error, exchange.result.code) = ("fault", fault)
            return nil
        }
        activity = now
        (exchange.hasHead, exchange.retryAfter) = (true, answer.retryAfter)
        exchange.result.status = answer.status
        if let afterHead = script.afterHead, 200...299 ~= answer.status { (idle, end) = (afterHead, nil) }
        if case .bytes(let count) = answer.body {
            exchange.result.body = String(repeating: letter, count: min(count, answer.cut ?? count))
            if let cut = answer.cut, cut < count { (exchange.result.error, exchange.result.code) = ("cut", -1005) }
        }
        return nil
    }

    private mutating func stream(
        _ pieces: [CallScript.Piece], cut: Int?, _ letter: Character, _ exchange: inout Exchange
    ) -> Expiry? {
        // A stream breaks off as soon as its last byte is sent.
        var rest = cut ?? Int.max
        for piece in pieces where rest > 0 {
            if piece.suspends { (isHeld, activity) = (true, now) }
            if let expiry = wait(piece.pause) { return expiry }
            if piece.suspends { (isHeld, activity) = (false, now) }
            let count = min(piece.length, rest)
            if count > 0 { activity = now }
            exchange.result.body += String(repeating: letter, count: count)
            rest -= count
        }
        if rest == 0 { (exchange.result.error, exchange.result.code) = ("cut", -1005) }
        return nil
    }

    /// Waits for a time, or until the first timeout.
    private mutating func wait(_ time: Int, isIdle: Bool = true) -> Expiry? {
        guard time > 0 else { return nil }
        let target = now + time
        let limit = isIdle && !isHeld ? idle.map { activity + $0 } : nil
        for other in [limit, end] { if let other { margin = min(margin, abs(other - target)) } }
        if let limit, let end { margin = min(margin, abs(limit - end)) }
        guard let first = [limit, end].compactMap({ $0 }).min(), first <= target else {
            now = target
            return nil
        }
        now = first
        return first == end ? .total : .idle
    }
}
