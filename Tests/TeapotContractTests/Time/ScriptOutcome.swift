/// The observed outcome of a call, with times in nanoseconds since it began.
struct ScriptOutcome: Equatable, Sendable {
    struct Event: Equatable, Sendable {
        var kind: String
        var time: Int
    }

    struct Entry: Equatable, Sendable {
        var start: Int
        var duration: Int?
        var ending: String
    }

    /// The delivered result.
    struct Result: Equatable, Sendable {
        /// The type of the error, or `nil` for a success.
        var error: String?
        /// The code of the URL error.
        var code: Int?
        /// The received status and body.
        ///
        /// The status is 0 without a response.
        var status = 0
        var body = ""
    }

    var events: [Event] = []
    var entries: [Entry] = []
    var result = Result()
}

extension ScriptOutcome: CustomStringConvertible {
    var description: String {
        let events = events.map { "\($0.kind) at \($0.time)" }
        let entries = entries.map { "\($0.start) + \($0.duration.map { "\($0)" } ?? "?"): \($0.ending)" }
        let code = result.code.map { " (\($0))" } ?? ""
        let end = "\(result.error ?? "success")\(code), status \(result.status), “\(result.body)”"
        return (events + entries + [end]).joined(separator: "\n")
    }

    /// Returns a number that differs for different outcomes and seeds (FNV-1a).
    func fingerprint(_ seed: UInt64) -> UInt64 {
        let texts = events.map(\.kind) + entries.map(\.ending) + [result.error ?? "", result.body]
        let numbers = times + [result.code ?? 0, result.status]
        var sum = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in texts.joined(separator: "\n").utf8 { sum = (sum ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        for number in numbers { sum = (sum ^ UInt64(truncatingIfNeeded: number)) &* 0x0000_0100_0000_01B3 }
        return sum
    }

    /// The outcome without its times, which always differ in real time.
    var withoutTimes: ScriptOutcome {
        var outcome = self
        for index in events.indices { outcome.events[index].time = 0 }
        for index in entries.indices { (outcome.entries[index].start, outcome.entries[index].duration) = (0, 0) }
        return outcome
    }

    /// The times of all events, and of the start and end of all entries.
    ///
    /// They aren't durations: on a busy machine, an entry that begins late is shorter if a timeout ends it.
    var times: [Int] { events.map(\.time) + entries.flatMap { [$0.start, $0.start + ($0.duration ?? -1)] } }
}
