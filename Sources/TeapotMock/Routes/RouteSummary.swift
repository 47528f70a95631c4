/// The conditions of a route and the place at which it was registered.
///
/// A summary retains nothing that the handler of the route retains.
public struct RouteSummary: Sendable {
    /// The part of a route that does not change after registration.
    final class Origin: Sendable {
        /// The position in the order of registration, starting at 1.
        let number: Int
        let method: String?
        /// The name of the requests in place of a method, such as `query “Teas”`, or `nil` if no rule has one.
        let title: String?
        /// The pattern, or `**` if no path was given.
        let pattern: PathPattern
        /// The variables of all paths that were given.
        let variables: PathVariables
        let place: SourcePlace
        let source: String?

        init(
            number: Int,
            method: String?,
            title: String?,
            pattern: PathPattern,
            variables: PathVariables,
            place: SourcePlace,
            source: String?
        ) {
            self.number = number
            self.method = method
            self.title = title
            self.pattern = pattern
            self.variables = variables
            self.place = place
            self.source = source
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
    /// The token of the route has the same number.
    public var number: Int { origin.number }
    /// The method, such as `GET`, or `nil` for every method.
    public var method: String? { origin.method }
    /// The path below the base URL of the router, such as `/users/:id`.
    public var path: String { origin.pattern.description }
    /// The place in the source code at which the route was registered.
    public var place: SourcePlace { origin.place }
    /// The file from which the route was created, such as `mappings/cart.json`, or `nil` for a route that was written
    /// in code.
    public var source: String? { origin.source }
}

extension RouteSummary: CustomStringConvertible {
    /// The method and the path, such as `GET /users/:id`, followed by the file from which the route was created, if
    /// any.
    ///
    /// A GraphQL route has its operation in place of the method, such as `query “Teas” /graphql`.
    public var description: String {
        "\(method ?? origin.title ?? "any method") \(path)" + (source.map { " from \($0)" } ?? "")
    }
}
