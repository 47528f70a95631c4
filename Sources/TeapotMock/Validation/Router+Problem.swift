extension Router {
    /// A problem with a router's configuration that can be detected before a request arrives.
    public struct Problem: Sendable {
        /// The kind of a problem.
        public enum Kind: String, Sendable {
            /// A route that never answers because a later route answers all of its requests.
            case hiddenRoute
            /// A `**` that isn't at the beginning or the end of a path.
            case misplacedCatchAll
            /// A `:` without a name.
            case namelessVariable
            /// A segment in another library's syntax, such as `{id}`, or a complete URL instead of a path.
            case foreignSyntax
            /// Two variables with the same name in one path. Only the last can be read.
            case repeatedVariable
            /// A route that can't answer any request.
            case uselessRoute
            /// A base URL that can't match any request.
            case hopelessBaseURL
        }

        /// The kind of the problem.
        public let kind: Kind
        /// The route, or `nil` if the problem concerns the router itself.
        public let route: RouteSummary?
        /// The later route that hides the route, or `nil` for any other kind of problem.
        public let hidingRoute: RouteSummary?
        let explanation: String

        init(
            _ kind: Kind, of route: RouteSummary? = nil, hiddenBy hidingRoute: RouteSummary? = nil,
            _ explanation: String
        ) {
            self.kind = kind
            self.route = route
            self.hidingRoute = hidingRoute
            self.explanation = explanation
        }
    }
}

extension Router.Problem: CustomStringConvertible {
    /// A description of the problem, its place, and how to fix it.
    public var description: String { (route.map { "\($0), registered at \($0.place), " } ?? "") + explanation }
}
