public import Teapot

extension Journal {
    /// What was asked about includes requests that the journal does not remember any more.
    public struct Forgotten: Error, Equatable {
        /// How many of the requests that were asked about are forgotten.
        public let count: Int
        /// How many requests the journal remembers.
        public let capacity: Int
    }

    /// The time was up before so many requests came.
    public struct TimedOut: Error {
        /// What was asked of the requests, a clause each, such as `method POST`.
        public let expectations: [String]
        /// How many requests were waited for.
        public let count: Int
        /// The requests that met the rules, in order.
        public let found: [Entry]
        /// How long was waited, in seconds.
        public let timeout: Double
        /// The request that came nearest without meeting the rules; `nil` when no other came.
        public let nearest: Entry?
        /// What the nearest met, and what not.
        public let conditions: [Diagnosis.Condition]
    }
}

extension Journal.Forgotten: LocalizedError, CustomStringConvertible {
    /// How much is forgotten, and what to do.
    public var description: String {
        let those = count == 1 ? "1 request that this asks about is" : "\(count) requests that this asks about are"
        return """
            \(those) forgotten: the journal remembers the last \(capacity). Give the router a greater \
            `journalCapacity`, call the journal's `clear()` before what is to be verified, or ask about what came \
            `after:` a number.
            """
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension Journal.TimedOut: LocalizedError, CustomStringConvertible {
    /// What was waited for, and what came instead.
    public var description: String {
        let seconds = timeout > 0 ? Self.text(timeout) : "0"
        let wanted = expectations.isEmpty ? "" : " with " + expectations.joined(separator: ", ")
        let came = found.isEmpty ? "No request" : "\(found.count) of \(count) requests"
        let head = "\(came)\(wanted) came within \(seconds) s."
        guard let nearest else { return found.isEmpty ? head + " Nor did any other." : head }
        return ([head + " Nearest was \(nearest)"] + conditions.map { "   \($0)" }).joined(separator: "\n")
    }

    /// A number of seconds, without a fraction where it has none.
    private static func text(_ seconds: Double) -> String {
        Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
}
