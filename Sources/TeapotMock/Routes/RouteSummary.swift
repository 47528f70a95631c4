/// The conditions of a route and the place where it was registered.
///
/// A summary doesn't retain anything that the route's handler retains.
public struct RouteSummary: Sendable {
    /// The part of a route that doesn't change after registration.
    final class Origin: Sendable {
        /// The position in the order of registration, starting at 1.
        let number: Int
        let method: String?
        /// The name for the requests, shown instead of the method, such as `query “Teas”`, or `nil` if no rule has one.
        let title: String?
        /// The pattern, or `**` if no path was given.
        let pattern: PathPattern
        /// The variables of all given paths.
        let variables: PathVariables
        let place: SourcePlace
        let source: String?

        init(
            number: Int, method: String?, title: String?, pattern: PathPattern, variables: PathVariables,
            place: SourcePlace, source: String?
        ) {
            (self.number, self.method, self.title, self.pattern) = (number, method, title, pattern)
            (self.variables, self.place, self.source) = (variables, place, source)
        }

        /// Returns a copy for a route that has been registered.
        func placed(_ number: Int, below depth: Int) -> Origin {
            Origin(
                number: number, method: method, title: title, pattern: pattern,
                variables: PathVariables(patterns: variables.patterns, depth: depth), place: place, source: source)
        }
    }

    let origin: Origin

    /// The position of the route in the order of registration, starting at 1.
    ///
    /// The route's token has the same number.
    public var number: Int { origin.number }
    /// The method, such as `GET`, or `nil` for every method.
    public var method: String? { origin.method }
    /// The path below the router's base URL, such as `/users/:id`.
    public var path: String { origin.pattern.description }
    /// The place in the source code where the route was registered.
    public var place: SourcePlace { origin.place }
    /// The file that the route comes from, such as `mappings/cart.json`, or `nil` for a route written in code.
    public var source: String? { origin.source }
}

extension RouteSummary: CustomStringConvertible {
    /// The method and the path, such as `GET /users/:id`, followed by the file that the route comes from, if any.
    ///
    /// A GraphQL route shows its operation instead of the method, such as `query “Teas” /graphql`.
    public var description: String {
        "\(method ?? origin.title ?? "ANY") \(path)" + (source.map { " from \($0)" } ?? "")
    }
}
