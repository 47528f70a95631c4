/// What can be told of a route: what it asks for, and where it was registered.
///
/// It holds on to nothing that the route's handler does.
public struct RouteSummary: Sendable {
    /// What a route keeps from its registration to its end.
    final class Origin: Sendable {
        /// The place in the order of registration, counted from 1.
        let number: Int
        let method: String?
        /// One `**` where none was asked for.
        let pattern: PathPattern
        /// The patterns of all paths that were asked for, in order.
        let bound: [PathPattern]
        let place: SourcePlace
        let source: String?
        /// How many segments of a request's path stand before those that the patterns are for.
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

        /// The same for a route that has its place.
        func placed(_ number: Int, below depth: Int) -> Origin {
            Origin(
                number: number, method: method, pattern: pattern, bound: bound, place: place, source: source,
                depth: depth)
        }
    }

    let origin: Origin

    /// The route's place in the order of registration, counted from 1; its token has the same.
    public var number: Int { origin.number }
    /// The method, such as `GET`; `nil` for every one.
    public var method: String? { origin.method }
    /// The path below the router's base URL, such as `/users/:id`.
    public var path: String { origin.pattern.description }
    /// Where it was registered.
    public var place: SourcePlace { origin.place }
    /// The file that it was made from, such as `mappings/cart.json`; `nil` for a route that was written in code.
    public var source: String? { origin.source }
}

extension RouteSummary: CustomStringConvertible {
    /// The method and the path, such as `GET /users/:id`, and the file that it was made from, if any.
    public var description: String { "\(method ?? "any method") \(path)" + (source.map { " from \($0)" } ?? "") }
}

extension RouteSummary.Origin {
    /// What the variables of the route's paths stand for in a request that it matches.
    func components(of request: Request) -> [String: String] {
        guard !bound.isEmpty else { return [:] }
        let path = Array(Request.segments(of: request.path).dropFirst(depth))
        return bound.reduce(into: [:]) { $1.bind(path, into: &$0) }
    }

    /// What one variable stands for; `nil` if the route has none of that name.
    func component(_ name: String, of request: Request) -> String? {
        guard bound.contains(where: { $0.binds(name) }) else { return nil }
        return request.withTarget { _, path in
            PathBytes.withSegments(of: path) { segments in
                let rest = Segments(rebasing: segments[min(depth, segments.count)...])
                // Of two with one name the last counts.
                for pattern in bound.reversed() {
                    if let text = pattern.text(boundTo: name, in: rest) { return text }
                }
                return nil
            }
        }
    }
}
