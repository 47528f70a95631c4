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

    /// `Location` against the URL of the request (RFC 3986 §5), with the request's own credentials within its origin, and
    /// without those that `Location` names.
    private func resolve(_ location: String, _ response: Teapot.Response) throws(TeapotError) -> URL {
        guard let resolved = URL(reference: location, relativeTo: url), resolved.isOfServer else {
            let shown = Secrets.hide(in: location)
            throw .make(.invalidRedirect, "“\(shown)” leads to no http or https URL", response: response)
        }
        var text = URLText(resolved.absoluteString)
        let userInfo = resolved.origin == url.origin ? URLText(url.absoluteString).userInfo : nil
        if text.userInfo == userInfo { return resolved }
        text.userInfo = userInfo
        return URL(string: text.string) ?? resolved
    }
}

extension Teapot.Request {
    /// The request that a redirect leads to, as the client's redirect hook has it.
    func following(_ response: Teapot.Response, _ options: Teapot.Options) throws(TeapotError) -> Self? {
        guard let next = try following(response, mayFollow: options.mayFollow) else { return nil }
        guard let hook = options.redirectHook else { return next }
        return try hook(next, response)
    }
}

extension URL {
    /// A reference as a server may write it, resolved against a URL (RFC 3986 §5) and without its fragment.
    ///
    /// Only what may not stand in a URL at all is encoded; what is encoded already stays.
    init?(reference: String, relativeTo base: URL) {
        var text = URLText(reference)
        text.fragment = nil
        // Brackets may stand around an IPv6 address alone (RFC 3986 §3.2.2).
        let isLiteral = text.authority.map { text.head[$0].utf8.contains(UInt8(ascii: "[")) } ?? false
        let start = isLiteral ? text.authority?.upperBound ?? text.head.startIndex : text.head.startIndex
        text.head = text.head[..<start] + PercentEncoding.encode(text.head[start...], as: .path)
        text.query = text.query.map { Substring(PercentEncoding.encode($0, as: .query)) }
        // §4.4: an empty reference is the URL itself; Foundation takes none.
        let string = text.string.isEmpty ? base.absoluteString : text.string
        guard let url = URL(string: string, relativeTo: base)?.absoluteURL else { return nil }
        self = url
    }

    /// Scheme, host and port (RFC 6454 §4), with the scheme's own port when none is written.
    var origin: String {
        let scheme = (scheme ?? "").lowercased()
        return "\(scheme)://\((host ?? "").lowercased()):\(port ?? (scheme == "https" ? 443 : 80))"
    }
}
