import TeapotTestSupport

extension CallScript {
    /// The lengths of the time unit.
    ///
    /// A script's times are multiples of it, so that some are equal.
    private static let units = [1, 1_000_000, 333_333_333, 1_001_000_000, 20_000_000_000, 3_600_000_000_000]

    /// Creates a seed's script.
    ///
    /// - Parameters:
    ///   - seed: The seed.
    ///   - unit: The unit of its times in nanoseconds, or `nil` for one chosen by the seed, with some other times.
    init(seed: UInt64, unit: Int? = nil) {
        var dice = Dice(random: SeededGenerator(seed: seed), isExact: unit != nil)
        dice.unit = unit ?? dice.any(of: Self.units)
        if unit == nil, dice.hits(2) { origin = dice.time(upTo: 9) }
        isPost = dice.hits(4)
        idle = dice.hits(6) ? nil : dice.time(upTo: 8)
        afterHead = dice.hits(5) ? dice.time(upTo: 6) : nil
        total = dice.hits(2) ? nil : dice.time(upTo: 20)
        handler = dice.any(of: Handler.allCases)
        if dice.hits(3) { routeDelay = dice.timeOrNone(upTo: 4) }
        if handler == .asynchronous { thinking = dice.timeOrNone(upTo: 4) }
        switch dice.number(0...3) {
        case 0: retries = .none
        case 1: retries = .policy(attempts: dice.number(1...4), limit: unit == nil ? dice.number(0...7300) : 0)
        default: retries = .pauses((0..<dice.number(1...5)).map { _ in dice.timeOrNone(upTo: 8) })
        }
        answers = (0..<dice.number(1...6)).map { _ in dice.answer() }
    }
}

/// Random choices for a script.
private struct Dice {
    var random: SeededGenerator
    let isExact: Bool
    var unit = 1

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    /// Returns `true` once in a number of calls, on average.
    mutating func hits(_ times: Int) -> Bool { number(1...times) == 1 }
    mutating func any<Element>(of elements: [Element]) -> Element { elements[number(0...(elements.count - 1))] }

    /// Returns a time of at least one unit, possibly off by a nanosecond.
    mutating func time(upTo most: Int) -> Int {
        let time = number(1...most) * unit
        return isExact || !hits(8) ? time : max(1, time + (hits(2) ? 1 : -1))
    }

    mutating func timeOrNone(upTo most: Int) -> Int { hits(4) ? 0 : time(upTo: most) }

    mutating func answer() -> CallScript.Answer {
        var answer = CallScript.Answer(delay: hits(3) ? 0 : time(upTo: 7))
        switch number(1...20) {
        case 1...3: answer.fault = any(of: [-1001, -1004, -1005, -1009, -1202])
        case 4...7: answer.status = any(of: [301, 302, 303, 307, 308])
        default: answer.status = any(of: [200, 200, 201, 404, 408, 429, 503, 503])
        }
        if answer.status >= 400, hits(2) { answer.retryAfter = isExact ? 0 : any(of: [0, 1, 20, 3600, 7200]) }
        if answer.fault == nil, hits(3) {
            answer.body = .stream(
                (0..<number(0...6)).map { _ in
                    CallScript.Piece(pause: timeOrNone(upTo: 8), length: number(0...3), suspends: hits(8))
                })
        } else {
            answer.body = .bytes(number(0...4))
        }
        if answer.fault == nil, hits(8) { answer.cut = number(0...4) }
        return answer
    }
}
