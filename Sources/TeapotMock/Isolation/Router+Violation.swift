extension Router {
    /// Something that a test should fail for.
    public struct Violation: Sendable, CustomStringConvertible {
        /// A sort of violation.
        public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
            /// The sort's name, such as `unusedRoute`.
            public let rawValue: String

            /// Creates a sort of your own.
            ///
            /// - Parameter rawValue: The sort's name.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The sort's name.
            public var description: String { rawValue }

            /// No route answered a request.
            public static let unansweredRequest = Self(rawValue: "unansweredRequest")
            /// A request lacked a header field that its route expects, or had another value under it.
            public static let refusedRequest = Self(rawValue: "refusedRequest")
            /// A route that is not optional answered no request.
            public static let unusedRoute = Self(rawValue: "unusedRoute")
        }

        /// What sort it is.
        public let kind: Kind
        /// What happened, and what to do about it; it may have several lines.
        public let message: String
        /// Where the route was registered or the header fields were expected; `nil` when it is about no route.
        public let place: SourcePlace?

        /// The place, if there is one, and the message.
        public var description: String { (place.map { "\($0): " } ?? "") + message }
    }
}

extension Router.Violation {
    static func unanswered(_ diagnosis: Diagnosis, count: Int) -> Router.Violation {
        let message = """
            No route answered a request: \(diagnosis.description)\(times(count))
            If the test means that to happen, set `allowsUnansweredRequests` of its router.
            """
        return Router.Violation(kind: .unansweredRequest, message: message, place: nil)
    }

    static func refused(_ request: Request, by route: Route, reasons: [String], count: Int) -> Router.Violation {
        let message = """
            The route \(route) refused \(request.method) \(request.path) for its header fields. \
            \(reasons.joined(separator: "; ")).\(times(count))
            """
        return Router.Violation(kind: .refusedRequest, message: message, place: route.expectationPlace ?? route.place)
    }

    static func unused(_ route: Route) -> Router.Violation {
        let message = """
            The route \(route) was never used: nothing asked for it, or routes that were registered later answered. \
            If that is no mistake, mark it with `optional()`.
            """
        return Router.Violation(kind: .unusedRoute, message: message, place: route.place)
    }

    /// What is said of those of which no more is known than that they were.
    static func others(_ kind: Kind, count: Int) -> Router.Violation {
        let requests = count == 1 ? "1 more request" : "\(count) more requests"
        let message = kind == .refusedRequest ? "Routes refused \(requests)." : "No route answered \(requests)."
        return Router.Violation(kind: kind, message: message, place: nil)
    }

    private static func times(_ count: Int) -> String { count == 1 ? "" : "\nIt came \(count) times." }
}
