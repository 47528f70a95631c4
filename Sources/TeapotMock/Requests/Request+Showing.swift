import Foundation
import Teapot

extension Request {
    /// The path and the query, shortened.
    package var shortPath: String { (path + (query.isEmpty ? "" : "?" + query.encoded)).shortened(to: 200) }

    /// The method, the path and the query, such as `GET /users?page=2`, shortened.
    package var shortTarget: String { "\(method) \(shortPath)" }

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
