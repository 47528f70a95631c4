public import Foundation
import Teapot

extension Journal {
    /// An error for a query that includes requests or bodies that the journal has forgotten.
    public struct Forgotten: Error, Equatable {
        /// The number of forgotten requests that the query includes.
        public let count: Int
        /// The number of requests that the journal keeps.
        public let capacity: Int
        /// The total size of the bodies that the journal keeps, in bytes, if the query needs a forgotten body.
        ///
        /// It's `nil` if entire requests are forgotten.
        public let bodyCapacity: Int?

        init(count: Int, capacity: Int, bodyCapacity: Int? = nil) {
            (self.count, self.capacity, self.bodyCapacity) = (count, capacity, bodyCapacity)
        }
    }

    /// An error for a query that found no requests because a rule's path repeats the path of the base URL.
    ///
    /// The paths of rules are relative to the base URL. Without this error, a test could expect that no such request
    /// arrived, and pass by accident.
    public struct RepeatedBasePath: Error, Equatable, LocalizedError, CustomStringConvertible {
        /// The number of requests that the rules would match if their paths didn't repeat the base URL's.
        public let count: Int
        /// The requests that arrived, and the path to write instead.
        public let description: String
        /// The text of ``description``.
        public var errorDescription: String? { description }
    }

    /// An error for a wait that timed out before enough requests arrived.
    public struct TimedOut: Error {
        /// The conditions on the requests, each as a clause such as `method POST`.
        public let expectations: [String]
        /// The expected number of requests.
        public let count: Int
        /// The requests that matched the rules, in order.
        public let found: [Entry]
        /// The timeout, in seconds.
        public let timeout: Double
        /// The nearest request that didn't match the rules, or `nil` if there was no other request.
        public let nearest: Entry?
        /// The conditions on the nearest request, and whether each was met.
        public let conditions: [Diagnosis.Condition]
    }
}

extension Journal.Forgotten: LocalizedError, CustomStringConvertible {
    /// The number of forgotten requests, and how to avoid forgetting them.
    public var description: String {
        if let bodyCapacity {
            return """
                A request in the queried range no longer has its body: the journal keeps the last \(bodyCapacity) \
                bytes of bodies. Increase its `bodyCapacity`, call its `clear()` before the part that you verify, or \
                limit the range with `after:`.
                """
        }
        let those = count == 1 ? "1 request in the queried range is" : "\(count) requests in the queried range are"
        return """
            \(those) no longer in the journal, which keeps the last \(capacity). Increase the router's \
            `journalCapacity`, call the journal's `clear()` before the part that you verify, or limit the range with \
            `after:`.
            """
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension Journal.TimedOut: LocalizedError, CustomStringConvertible {
    /// A description of the expected requests and of those that arrived instead.
    public var description: String {
        let seconds = timeout > 0 ? Int(exactly: timeout).map { "\($0)" } ?? "\(timeout)" : "0"
        let wanted = expectations.isEmpty ? "" : " with " + expectations.joined(separator: ", ")
        let received = found.isEmpty ? "No request" : "\(found.count) of \(count) requests"
        let head = "\(received)\(wanted) \(found.count > 1 ? "were" : "was") received within \(seconds) s."
        guard let nearest else { return found.isEmpty ? head + " No other request arrived." : head }
        return ([head + " The nearest was:\n\(nearest)"] + conditions.map { "   \($0)" }).joined(separator: "\n")
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
