import Foundation
import Teapot

extension Request {
    /// The path and the query, shortened.
    package var shortPath: String { (path + (query.isEmpty ? "" : "?" + query.encoded)).shortened(to: 200) }

    /// The method, the path and the query, such as `GET /users?page=2`, shortened.
    package var shortTarget: String { "\(method) \(shortPath)" }

    /// Returns the path without its first segments, as sent.
    ///
    /// - Parameter depth: The number of segments in the path of the request's base URL.
    /// - Returns: The path as in routes and rules.
    package func path(below depth: Int) -> String {
        guard depth > 0 else { return path }
        var rest = Substring(path)
        for _ in 0..<depth {
            rest = Substring(rest.utf8.drop { $0 == UInt8(ascii: "/") })
            rest = Substring(rest.utf8.drop { $0 != UInt8(ascii: "/") })
        }
        return rest.isEmpty ? "/" : String(rest)
    }

    /// Returns the method, the path and the query, shortened.
    ///
    /// - Parameter depth: The number of segments in the path of the request's base URL, or `nil` for a request that
    ///   isn't below a base URL. Without it, the text has the origin and the whole path.
    /// - Returns: A text such as `GET /users?page=2`.
    func target(below depth: Int?) -> String {
        let path = depth.map { self.path(below: $0) } ?? (origin ?? "") + path
        return "\(method) \((path + (query.isEmpty ? "" : "?" + query.encoded)).shortened(to: 200))"
    }

    /// The maximum number of body bytes to show.
    private static let shownBodyLength = 200

    /// The beginning of the body as a single line, or `nil` if the body is empty.
    var shownBody: String? {
        guard !body.isEmpty else { return nil }
        // The cut may fall within the last character.
        let texts = (0..<4).lazy.map { String(bytes: body.prefix(Self.shownBodyLength - $0), encoding: .utf8) }
        guard let text = texts.compactMap(\.self).first, !text.utf8.contains(0) else { return "binary" }
        return text.onOneLine + (text.utf8.count < body.count ? "…" : "")
    }
}

extension [URLQueryItem] {
    /// The items as they appear in a URL.
    var encoded: String {
        map { item in
            let name = PercentEncoding.encode(item.name, as: .queryItem)
            return item.value.map { "\(name)=\(PercentEncoding.encode($0, as: .queryItem))" } ?? name
        }.joined(separator: "&")
    }
}
