/// Joining a base URL and a request's path (RFC 3986 §3), so that no path can change the host.
enum RequestURL {
    /// The URL of `path` below `base`, with `items` behind any query that the two have themselves.
    ///
    /// The base's own path and query are kept, and a leading slash makes no difference.
    static func join(_ base: URL, _ path: String, query items: [URLQueryItem]) throws(TeapotError) -> URL {
        let scheme = base.scheme?.lowercased()
        let hasHost = base.host?.isEmpty == false
        // Errors are logged, and a base URL may hold a password.
        let (baseURL, base) = (base, base.absoluteString)
        guard scheme == "http" || scheme == "https", hasHost else {
            throw .make(
                .invalidRequestPath, "the base URL “\(baseURL.withoutPassword)” is no http or https URL with a host")
        }
        try check(path)

        // Bytes, not characters: one character may hold a “/” or “?” together with a combining mark.
        let mark = path.utf8.firstIndex(of: UInt8(ascii: "?"))
        let resource = path[..<(mark ?? path.endIndex)]
        if resource.isEmpty {
            throw .make(.invalidRequestPath, "“\(path)” has no path; write “/” to ask for the base URL itself")
        }
        try checkSegments(of: resource, in: path)

        let baseEnd = base.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? base.endIndex
        var text = base[..<baseEnd]
        while text.utf8.last == UInt8(ascii: "/") { text = Substring(text.utf8.dropLast()) }
        var joined = String(text)
        if resource.utf8.first != UInt8(ascii: "/") { joined += "/" }
        joined += PercentEncoding.encode(resource, as: .path)

        var queries: [String] = []
        if let mark { queries.append(PercentEncoding.encode(path[path.utf8.index(after: mark)...], as: .query)) }
        if baseEnd < base.endIndex, base.utf8[baseEnd] == UInt8(ascii: "?") {
            queries.insert(String(base[base.utf8.index(after: baseEnd)...].prefix { $0 != "#" }), at: 0)
        }
        if !items.isEmpty { queries.append(encode(items, as: .queryItem)) }
        queries.removeAll(where: \.isEmpty)
        if !queries.isEmpty { joined += "?" + queries.joined(separator: "&") }

        guard let url = URL(string: joined) else {
            throw .make(.invalidRequestPath, "“\(path)” can't be joined to the base URL “\(baseURL.withoutPassword)”")
        }
        return url
    }

    /// A whole URL with `items` behind its own query; without any it is the URL itself, whose text may be signed.
    static func append(_ items: [URLQueryItem], to url: URL) throws(TeapotError) -> URL {
        guard !items.isEmpty else { return url.absoluteURL }
        let text = url.absoluteString
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        var joined = String(text[..<end])
        let hasQuery = joined.utf8.contains(UInt8(ascii: "?"))
        if !hasQuery { joined += "?" } else if !joined.hasSuffix("?") && !joined.hasSuffix("&") { joined += "&" }
        joined += encode(items, as: .queryItem) + text[end...]
        guard let url = URL(string: joined) else {
            throw .make(.invalidRequestPath, "“\(url.withoutPassword)” can't take query items")
        }
        return url
    }

    /// Query items or form fields as one string; an item without a value is its name alone.
    static func encode(_ items: [URLQueryItem], as component: PercentEncoding.Component) -> String {
        items.map { item in
            let name = PercentEncoding.encode(item.name, as: component)
            return item.value.map { name + "=" + PercentEncoding.encode($0, as: component) } ?? name
        }.joined(separator: "&")
    }

    private static func check(_ path: String) throws(TeapotError) {
        for byte in path.utf8 {
            if byte < 0x20 || byte == 0x7F {
                throw .make(
                    .invalidRequestPath, "“\(path.debugDescription.dropFirst().dropLast())” has a control character")
            }
            if byte == UInt8(ascii: "#") {
                throw .make(.invalidRequestPath, "“\(path)” has a “#”, which is never sent; write it as %23")
            }
        }
        if let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")), path.utf8[colon...].starts(with: "://".utf8),
            path[..<colon].allSatisfy({ $0.isLetter || $0.isNumber })
        {
            throw .make(.invalidRequestPath, "“\(path)” is a whole URL; give the path below the base URL alone")
        }
    }

    /// Refuses `.` and `..`, also percent-encoded: they would climb out of the base URL (RFC 3986 §5.2.4).
    private static func checkSegments(of resource: Substring, in path: String) throws(TeapotError) {
        guard resource.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "%") }) else { return }
        for segment in resource.utf8.split(separator: UInt8(ascii: "/")).map(Substring.init) {
            let plain = segment.count <= 6 ? segment.lowercased().replacingOccurrences(of: "%2e", with: ".") : ""
            if plain == "." || plain == ".." {
                throw .make(
                    .invalidRequestPath, "“\(path)” has the segment “\(segment)”, which could climb out of the base URL"
                )
            }
        }
    }
}
