import Foundation
import Teapot

extension Diagnosis {
    /// Returns Swift code that registers a route for a request.
    ///
    /// The code lists query items and headers only if routes for the same path use them to tell requests apart. Without
    /// them, the new route would also answer the requests meant for those routes.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - base: The base URL of the router, which the request is below.
    ///   - nearest: The nearest routes.
    ///   - options: The options that determine which headers are secret. Secret headers are omitted.
    /// - Returns: One line of code, or an empty string if the code would also answer the requests for another route.
    static func stub(
        for request: Request, below base: RouterBase, like nearest: [Route], _ options: Teapot.Options
    ) -> String {
        let segments = Request.segments(of: request.path)
        let path = Array(base.remainder(of: segments, sentTo: request.origin) ?? [])
        let likes = nearest.filter { $0.accepts(request.method) && $0.pattern.matches(path) }
        let rules = [queryRule(for: request, likes), headerRule(for: request, likes, options)].compactMap(\.self)
        let condition = rules.isEmpty ? "" : ", when: " + rules.joined(separator: ", ")
        let raw = request.path.split(separator: "/").dropFirst(base.path.count).map { pattern($0) }
        let target = literal("/" + raw.joined(separator: "/"))
        let matchers = nearest.filter { $0.pattern.matches(path) }.flatMap(\.rules).map(\.matcher)
        if let code = matchers.lazy.compactMap({ $0.stub(for: request, path: target) }).first { return code }
        let isBaseRepeated = nearest.contains { $0.pattern.matches(path, repeating: base.path) }
        if isBaseRepeated || (!likes.isEmpty && rules.isEmpty) { return "" }
        let mayHaveBody = !["HEAD", "DELETE"].contains(request.method)
        let isJSON = mayHaveBody && request.headers["Accept"]?.hasPrefix("application/json") == true
        let answer = isJSON ? ".json([:])" : ".status(200)"
        return "router.\(verb(request.method))(\(target)\(condition)) { _ in \(answer) }"
    }

    /// Returns Swift code that creates a router for a request that isn't below the base URL of the existing router.
    ///
    /// Its base URL has as many segments as the existing router's.
    static func stub(forElsewhere request: Request, depth: Int, _ options: Teapot.Options) -> String {
        guard let origin = request.origin else {
            return "let router = Router()\n" + stub(for: request, below: RouterBase(""), like: [], options)
        }
        let url = ([origin] + request.path.split(separator: "/").prefix(depth).map(String.init)).joined(separator: "/")
        let route = stub(for: request, below: RouterBase(url), like: [], options)
        return "let router = Router(\(literal(url)))  // or @Test(.router(\(literal(url))))\n" + route
    }

    private static func verb(_ method: String) -> String {
        let hasOwn = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains(method)
        return hasOwn ? method.lowercased() : "method(\(literal(method)))"
    }

    /// Returns a segment as sent, escaped so that the pattern matches only this segment.
    private static func pattern(_ segment: Substring) -> String {
        if segment.hasPrefix(":") { return "%3A" + segment.dropFirst() }
        return segment.allSatisfy { $0 == "*" } ? segment.replacingOccurrences(of: "*", with: "%2A") : String(segment)
    }

    private static func queryRule(for request: Request, _ likes: [Route]) -> String? {
        var names: Set<String> = []
        for route in likes {
            names.formUnion(route.pattern.query.map(\.name))
            for case let query as QueryMatcher in route.rules.map(\.matcher) {
                names.formUnion(query.items.map(\.name))
            }
        }
        var members: [String: String] = [:]
        for item in request.query where names.contains(item.name) && members[item.name] == nil {
            if let value = item.value, value.count <= valueLimit { members[item.name] = value }
        }
        return members.isEmpty ? nil : ".query(\(literal(members)))"
    }

    private static func headerRule(for request: Request, _ likes: [Route], _ options: Teapot.Options) -> String? {
        var members: [String: String] = [:]
        for case let expectation as HeaderExpectation in likes.flatMap(\.rules).map(\.matcher) {
            for name in expectation.fields.map(\.name) where !options.isSecret(name) {
                if let value = request.headers[name], value.count <= valueLimit { members[name] = value }
            }
        }
        return members.isEmpty ? nil : ".headers(\(literal(members)))"
    }

    /// The maximum length of a value to include, in characters.
    private static let valueLimit = 200

    private static func literal(_ members: [String: String]) -> String {
        let parts = members.ordered { $0.key < $1.key }.map { "\(literal($0.key)): \(literal($0.value))" }
        return "[" + parts.joined(separator: ", ") + "]"
    }

    /// Returns a text as a Swift string literal.
    package static func literal(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
        return "\"" + escaped.onOneLine + "\""
    }
}
