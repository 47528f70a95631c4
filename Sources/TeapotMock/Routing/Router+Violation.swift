import Teapot

extension Router {
    /// A reason for a test to fail.
    public struct Violation: Sendable, CustomStringConvertible {
        /// The kind of a violation.
        public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
            /// The name of the kind, such as `unusedRoute`.
            public let rawValue: String

            /// Creates a custom kind.
            ///
            /// - Parameter rawValue: The name of the kind.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The name of the kind.
            public var description: String { rawValue }

            /// A request that no route answered.
            public static let unansweredRequest = Self(rawValue: "unansweredRequest")
            /// A request without a header that its route requires, or with a different value for it.
            public static let refusedRequest = Self(rawValue: "refusedRequest")
            /// A missing fixture, a body that can't be encoded, or a handler that threw an error that isn't a response.
            public static let failedHandler = Self(rawValue: "failedHandler")
            /// A route that isn't optional and didn't answer any requests.
            public static let unusedRoute = Self(rawValue: "unusedRoute")
            /// A request whose answer was held and never released.
            public static let heldRequest = Self(rawValue: "heldRequest")
            /// A hold that didn't hold any requests.
            public static let unusedHold = Self(rawValue: "unusedHold")
            /// A route that answered fewer requests than it has responses, or than `times:` allows.
            public static let unusedResponses = Self(rawValue: "unusedResponses")
            /// Headers that a mock requires but that were never checked.
            public static let unusedExpectation = Self(rawValue: "unusedExpectation")
            /// A scenario with steps that didn't answer any requests.
            public static let unusedSteps = Self(rawValue: "unusedSteps")
            /// A test's router that didn't receive any requests.
            public static let unaskedRouter = Self(rawValue: "unaskedRouter")
            /// A request that a test sent to the network even though it also used its router.
            public static let strayRequest = Self(rawValue: "strayRequest")

            /// A different number of requests than ``Router/verify(_:_:_:times:fileID:filePath:line:)`` expects.
            public static let unexpectedCount = Self(rawValue: "unexpectedCount")

            /// Whether the kind is ignored if a test stopped before its end.
            var isForWholeTest: Bool { ![.unansweredRequest, .refusedRequest, .failedHandler].contains(self) }
        }

        /// The kind of the violation.
        public let kind: Kind
        /// A description of the violation and how to fix it, which may have several lines.
        public let message: String
        /// The place where the route was registered, the headers were required, the scenario was activated, or the hold
        /// began, or `nil` if there is none.
        public let place: SourcePlace?

        package init(kind: Kind, message: String, place: SourcePlace?) {
            self.kind = kind
            self.message = message
            self.place = place
        }

        /// The explanation of an unanswered request; the message contains it.
        package var diagnosis: Diagnosis?

        /// The place, if there is one, and the message.
        public var description: String { (place.map { "\($0): " } ?? "") + message }
    }
}

extension Router.Violation {
    /// Returns whether one of the errors that the test failed with already explains the unanswered request.
    ///
    /// - Parameter texts: The texts of those errors.
    /// - Returns: Whether one of them does.
    package func isExplained(in texts: [String]) -> Bool {
        guard let explanation = diagnosis?.description else { return false }
        return texts.contains { $0.contains(explanation) }
    }

    static func unanswered(_ diagnosis: Diagnosis, count: Int) -> Router.Violation {
        let message = """
            No route answered a request: \(diagnosis.description)\(times(count))
            If the test expects this, set `allowsUnansweredRequests` on its router.
            """
        var violation = Router.Violation(kind: .unansweredRequest, message: message, place: nil)
        violation.diagnosis = diagnosis
        return violation
    }

    static func refused(_ target: String, by route: Route, reasons: [String], count: Int) -> Router.Violation {
        let message = """
            \(target) doesn't have the headers that the route \(route) expects. \
            \(reasons.joined(separator: "; ")).\(times(count))
            """
        return Router.Violation(kind: .refusedRequest, message: message, place: route.required.place ?? route.place)
    }

    static func threw(_ text: String, in route: Route, count: Int) -> Router.Violation {
        Router.Violation(kind: .failedHandler, message: text + times(count), place: route.place)
    }

    /// Returns the violation for an unused hold.
    static func unused(_ hold: Router.Hold) -> Self {
        let conditions = hold.rules.flatMap { $0.matcher.expectations(Teapot.Options()) }.joined(separator: ", ")
        let fact =
            hold.isReleasedEarly
            ? "was released before it held a request. Call `try await hold.waitForRequest()` before `release()`."
            : "was never used: no request matched it."
        let message = "The hold for requests with \(conditions) \(fact) If this is intended, mark it with `optional()`."
        return Self(kind: .unusedHold, message: message, place: hold.place)
    }

    static func held(_ target: String, by hold: Router.Hold) -> Router.Violation {
        let message = """
            The response to \(target) was never released. Call `release()` on this hold, and then await the response.
            """
        return Router.Violation(kind: .heldRequest, message: message, place: hold.place)
    }

    /// Returns a summary of several violations whose details weren't kept.
    static func others(_ kind: Kind, count: Int) -> Router.Violation {
        let requests = count == 1 ? "1 more request" : "\(count) more requests"
        let message =
            switch kind {
            case .refusedRequest: "Routes refused \(requests)."
            case .failedHandler: "Handlers threw, or responses couldn't be sent, for \(requests)."
            default: "No route answered \(requests)."
            }
        return Router.Violation(kind: kind, message: message, place: nil)
    }

    private static func times(_ count: Int) -> String { count == 1 ? "" : "\nIt was received \(count) times." }
}
