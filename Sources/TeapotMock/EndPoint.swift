import Teapot

/// The end of a path, as a pattern: `timestamp`, `users/:id/avatar`, `users/*`.
///
/// Segments are compared from the last one backwards, each percent-decoded once, so that a pattern is written as the
/// path of a call is.
struct EndPoint: Sendable, Equatable {
    private enum Segment: Equatable {
        case exact(String)
        case any
    }

    private let segments: [Segment]
    private let query: [URLQueryItem]
    private let method: String?
    /// What is matched whole by a pattern without a segment: the base URL's own path.
    private let basePath: [String]

    /// - Parameters:
    ///   - pattern: The pattern. A query in it asks for those items, among others.
    ///   - method: The method it is for; `nil` for every one.
    ///   - basePath: The base URL's path.
    init(_ pattern: String, method: Teapot.Method? = nil, basePath: String = "") {
        let parts = pattern.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        segments = (parts.first ?? "").split(separator: "/").map { segment in
            segment == "*" || (segment.hasPrefix(":") && segment.count > 1) ? .any : .exact(Request.decode(segment))
        }
        query = parts.count == 2 ? Request.items(of: parts[1]) : []
        self.method = method?.rawValue
        self.basePath = Request.segments(of: basePath)
    }

    /// Whether a request goes to this end point.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: Its path's segments, which are worked out once for all end points.
    /// - Returns: Whether method, path and query are those of the pattern.
    func matches(_ request: Request, path: [String]) -> Bool {
        guard method == nil || method == request.method else { return false }
        guard query.allSatisfy(request.query.contains) else { return false }
        if segments.isEmpty { return path == basePath }
        guard path.count >= segments.count else { return false }
        return zip(segments.reversed(), path.reversed()).allSatisfy { segment, actual in
            switch segment {
            case .any: true
            case .exact(let expected): expected == actual
            }
        }
    }
}
