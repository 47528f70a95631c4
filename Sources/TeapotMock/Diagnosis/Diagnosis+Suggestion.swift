import Foundation
import Teapot

extension Diagnosis {
    /// Returns a suggestion for a request below the base URL.
    ///
    /// - Parameters:
    ///   - methods: The methods of the routes for the path.
    ///   - request: The request.
    ///   - path: The percent-decoded segments of the path below the base URL.
    ///   - nearest: The nearest routes.
    /// - Returns: A sentence, or `nil` if there is no suggestion.
    static func suggestion(
        _ methods: Set<String?>, for request: Request, _ path: [String], _ nearest: [Route]
    ) -> String? {
        if methods.isEmpty {
            let correction = nearest.lazy.compactMap { $0.pattern.correction(of: path) }.first
            return correction.map { "Did you mean “\(text($0))”?" }
        }
        let others = methods.compactMap(\.self).sorted()
        guard let last = others.last, others.count == methods.count, !others.contains(request.method) else {
            return nil
        }
        // A route for GET also answers HEAD, so the method isn't the problem.
        if request.method == "HEAD", others.contains("GET") { return nil }
        let list = others.dropLast().joined(separator: ", ")
        let routes = list.isEmpty ? "a route for \(last)" : "routes for \(list) and \(last)"
        return "The path has \(routes), but none for \(request.method)."
    }

    /// Returns a suggestion for a request that isn't below the base URL.
    ///
    /// It suggests the same path below the base URL, if a route matches that path.
    static func suggestion(
        below base: RouterBase, for request: Request, _ segments: [String], _ table: RouteTable
    ) -> String? {
        let isInBase = segments.starts(with: base.path) { $0.isExactly($1) || $0.isLikelyTypo(of: $1) }
        let path = isInBase ? Array(segments.dropFirst(base.path.count)) : segments
        guard table.hasRoute(for: path) else { return nil }
        let scheme = base.scheme ?? request.origin.map { String($0.prefix { $0 != ":" }) } ?? "https"
        // A request without an origin reached a server, which answers at its own address.
        let server = request.origin == nil ? request.headers["Host"].map { "http://" + $0 } : nil
        let origin = server ?? base.address?.text(with: scheme) ?? request.origin ?? ""
        return "Did you mean “\(origin)\(text(base.path + path))”? If not, correct the router's base URL."
    }

    /// Returns the text of a path from its decoded segments, encoded as when it's sent.
    private static func text(_ path: [String]) -> String {
        path.map { "/" + PercentEncoding.encode($0, as: .path).replacingOccurrences(of: "/", with: "%2F") }.joined()
    }
}
