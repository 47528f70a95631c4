package import Foundation
package import Teapot

extension Request {
    /// Creates the request that a mock receives when a client sends a request.
    ///
    /// - Parameter request: The request. If its body is a file, this reads the whole file.
    /// - Throws: An error of type `fileFailed` if the file can't be read.
    package init(_ request: borrowing Teapot.Request) throws {
        switch request.body {
        case .none: self.init(request, body: Data())
        case .data(let data): self.init(request, body: data)
        case .file(let file): self.init(request, body: try Self.contents(of: file.url))
        }
    }

    /// Creates the request that a mock receives, with a body that has already been read.
    package init(_ request: borrowing Teapot.Request, body: Data) {
        head = .client(ClientHead(request))
        self.body = body
    }

    private static func contents(of file: URL) throws(TeapotError) -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw .make(.fileFailed, "“\(file.path)” can't be read: \(error.systemReason)", underlying: error)
        }
    }

    /// Returns the origin, the path and the query of a URL.
    package static func split(_ url: URL) -> (origin: String, path: String, query: [URLQueryItem]) {
        let head = ClientHead(Teapot.Request(url: url))
        return (head.origin ?? "", head.path, head.query)
    }

    /// Returns the part of a URL before its path, in lowercase, without credentials and without the scheme's default
    /// port.
    package static func origin(_ text: Substring) -> String {
        var text = String(text)
        // Text without uppercase letters, a user and a default port (which ends with 0 or 3) doesn't change.
        let isPlain = text.withUTF8 { bytes in
            bytes.last != 0x30 && bytes.last != 0x33 && !bytes.contains { 0x41...0x5A ~= $0 || $0 == 0x40 }
        }
        if isPlain { return text }
        var origin = text.lowercased()[...]
        if let mark = origin.range(of: "://"), let at = origin.lastIndex(of: "@") {
            origin = origin[..<mark.upperBound] + origin[origin.index(after: at)...]
        }
        for (scheme, port) in [("http:", ":80"), ("https:", ":443")] where origin.hasSuffix(port) {
            if origin.hasPrefix(scheme) { origin = origin.dropLast(port.count) }
        }
        return String(origin)
    }

    /// Returns the items of a query, percent-decoded once.
    ///
    /// A plus sign isn't decoded to a space (RFC 3986).
    package static func items(of query: some StringProtocol) -> [URLQueryItem] {
        query.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return URLQueryItem(name: decode(parts[0]), value: parts.count == 2 ? decode(parts[1]) : nil)
        }
    }

    /// Returns percent-decoded text, or the original text if the result isn't UTF-8.
    package static func decode(_ text: some StringProtocol) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? String(text) : String(text)
    }

    /// Returns the segments of a path, each percent-decoded once.
    ///
    /// Empty segments, such as the one after a trailing slash, are omitted.
    package static func segments(of path: some StringProtocol) -> [String] {
        var path = String(path)
        return path.withUTF8 { path in PathBytes.withSegments(of: path) { $0.map { String($0) } } }
    }
}
