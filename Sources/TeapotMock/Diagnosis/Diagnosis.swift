import Teapot

/// An explanation for an unanswered request: the request, the nearest routes, and a stub to paste.
///
/// The client or the test receives the description. Credentials in headers are shortened everywhere except in
/// ``request``, unless the router belongs to a test, because a test makes up its credentials.
public struct Diagnosis: Sendable {
    /// The request.
    public internal(set) var request: Request
    /// The reason the request isn't below the router's base URL, or `nil` if it is.
    public internal(set) var reason: String?
    /// A suggested change, as a sentence, or `nil` if there is none.
    public internal(set) var suggestion: String?
    /// The nearest routes, at most three, with the nearest first.
    public let nearest: [NearMiss]
    /// Swift code that registers a route for the request, or an empty string if it would hide another route.
    public internal(set) var stub: String
    /// The place of the route whose path resembles the request's, if one of them probably has a typo.
    var suspect: SourcePlace?
    /// The advice that replaces the stub, or `nil` if there is none.
    var remedy: Remedy?
    /// The number of segments in the path of the base URL, or `nil` if the request isn't below it.
    let depth: Int?
    /// The number of routes in the router.
    let routeCount: Int
    /// The options that determine which headers are shortened.
    let options: Teapot.Options
}

extension Diagnosis {
    /// The advice of a program for an unanswered request, as a sentence; the reason, such as `isn't in “shop.har”`, or
    /// `nil` for the router's own; and whether the program's user knows the routes.
    package typealias Remedy = (advice: String, reason: String?, showsRoutes: Bool)

    /// A condition on a request, and whether the request met it.
    public struct Condition: Sendable, Equatable {
        /// Whether the request met the condition.
        public let isMet: Bool
        /// The expected value, such as `method GET`.
        public let expectation: String
        /// The actual value, such as `received POST`, or `nil` if the condition was met or the value is unknown.
        public let explanation: String?

        /// - Parameters:
        ///   - expectation: The expected value.
        ///   - isMet: Whether the request met the condition.
        ///   - explanation: The actual value.
        init(_ expectation: String, isMet: Bool, _ explanation: String? = nil) {
            self.isMet = isMet
            self.expectation = expectation
            self.explanation = isMet ? nil : explanation
        }
    }

    /// A route that almost matched a request.
    public struct NearMiss: Sendable {
        /// The route.
        public let route: RouteSummary
        /// The conditions of the route, and whether the request met each of them.
        public let conditions: [Condition]
        /// The reason the route didn't answer even though all its conditions were met, or `nil` if they weren't.
        public let note: String?
    }
}

extension Diagnosis.Condition: CustomStringConvertible {
    /// A line such as `✓ method GET` or `✗ method GET – received POST`.
    public var description: String { "\(isMet ? "✓" : "✗") \(expectation)" + (explanation.map { " – " + $0 } ?? "") }
}

extension Diagnosis.NearMiss: CustomStringConvertible {
    /// The route, the place where it was registered, and a line for each condition.
    public var description: String { text(withPlace: true) }

    func text(withPlace: Bool) -> String {
        ([route.description.shortened(to: 120) + (withPlace ? ", at \(route.place)" : "")]
            + (conditions.map(\.description) + (note.map { [$0] } ?? [])).map { "   " + $0 })
            .joined(separator: "\n")
    }
}
