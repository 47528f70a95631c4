/// What can be told of a route: what it asks for, and where it was registered.
///
/// It holds on to nothing that the route's handler does.
public struct RouteSummary: Sendable {
    /// What a route keeps from its registration to its end.
    final class Origin: Sendable {
        let method: String?
        let pattern: PathPattern
        let place: SourcePlace

        init(method: String?, pattern: PathPattern, place: SourcePlace) {
            self.method = method
            self.pattern = pattern
            self.place = place
        }
    }

    /// The route's place in the order of registration, counted from 1; its token has the same.
    public let number: Int
    let origin: Origin

    /// The method, such as `GET`; `nil` for every one.
    public var method: String? { origin.method }
    /// The path below the router's base URL, such as `/users/:id`.
    public var path: String { origin.pattern.description }
    /// Where it was registered.
    public var place: SourcePlace { origin.place }
}

extension RouteSummary: CustomStringConvertible {
    /// The method and the path, such as `GET /users/:id`.
    public var description: String { "\(method ?? "any method") \(path)" }
}
