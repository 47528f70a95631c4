import Foundation
import Teapot
import TeapotMock

extension Passthrough {
    /// Returns the request to the live server.
    ///
    /// - Parameters:
    ///   - request: The request as received.
    ///   - depth: The number of leading path segments that aren't appended to the live URL.
    /// - Returns: The request.
    /// - Throws: An error that explains why the request can't be sent.
    func liveRequest(for request: Request, below depth: Int) throws(TeapotError) -> Teapot.Request {
        var fields = request.headers.forwarded(without: ["Host", "Content-Length", "Expect", "Accept-Encoding"])
        // Foundation decompresses a compressed body but keeps the headers that describe it as compressed.
        fields.append(name: "Accept-Encoding", value: "identity")
        // Foundation would add its own, but it doesn't send a header that consists of white space.
        if fields["Accept-Language"] == nil { fields.append(name: "Accept-Language", value: " ") }
        fields.append(name: "Via", value: "1.1 " + pseudonym)
        if let authorization, fields["Authorization"] == nil {
            fields.append(name: "Authorization", value: authorization)
        }
        if !request.body.isEmpty, fields["Content-Type"] == nil {
            // Foundation on Linux would declare the body as a form. RFC 9110 §8.3 allows treating it as bytes.
            fields.append(name: "Content-Type", value: "application/octet-stream")
        }
        let outgoing = Teapot.Request(
            method: Teapot.Method(request.method), url: try liveURL(for: request, below: depth), headers: fields,
            body: request.body.isEmpty ? .none : .data(request.body), timeout: timeout)
        try outgoing.check()
        return outgoing
    }

    /// Returns the URL to send a request to.
    ///
    /// - Parameters:
    ///   - request: The request as received.
    ///   - depth: The number of leading path segments that aren't appended to the live URL.
    /// - Returns: The live URL with the rest of the path, and with both queries, as written.
    /// - Throws: An error if the path could lead outside the live URL, or if the live URL isn't valid.
    func liveURL(for request: Request, below depth: Int) throws(TeapotError) -> URL {
        let shown = baseURL.withoutCredentials
        guard ["http", "https"].contains(baseURL.scheme?.lowercased()), baseURL.host?.isEmpty == false else {
            throw .make(.invalidRequestPath, "the live URL “\(shown)” is not an http or https URL with a host")
        }
        let rest = request.path.withoutSegments(depth)
        guard rest.isEmpty || rest.utf8.first == UInt8(ascii: "/") else {
            throw .make(.invalidRequestPath, "“\(request.path)” is not a path below the live URL “\(shown)”")
        }
        // RFC 3986 §5.2.4: the forwarding client's URL library would remove dot segments together with the segments
        // before them.
        if Request.segments(of: rest).contains(where: { $0 == "." || $0 == ".." }) {
            throw .make(.invalidRequestPath, "“\(request.path)” has dot segments, which could lead outside “\(shown)”")
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
    /// Returns whether a gateway has already forwarded the request.
    ///
    /// - Parameter pseudonym: The name of the gateway in `Via` (RFC 9110 §7.6.3).
    /// - Returns: `true` if it has; otherwise, `false`.
    func hasPassed(_ pseudonym: String) -> Bool {
        headers.values(for: "Via").contains { $0.split { $0 == "," || $0 == " " }.contains { $0 == pseudonym } }
    }
}

extension String {
    /// Returns a path without a number of its leading segments.
    ///
    /// Empty segments aren't counted.
    package func withoutSegments(_ count: Int) -> Substring {
        var rest = self[...]
        for _ in 0..<max(0, count) {
            rest = rest.drop { $0 == "/" }
            rest = rest.drop { $0 != "/" }
        }
        return rest
    }
}

extension URL {
    /// The URL without its user and password, and the value of an `Authorization` header with them (RFC 7617 §2), or
    /// `nil` if there are none.
    var separatingCredentials: (url: URL, authorization: String?) {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
            parts.percentEncodedUser != nil || parts.percentEncodedPassword != nil
        else { return (self, nil) }
        let credentials = [parts.percentEncodedUser, parts.percentEncodedPassword]
            .map { Request.decode($0 ?? "") }.joined(separator: ":")
        (parts.percentEncodedUser, parts.percentEncodedPassword) = (nil, nil)
        guard let url = parts.url else { return (self, nil) }
        return (url, "Basic " + Data(credentials.utf8).base64EncodedString())
    }
}
