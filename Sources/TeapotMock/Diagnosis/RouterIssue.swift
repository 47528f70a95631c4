/// A mistake in what a router was given, that can be told before a request comes.
public struct RouterIssue: Sendable {
    /// What kind of mistake it is.
    public enum Kind: String, Sendable {
        /// A later route answers all that this one would.
        case hiddenRoute
        /// A `**` that is neither at the path's beginning nor at its end.
        case misplacedCatchAll
        /// A `:` without a name.
        case namelessVariable
        /// A segment in another library's spelling, such as `{id}`, or a whole URL for a path.
        case foreignSyntax
        /// Two variables of one name in a path, of which only the last can be asked for.
        case repeatedVariable
        /// A route that may answer no request.
        case uselessRoute
        /// A base URL that no request is below.
        case hopelessBaseURL
    }

    /// What kind of mistake it is.
    public let kind: Kind
    /// The route; `nil` for the router itself.
    public let route: RouteSummary?
    /// The later route that hides it; `nil` if that is not the mistake.
    public let hidingRoute: RouteSummary?
    let explanation: String

    init(_ kind: Kind, of route: RouteSummary? = nil, hiddenBy hidingRoute: RouteSummary? = nil, _ explanation: String)
    {
        self.kind = kind
        self.route = route
        self.hidingRoute = hidingRoute
        self.explanation = explanation
    }
}

extension RouterIssue: CustomStringConvertible {
    /// What is wrong, where, and what to do.
    public var description: String {
        (route.map { "\($0), registered at \($0.place), " } ?? "") + explanation
    }
}
