/// The conditions of a route and the place at which it was registered.
///
/// A summary retains nothing that the handler of the route retains.
public struct RouteSummary: Sendable {
    /// The part of a route that does not change after registration.
    final class Origin: Sendable {
        /// The position in the order of registration, starting at 1.
        let number: Int
        let method: String?
        /// The pattern, or `**` if no path was given.
        let pattern: PathPattern
        /// The patterns of all paths that were given, in order.
        let bound: [PathPattern]
        let place: SourcePlace
        let source: String?
        /// The number of leading segments of a request path that belong to the base URL and are not part of the
        /// patterns.
        let depth: Int

        init(
            number: Int,
            method: String?,
            pattern: PathPattern,
            bound: [PathPattern],
            place: SourcePlace,
            source: String?,
            depth: Int
        ) {
            self.number = number
            self.method = method
            self.pattern = pattern
            self.bound = bound
            self.place = place
            self.source = source
            self.depth = depth
        }

        /// Returns a copy for a route that has been registered.
        func placed(_ number: Int, below depth: Int) -> Origin {
            Origin(
                number: number, method: method, pattern: pattern, bound: bound, place: place, source: source,
                depth: depth)
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
    public var description: String { "\(method ?? "any method") \(path)" + (source.map { " from \($0)" } ?? "") }
}

extension RouteSummary.Origin {
    /// Returns the values of the path variables in a request that the route matches.
    func components(of request: Request) -> [String: String] {
        guard !bound.isEmpty else { return [:] }
        let path = Array(Request.segments(of: request.path).dropFirst(depth))
        return bound.reduce(into: [:]) { $1.bind(path, into: &$0) }
    }

    /// Returns the value of one path variable, or `nil` if the route has no variable of that name.
    func component(_ name: String, of request: Request) -> String? {
        guard bound.contains(where: { $0.binds(name) }) else { return nil }
        return request.withTarget { _, path in
            PathBytes.withSegments(of: path) { segments in
                let rest = Segments(rebasing: segments[min(depth, segments.count)...])
                // If two variables have the same name, the last one is used.
                for pattern in bound.reversed() {
                    if let text = pattern.text(boundTo: name, in: rest) { return text }
                }
                return nil
            }
        }
    }
}
