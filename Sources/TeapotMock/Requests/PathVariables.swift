/// The variables in the paths of a route, whose values are read from the path of a request.
final class PathVariables: Sendable {
    /// The patterns of all paths of the route, in order.
    let patterns: [PathPattern]
    /// The number of leading segments of a request path that belong to the base URL and are not part of the patterns.
    let depth: Int

    init(patterns: [PathPattern], depth: Int) {
        self.patterns = patterns
        self.depth = depth
    }

    /// Returns the values of the path variables in a request that the route matches.
    func components(of request: Request) -> [String: String] {
        guard !patterns.isEmpty else { return [:] }
        let path = Array(Request.segments(of: request.path).dropFirst(depth))
        return patterns.reduce(into: [:]) { $1.bind(path, into: &$0) }
    }

    /// Returns the value of one path variable, or `nil` if the route has no variable of that name.
    func component(_ name: String, of request: Request) -> String? {
        guard !patterns.isEmpty else { return nil }
        return request.withTarget { _, path in
            PathBytes.withSegments(of: path) { segments in
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
