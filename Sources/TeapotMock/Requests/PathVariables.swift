import Teapot

/// The variables in a route's paths, with values taken from a request's path.
final class PathVariables: Sendable {
    /// The patterns of all paths of the route, in order.
    let patterns: [PathPattern]
    /// The number of leading segments in a request's path that belong to the base URL and aren't part of the patterns.
    let depth: Int
    /// The names of the variables and their indices among all segments of a path, in lookup order; the array is empty
    /// if a catch-all precedes one of them.
    private let places: [(name: String, index: Int)]

    init(patterns: [PathPattern], depth: Int) {
        self.patterns = patterns
        self.depth = depth
        // If two variables have the same name, the last one is used.
        let isFixed = !patterns.contains { $0.catchAll == .leading }
        places =
            isFixed
            ? patterns.reversed().flatMap { pattern in
                pattern.segments.enumerated().reversed().compactMap { index, segment in
                    if case .variable(let name) = segment { (name, depth + index) } else { nil }
                }
            } : []
    }

    /// Returns a clause about a variable that a handler looked up, or `nil` if the route has it.
    func hint(for name: String) -> String? {
        let names = patterns.flatMap(\.variables).map { "“\($0)”" }
        if names.contains("“\(name)”") { return nil }
        return "the route has no variable “\(name)”" + (names.isEmpty ? "" : ", only \(names.joined(separator: ", "))")
    }

    /// Returns the values of the path variables in a request that matches the route.
    func components(of request: Request) -> [String: String] {
        guard !patterns.isEmpty else { return [:] }
        let path = Array(Request.segments(of: request.path).dropFirst(depth))
        return patterns.reduce(into: [:]) { $1.bind(path, into: &$0) }
    }

    /// Returns the value of one path variable, or `nil` if the route has no variable of that name.
    func component(_ name: String, of request: Request) -> String? {
        guard !patterns.isEmpty else { return nil }
        return request.withTarget { _, path in
            if name != PathPattern.catchAllName {
                for place in places where place.name == name {
                    if let text = PathBytes.text(ofSegment: place.index, in: path) { return text }
                }
                if !places.isEmpty { return nil }
            }
            return PathBytes.withSegments(of: path) { segments in
                let rest = Segments(rebasing: segments[min(depth, segments.count)...])
                // If two variables have the same name, the last one is used.
                for index in patterns.indices.reversed() {
                    if let text = patterns[index].text(boundTo: name, in: rest) { return text }
                }
                return nil
            }
        }
    }
}

extension Request {
    /// The number of path segments that belong to the base URL of the router that answers the request.
    package var depthOfBaseURL: Int { if case .route(let variables) = bindings { variables.depth } else { 0 } }
}
