import Teapot

extension Passthrough {
    /// The request as it goes to the live server.
    ///
    /// - Parameters:
    ///   - request: The request as it came.
    ///   - depth: How many segments of its path stand before what goes below the live URL.
    /// - Returns: The request.
    /// - Throws: Why it can't be sent.
    func liveRequest(for request: Request, below depth: Int) throws(TeapotError) -> Teapot.Request {
        var fields = request.headerFields.forwarded(without: ["Host", "Content-Length", "Expect", "Accept-Encoding"])
        // What is compressed comes decompressed from Foundation, with header fields that say the contrary.
        fields.append(name: "Accept-Encoding", value: "identity")
        fields.append(name: "Via", value: "1.1 " + pseudonym)
        if !request.body.isEmpty, fields["Content-Type"] == nil {
            // Foundation on Linux would call it a form; RFC 9110 §8.3 allows to take it for bytes.
            fields.append(name: "Content-Type", value: "application/octet-stream")
        }
        let outgoing = Teapot.Request(
            method: Teapot.Method(request.method),
            url: try liveURL(for: request, below: depth),
            headerFields: fields,
            body: request.body.isEmpty ? .none : .data(request.body),
            timeoutInterval: timeoutInterval
        )
        try outgoing.check()
        return outgoing
    }

    /// Where a request goes.
    ///
    /// - Parameters:
    ///   - request: The request as it came.
    ///   - depth: How many segments of its path stand before what goes below the live URL.
    /// - Returns: The live URL with the rest of the path, and with both queries, as they were written.
    /// - Throws: That the path could climb out of the live URL, or that this is none.
    func liveURL(for request: Request, below depth: Int) throws(TeapotError) -> URL {
        let shown = baseURL.withoutCredentials
        guard ["http", "https"].contains(baseURL.scheme?.lowercased()), baseURL.host?.isEmpty == false else {
            throw .make(.invalidRequestPath, "the live URL “\(shown)” is no http or https URL with a host")
        }
        let rest = request.path.withoutSegments(depth)
        guard rest.isEmpty || rest.utf8.first == UInt8(ascii: "/") else {
            throw .make(.invalidRequestPath, "“\(request.path)” is no path below the live URL “\(shown)”")
        }
        // RFC 3986 §5.2.4: the client's library would take them out, and what stands before them.
        if Request.segments(of: rest).contains(where: { $0 == "." || $0 == ".." }) {
            throw .make(.invalidRequestPath, "“\(request.path)” has dot segments, which could climb out of “\(shown)”")
        }
        let base = baseURL.absoluteString.prefix { $0 != "#" }
        let mark = base.firstIndex(of: "?") ?? base.endIndex
        var path = base[..<mark]
        if !rest.isEmpty { while path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() } }
        let queries = [String(base[mark...].dropFirst()), request.queryText].filter { !$0.isEmpty }
        let query = PercentEncoding.encode(queries.joined(separator: "&"), as: .query)
        let text = path + PercentEncoding.encode(rest, as: .path) + (query.isEmpty ? "" : "?" + query)
        guard let url = URL(string: String(text)) else {
            throw .make(.invalidRequestPath, "“\(request.path)” can't be joined to the live URL “\(shown)”")
        }
        return url
    }
}

extension Request {
    /// Whether a gateway has passed it on already.
    ///
    /// - Parameter pseudonym: What stands for the gateway in `Via` (RFC 9110 §7.6.3).
    /// - Returns: Whether it has.
    func hasPassed(_ pseudonym: String) -> Bool {
        headerFields.values(for: "Via").contains { $0.split { $0 == "," || $0 == " " }.contains { $0 == pseudonym } }
    }
}

extension String {
    /// A path without its first so many segments; empty ones do not count.
    func withoutSegments(_ count: Int) -> Substring {
        var rest = self[...]
        for _ in 0..<max(0, count) {
            rest = rest.drop { $0 == "/" }
            rest = rest.drop { $0 != "/" }
        }
        return rest
    }
}

extension URL {
    /// The URL without user and password, to be shown.
    package var withoutCredentials: String {
        guard user != nil || password != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else {
            return absoluteString
        }
        (parts.user, parts.password) = (nil, nil)
        return parts.string ?? "…"
    }
}
