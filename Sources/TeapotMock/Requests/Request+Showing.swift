import Foundation
import Teapot

extension Request {
    /// The path and the query, shortened.
    package var shortPath: String { (path + (query.isEmpty ? "" : "?" + query.encoded)).shortened(to: 200) }

    /// The method, the path and the query, such as `GET /users?page=2`, shortened.
    package var shortTarget: String { "\(method) \(shortPath)" }

    /// Returns the path without its first segments, as it was sent.
    ///
    /// - Parameter depth: The number of segments in the path of a base URL, below which the request is.
    /// - Returns: The path as routes and rules write it.
    func path(below depth: Int) -> String {
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
    /// - Parameter depth: The number of segments in the path of a base URL, below which the request is and the path is
    ///   written; `nil` for the URL of a request that is not below one.
    /// - Returns: A text such as `GET /users?page=2`.
    func target(below depth: Int?) -> String {
        let path = depth.map { self.path(below: $0) } ?? (origin ?? "") + path
        return "\(method) \((path + (query.isEmpty ? "" : "?" + query.encoded)).shortened(to: 200))"
    }

    /// The greatest number of body bytes that are shown.
    private static let shownBodyLength = 200

    /// The beginning of the body on one line, or `nil` if the body is empty.
    var shownBody: String? {
        guard !body.isEmpty else { return nil }
        // The last character may be cut off in the middle.
        let texts = (0..<4).lazy.map { String(bytes: body.prefix(Self.shownBodyLength - $0), encoding: .utf8) }
        guard let text = texts.compactMap(\.self).first, !text.utf8.contains(0) else { return "binary" }
        return text.onOneLine + (text.utf8.count < body.count ? "…" : "")
    }
}

extension [URLQueryItem] {
    /// The items as they are in a URL.
    var encoded: String {
        map { item in
            let name = PercentEncoding.encode(item.name, as: .queryItem)
            return item.value.map { "\(name)=\(PercentEncoding.encode($0, as: .queryItem))" } ?? name
        }.joined(separator: "&")
    }
}
