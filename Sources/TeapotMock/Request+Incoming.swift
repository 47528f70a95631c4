package import Teapot

extension Request {
    /// The request that a client sends, as a mock sees it.
    ///
    /// - Parameter request: The request; a file that is its body is read whole.
    /// - Throws: What reading that file threw.
    package init(_ request: Teapot.Request) throws {
        let (path, query) = Self.split(request.url)
        let body =
            switch request.body {
            case .none: Data()
            case .data(let data): data
            case .file(let file): try Self.contents(of: file.url)
            }
        self.init(
            method: request.method.rawValue,
            path: path,
            query: query.map { Self.items(of: $0) } ?? [],
            headers: request.headerFields,
            body: body
        )
    }

    private static func contents(of file: URL) throws(TeapotError) -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw .make(.fileFailed, "“\(file.path)” can't be read: \(error)", underlying: error)
        }
    }

    /// The path and the query of a URL.
    ///
    /// By hand: `URLComponents` would cost as much as the rest of a mock's answer.
    static func split(_ url: URL) -> (path: String, query: Substring?) {
        let text = url.absoluteString
        let bytes = text.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.startIndex
        // The authority stands between the scheme's `://` and the next slash or question mark (RFC 3986 §3.2).
        let authority = bytes[colon..<end].drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
        guard let start = authority.firstIndex(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }) else {
            return ("/", nil)
        }
        let mark = bytes[start..<end].firstIndex(of: UInt8(ascii: "?")) ?? end
        // RFC 9112 §3.2.1: an empty path is sent as a slash.
        let path = start == mark ? "/" : String(text[start..<mark])
        return (path, mark < end ? text[bytes.index(after: mark)..<end] : nil)
    }

    /// A query's items, percent-decoded once; a plus sign stays one, as RFC 3986 has it.
    package static func items(of query: some StringProtocol) -> [URLQueryItem] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return URLQueryItem(name: decode(parts[0]), value: parts.count == 2 ? decode(parts[1]) : nil)
        }
    }

    /// Text percent-decoded; as it was, if that gives no UTF-8.
    package static func decode(_ text: some StringProtocol) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? String(text) : String(text)
    }

    /// A path's segments, each percent-decoded once; empty ones, as at a trailing slash, are left out.
    static func segments(of path: String) -> [String] {
        path.split(separator: "/").map { decode($0) }
    }
}
