package import Foundation

/// Functions that join a base URL and the path of a request (RFC 3986 §3), so that no path can change the host.
enum RequestURL {
    /// Returns the URL of `path` below `base`, with a percent-encoded `query` after the queries of both.
    ///
    /// The base URL's path and query are kept, and a leading slash in `path` makes no difference. With an empty path,
    /// the result is the base URL unchanged.
    static func join(_ base: URL, _ path: String, query: String) throws(TeapotError) -> URL {
        guard base.isOfServer else {
            throw .invalidPath("the base URL “\(base)” doesn't begin with http:// or https:// and a host")
        }
        let reference = try check(path)
        var joined = URLText(base.absoluteString)
        if !reference.head.isEmpty {
            while joined.head.utf8.last == UInt8(ascii: "/") { joined.head.removeLast() }
            if reference.head.utf8.first != UInt8(ascii: "/") { joined.head += "/" }
            joined.head += PercentEncoding.encode(reference.head, as: .path)
        }
        joined.append(query: PercentEncoding.encode(reference.query ?? "", as: .query))
        joined.append(query: query)
        joined.fragment = nil
        guard let url = URL(string: joined.string) else {
            throw .invalidPath("“\(path)” can't be joined to the base URL “\(base)”")
        }
        return url
    }

    /// Returns an absolute URL with a percent-encoded `query` after its own.
    ///
    /// With an empty query, the URL isn't changed, since its text may be signed.
    static func append(_ query: String, to url: URL) throws(TeapotError) -> URL {
        guard !query.isEmpty else { return url.absoluteURL }
        var text = URLText(url.absoluteString)
        text.append(query: query)
        guard let url = URL(string: text.string) else { throw .invalidPath("“\(url)” can't take query items") }
        return url
    }

    private static func check(_ path: String) throws(TeapotError) -> URLText {
        let reference = URLText(path)
        if path.contains(.missingSegment) {
            let shown = path.replacingOccurrences(of: .missingSegment, with: "…")
            throw .invalidPath("a value in “\(shown)” is empty, but path segments can't be")
        }
        if path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw .invalidPath("“\(path.debugDescription.dropFirst().dropLast())” has a control character")
        }
        guard reference.fragment == nil else {
            throw .invalidPath("“\(path)” has a “#”, which is never sent; write it as %23")
        }
        guard reference.startOfHost == nil || path.utf8.first == UInt8(ascii: "/") else {
            throw .invalidPath(
                "“\(path)” is an absolute URL; pass only the path below the base URL, or use makeRequest(_:url:)")
        }
        try checkSegments(of: reference.head, path)
        return reference
    }

    /// Rejects the segments `.` and `..`, which would lead outside the base URL (RFC 3986 §5.2.4).
    ///
    /// It covers every form that a server may accept: percent-encoded, between encoded slashes or backslashes, or with
    /// parameters after a `;`.
    private static func checkSegments(of resource: Substring, _ path: String) throws(TeapotError) {
        guard resource.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return }
        let encoded = [("%2e", "."), ("%2f", "/"), ("%5c", "\\"), ("%3b", ";")]
        for segment in resource.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
            let decoded = encoded.reduce(segment.lowercased()) {
                $0.replacingOccurrences(of: $1.0, with: $1.1, options: .literal)
            }
            let isDots = decoded.utf8.split { "/\\".utf8.contains($0) }.contains {
                [".", ".."].contains(Substring($0.prefix { $0 != UInt8(ascii: ";") }))
            }
            guard !isDots else {
                throw .invalidPath("“\(path)” has the segment “\(segment)”, which could lead outside the base URL")
            }
        }
    }
}

extension URL {
    /// Whether this is an http or https URL with a host.
    package var isOfServer: Bool { ["http", "https"].contains(scheme?.lowercased()) && host?.isEmpty == false }
}

extension TeapotError {
    fileprivate static func invalidPath(_ reason: String) -> TeapotError { make(.invalidRequestPath, reason) }
}
