import Teapot
import TeapotMock

/// The method, path and query of a recorded request; requests with equal targets share one track.
struct ReplayTarget: Hashable {
    let method: String
    /// The segments below the router's base URL, decoded.
    let path: [String]
    let query: ReplayQuery

    func route(to track: ReplayTrack, at place: SourcePlace) -> Route {
        let query = query
        let rules: [Rule] = [
            .method(matches: Teapot.Method(method)), .path(PathPattern(exactly: path)),
            .custom(query.description) { query.matches($0.query) },
        ]
        return Route(
            rules: rules, handler: .immediate { track.response(to: $0) }, isExact: true, place: place)
    }
}

/// The items of a recorded query; their order matters only among items with the same name.
struct ReplayQuery: Hashable, CustomStringConvertible {
    private let items: [URLQueryItem]
    private let ignored: Set<String>

    init(_ items: [URLQueryItem], ignoring names: Set<String>) {
        ignored = names
        self.items = Self.sorted(items, without: names)
    }

    /// Returns whether another query is equivalent.
    func matches(_ other: [URLQueryItem]) -> Bool {
        let others = Self.sorted(other, without: ignored)
        return items.count == others.count
            && zip(items, others).allSatisfy { recorded, item in
                recorded.name == item.name && (recorded.value == Redaction.replacement || recorded.value == item.value)
            }
    }

    private static func sorted(_ items: [URLQueryItem], without names: Set<String>) -> [URLQueryItem] {
        items.enumerated().filter { !names.contains($0.element.name) }
            .sorted { ($0.element.name, $0.offset) < ($1.element.name, $1.offset) }.map(\.element)
    }

    var description: String {
        guard !items.isEmpty else { return "no query" }
        let texts = items.map { item in item.value.map { item.name + "=" + $0 } ?? item.name }
        return "the query " + texts.joined(separator: "&")
    }
}
