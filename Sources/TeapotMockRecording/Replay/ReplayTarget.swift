import Foundation
import Teapot
import TeapotMock
import TeapotMockFolders

/// The method, path and query of a recorded request; requests with equal targets share a track.
struct ReplayTarget: Hashable {
    let method: String
    /// The decoded segments below the router's base URL, which are compared by their bytes, as in routes.
    private let path: [[UInt8]]
    /// Whether the path ends with a slash, or with two if it's the base URL's own path, because many servers redirect
    /// `/docs` to `/docs/`.
    private let endsWithSlash: Bool
    let query: ReplayQuery

    /// Creates the target of a request.
    ///
    /// - Parameters:
    ///   - request: The recorded request.
    ///   - path: The segments of its path below the router's base URL.
    ///   - query: Its query.
    init(_ request: Request, path: some Collection<String>, query: ReplayQuery) {
        method = request.method
        self.path = path.map { Array($0.utf8) }
        endsWithSlash = request.path.hasSuffix(path.isEmpty ? "//" : "/")
        self.query = query
    }

    /// Creates the route for requests to this target.
    ///
    /// - Parameters:
    ///   - track: The responses.
    ///   - origins: The servers that requests must be sent to if they name one, or `nil` for any.
    ///   - place: The place where the route is registered.
    /// - Returns: The route.
    func route(
        to track: ReplayTrack, of origins: Set<String>?, at place: SourcePlace
    ) -> Route {
        let (query, endsWithSlash) = (query, endsWithSlash)
        let (slash, name) = path.isEmpty ? ("//", "second slash") : ("/", "slash")
        var rules: [Rule] = [
            .method(Teapot.Method(method)),
            .path(
                PathPattern(
                    path.map { String(decoding: $0, as: UTF8.self) }
                        .map { $0.contains(Redaction.replacement) ? .wildcard : .exact($0) })),
            .matching(query.description) { query.matches($0.query) },
        ]
        rules.append(
            .matching("\(endsWithSlash ? "a" : "no") \(name) at the end of the path") {
                $0.path.hasSuffix(slash) == endsWithSlash
            })
        if let rule = track.rule { rules.append(rule) }
        if let origins {
            // A client of a router for every host uses this base URL.
            let unnamed = MockTeapot.defaultBaseURL.absoluteString
            rules.append(
                .matching("recorded from " + origins.sorted().joined(separator: " and ")) { request in
                    request.origin.map { $0 == unnamed || origins.contains($0) } ?? true
                })
        }
        return Route(
            rules: rules, handler: .immediate { track.response(to: $0) }, isExact: true, place: place)
    }
}

/// The items of a recorded query, whose order matters only among items with the same name.
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
                recorded.name == item.name
                    && (recorded.value == item.value || AnyText(recorded.value ?? "").matches(item.value))
            }
    }

    private static func sorted(_ items: [URLQueryItem], without names: Set<String>) -> [URLQueryItem] {
        items.filter { !names.contains($0.name) }.ordered { $0.name < $1.name }
    }

    var description: String {
        guard !items.isEmpty else { return "no query" }
        let texts = items.map { item in item.value.map { item.name + "=" + $0 } ?? item.name }
        return "the query " + texts.joined(separator: "&")
    }
}
