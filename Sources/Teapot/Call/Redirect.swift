package import Foundation

extension Teapot.Request {
    /// Returns the request that follows a redirect (RFC 9110 §15.4), or `nil` if the response isn't a redirect.
    ///
    /// - Parameters:
    ///   - response: The response to this request.
    ///   - isForwarded: A closure that returns whether a header may be sent to another origin.
    /// - Returns: The next request, without the parts that a change of method or origin removes, or `nil`.
    /// - Throws: ``TeapotError`` of type `invalidRedirect` if `Location` isn't an http or https URL.
    package func following(_ response: Teapot.Response, isForwarded: (String) -> Bool) throws(TeapotError) -> Self? {
        guard response.isRedirect, let location = response.headers["Location"] else { return nil }
        let becomesGet = response.statusCode == 303 ? method != .head : method == .post && response.statusCode < 303
        return moved(to: try resolve(location, response), asGet: becomesGet, isForwarded: isForwarded)
    }

    /// Returns the request for another URL, without the headers that may not be sent to its origin.
    ///
    /// A change of method drops the body and the headers that describe it (RFC 9110 §15.4).
    package func moved(to url: URL, asGet: Bool, isForwarded: (String) -> Bool) -> Self {
        var next = self
        next.url = url
        if asGet {
            (next.method, next.body) = (.get, .none)
            next.headers.fields.removeAll { $0.name.lowercased().hasPrefix("content-") }
        }
        if url.origin != self.url.origin { next.headers.fields.removeAll { !isForwarded($0.name) } }
        return next
    }

    /// Returns the request that follows a redirect, subject to the client's rule for redirects.
    func following(_ response: Teapot.Response, _ options: Teapot.Options) throws(TeapotError) -> Self? {
        guard let next = try following(response, isForwarded: options.isForwarded) else { return nil }
        return try options.redirects.request(after: response, proposed: next, options)
    }

    /// Resolves `Location` against the URL of the request (RFC 3986 §5).
    ///
    /// User information in `Location` is removed. The request's own user information is kept within its origin.
    private func resolve(_ location: String, _ response: Teapot.Response) throws(TeapotError) -> URL {
        guard let resolved = URL(reference: location, relativeTo: url), resolved.isOfServer else {
            throw .make(.invalidRedirect, "“\(location)” does not lead to an http or https URL", response: response)
        }
        return resolved.withUserInfo(of: url)
    }
}

extension Teapot.Response {
    /// Whether the response leads to another URL.
    ///
    /// 300 offers a choice, 304 is not a redirect, 305 and 306 are deprecated (RFC 9110 §15.4.6, §15.4.7).
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(statusCode) && headers["Location"] != nil }
}

extension URL {
    /// Creates a URL from a server's reference, resolved against a URL (RFC 3986 §5), without its fragment.
    ///
    /// Only characters that are not allowed anywhere in a URL are encoded. Encoded characters stay as they are.
    package init?(reference: String, relativeTo base: URL) {
        var text = URLText(reference)
        text.fragment = nil
        // Foundation parses the host: the brackets of an IPv6 address, and names in any script (RFC 3986 §3.2.2).
        let host = text.startOfHost.map { text.head[$0...].unicodeScalars.prefix { $0 != "/" } }
        let start = host?.endIndex ?? text.head.startIndex
        text.head = text.head[..<start] + PercentEncoding.encode(text.head[start...], as: .path)
        text.query = text.query.map { Substring(PercentEncoding.encode($0, as: .query)) }
        // RFC 3986 §4.4: an empty reference is the URL itself. Foundation doesn't accept one.
        let string = text.string.isEmpty ? base.absoluteString : text.string
        guard let url = URL(string: string, relativeTo: base)?.absoluteURL else { return nil }
        self = url
    }

    /// Returns the URL with the user information of another URL if their origins match, and with none otherwise.
    package func withUserInfo(of other: URL) -> URL {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return self }
        let own = origin == other.origin ? URLComponents(url: other, resolvingAgainstBaseURL: true) : nil
        parts.percentEncodedUser = own?.percentEncodedUser
        parts.percentEncodedPassword = own?.percentEncodedPassword
        return parts.url ?? self
    }

    /// The scheme, host and port (RFC 6454 §4), with the default port of the scheme if there is none.
    var origin: String {
        let scheme = (scheme ?? "").lowercased()
        return "\(scheme)://\((host ?? "").lowercased()):\(port ?? (scheme == "https" ? 443 : 80))"
    }
}
