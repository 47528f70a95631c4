import Teapot

/// Why no route answered a request: what came, the routes that came nearest, and a stub to paste.
///
/// Its description is what the client, or the test, is told. Credentials in header fields are shortened in everything
/// but ``request``.
public struct Diagnosis: Sendable {
    /// The request.
    public let request: Request
    /// Why it is not below the router's base URL; `nil` when it is.
    public internal(set) var reason: String?
    /// What was probably meant, as a sentence; `nil` when there is no telling.
    public internal(set) var suggestion: String?
    /// The routes that came nearest, the nearest first; at most three.
    public let nearest: [NearMiss]
    /// Swift that registers a route for the request.
    public let stub: String
    /// How many routes the router had.
    let routeCount: Int
    /// Which header fields are shortened.
    let options: Teapot.Options
}

extension Diagnosis {
    /// One thing that was asked of a request.
    public struct Condition: Sendable, Equatable {
        /// Whether the request was so.
        public let isMet: Bool
        /// What was asked for, such as `method GET`.
        public let expectation: String
        /// What came instead, such as `POST came`; `nil` when it was met, or there is no telling.
        public let explanation: String?

        /// - Parameters:
        ///   - expectation: What was asked for.
        ///   - isMet: Whether the request was so.
        ///   - explanation: What came instead.
        init(_ expectation: String, isMet: Bool, _ explanation: String? = nil) {
            self.isMet = isMet
            self.expectation = expectation
            self.explanation = isMet ? nil : explanation
        }
    }

    /// A route that came near to answering.
    public struct NearMiss: Sendable {
        /// The route.
        public let route: RouteSummary
        /// What it asks for, and whether the request was so.
        public let conditions: [Condition]
        /// Why it did not answer although the request met all its conditions; `nil` when the request did not.
        public let note: String?
    }
}

extension Diagnosis.Condition: CustomStringConvertible {
    /// A line such as `✓ method GET` or `✗ method GET – POST came`.
    public var description: String {
        "\(isMet ? "✓" : "✗") \(expectation)" + (explanation.map { " – " + $0 } ?? "")
    }
}

extension Diagnosis.NearMiss: CustomStringConvertible {
    /// The route, where it was registered, and a line for each condition.
    public var description: String {
        (["\(route.description.shortened(to: 120)), at \(route.place)"]
            + (conditions.map(\.description) + (note.map { [$0] } ?? [])).map { "   " + $0 })
            .joined(separator: "\n")
    }
}
