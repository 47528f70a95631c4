extension Teapot.Request {
    /// The request that a redirect asks for (RFC 9110 §15.4), or `nil` when the response is none to follow.
    ///
    /// - Parameters:
    ///   - response: The response to this request.
    ///   - mayFollow: Whether a header field may go to another origin.
    /// - Returns: The next request, without what the change of method or origin takes from it; `nil` for no redirect.
    /// - Throws: ``TeapotError`` of type `invalidRedirect` when `Location` leads to what is no HTTP URL.
    package func following(_ response: Teapot.Response, mayFollow: (String) -> Bool) throws(TeapotError) -> Self? {
        // 300 offers a choice, 304 is no redirect, 305 and 306 are deprecated (§15.4.6, §15.4.7).
        guard [301, 302, 303, 307, 308].contains(response.statusCode), let location = response.headerFields["Location"]
        else { return nil }
        var next = self
        next.url = try resolve(location, response)

        let becomesGet = response.statusCode == 303 ? method != .head : method == .post && response.statusCode < 303
        if becomesGet {
            // §15.4: a change of method drops the body and the header fields that describe it.
            next.method = .get
            next.body = .none
            next.headerFields = Teapot.HeaderFields(headerFields.filter { !$0.name.lowercased().hasPrefix("content-") })
        }
        if next.url.origin != url.origin {
            next.headerFields = Teapot.HeaderFields(next.headerFields.filter { mayFollow($0.name) })
        }
        return next
    }

    /// `Location` against the URL of the request (RFC 3986 §5), without credentials of its own.
    private func resolve(_ location: String, _ response: Teapot.Response) throws(TeapotError) -> URL {
        let text = location.prefix { $0 != "#" }
        // Only what may not stand in a URL at all is encoded; what is encoded already stays. Brackets may stand around an
        // IPv6 address alone (RFC 3986 §3.2.2).
        let literal = #"^(https?:)?//([^/?@]*@)?\[[0-9a-f:.]+\]"#
        let start =
            text.range(of: literal, options: [.regularExpression, .caseInsensitive])?.upperBound ?? text.startIndex
        let mark = text.firstIndex(of: "?") ?? text.endIndex
        let repaired =
            text[..<start] + PercentEncoding.encode(text[start..<mark], as: .path)
            + (mark < text.endIndex ? "?" + PercentEncoding.encode(text[text.index(after: mark)...], as: .query) : "")
        // §4.4: an empty reference is the URL itself; Foundation takes none.
        guard let resolved = repaired.isEmpty ? url : URL(string: String(repaired), relativeTo: url)?.absoluteURL,
            var parts = URLComponents(url: resolved, resolvingAgainstBaseURL: true),
            let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https", parts.host?.isEmpty == false
        else { throw .make(.invalidRedirect, "“\(location)” leads to no http or https URL", response: response) }
        guard parts.user != nil || parts.password != nil else { return resolved }
        parts.user = nil
        parts.password = nil
        return parts.url ?? resolved
    }
}

extension URL {
    /// Scheme, host and port (RFC 6454 §4), with the scheme's own port when none is written.
    var origin: String {
        let scheme = (scheme ?? "").lowercased()
        return "\(scheme)://\((host ?? "").lowercased()):\(port ?? (scheme == "https" ? 443 : 80))"
    }
}
