import Foundation
import Teapot

/// The head of a request that a client sends.
///
/// The parts of its URL are computed only on access.
final class ClientHead: RequestHead {
    let method: String
    let headers: Teapot.HeaderFields
    /// The time without any received byte after which the client gives up, in seconds.
    let timeout: Double
    nonisolated(unsafe) var missed: Request.Missed = (nil, nil)
    /// The URL, as a native string.
    private let text: String
    /// The range of the path in the URL's UTF-8 text.
    ///
    /// It is empty if the URL has no path.
    private let pathRange: Range<Int>
    /// The range of the query, without the question mark.
    private let queryRange: Range<Int>?

    init(_ request: borrowing Teapot.Request) {
        method = request.method.rawValue
        headers = request.headers
        timeout = request.timeout
        (text, pathRange, queryRange) = Self.cut(request.url)
    }

    var origin: String? { Request.origin(text[..<index(pathRange.lowerBound)]) }

    // RFC 9112 §3.2.1: an empty path is sent as a slash.
    var path: String { pathRange.isEmpty ? "/" : String(text[indices(pathRange)]) }

    var query: [URLQueryItem] { queryRange.map { Request.items(of: text[indices($0)]) } ?? [] }

    /// The query as written, or an empty string for none.
    var queryText: String { queryRange.map { String(text[indices($0)]) } ?? "" }

    /// Calls a closure with the bytes of the method and of the path.
    func withTarget<Result>(_ body: (_ method: Segment, _ path: Segment) -> Result) -> Result {
        method.withBytes { method in
            text.withBytes { body(method, Segment(rebasing: $0[pathRange.clamped(to: $0.indices)])) }
        }
    }

    private func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }

    private func indices(_ range: Range<Int>) -> Range<String.Index> {
        index(range.lowerBound)..<index(range.upperBound)
    }

    /// Returns the text of a URL and the ranges of its parts.
    ///
    /// It parses the text by hand, because `URLComponents` would take as long as the rest of a mock's answer.
    static func cut(_ url: URL) -> (text: String, path: Range<Int>, query: Range<Int>?) {
        var text = url.absoluteString
        let (path, query) = text.withUTF8 { bytes -> (Range<Int>, Range<Int>?) in
            let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
            var start = bytes[..<end].firstIndex(of: UInt8(ascii: ":")) ?? 0
            // The authority is between the scheme's `://` and the next slash or question mark (RFC 3986 §3.2).
            while start < end, bytes[start] == UInt8(ascii: ":") || bytes[start] == UInt8(ascii: "/") { start += 1 }
            while start < end, bytes[start] != UInt8(ascii: "/"), bytes[start] != UInt8(ascii: "?") { start += 1 }
            guard let mark = bytes[start..<end].firstIndex(of: UInt8(ascii: "?")) else { return (start..<end, nil) }
            return (start..<mark, mark + 1..<end)
        }
        return (text, path, query)
    }
}
