import Teapot

/// What the URLs that a router answers begin with: `https://api.test/v1`, `api.test/v1`, `/v1`, or nothing.
struct RouterBase: Sendable, Equatable, CustomStringConvertible {
    /// The scheme in small letters; `nil` for every one.
    let scheme: String?
    /// The host in small letters; `nil` for every one.
    let host: String?
    /// The port as it was written; `nil` for the one that is the scheme's own.
    let port: String?
    /// The path's segments, decoded.
    let path: [String]
    let description: String
    /// The scheme, host and port that requests have who are below the base, if it names a scheme and a host.
    private let origin: String?

    /// - Parameter text: With a scheme, a host and a path; without the scheme; or a path alone, which begins with a slash.
    init(_ text: String) {
        description = text
        var rest = Substring(text.prefix { $0 != "?" && $0 != "#" })
        if let mark = rest.range(of: "://") {
            scheme = rest[..<mark.lowerBound].lowercased()
            rest = rest[mark.upperBound...]
        } else {
            scheme = nil
            if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        }
        let authority = rest.prefix { $0 != "/" }
        if authority.isEmpty {
            (host, port) = (nil, nil)
        } else {
            (host, port) = Self.split(authority)
        }
        path = Request.segments(of: String(rest.dropFirst(authority.count)))
        if let scheme, let host {
            origin = "\(scheme)://\(host)" + (Self.effectivePort(port, for: scheme).map { ":" + $0 } ?? "")
        } else {
            origin = nil
        }
    }

    /// Whether the same requests are below another base, however either was written.
    func isSame(as other: Self) -> Bool {
        // Without a scheme the ports are told apart as they were written.
        (scheme, host) == (other.scheme, other.host)
            && effectivePort(for: scheme ?? "") == other.effectivePort(for: scheme ?? "")
            && path.elementsEqual(other.path) { $0.isExactly($1) }
    }

    /// The URL that a client of the router has, where a part of the base is missing that of another URL.
    func url(completedFrom other: URL) -> URL {
        guard scheme == nil || host == nil else { return URL(string: description) ?? other }
        let authority = host.map { $0 + (port.map { ":" + $0 } ?? "") } ?? other.host ?? ""
        let path = path.map { "/" + PercentEncoding.encode($0, as: .queryItem) }.joined()
        return URL(string: "\(scheme ?? other.scheme ?? "https")://\(authority)\(path)") ?? other
    }

    /// The port for a scheme; `nil` for the one that is the scheme's own.
    func effectivePort(for scheme: String) -> String? { Self.effectivePort(port, for: scheme) }

    /// The segments of a request's path behind the base's.
    ///
    /// - Parameters:
    ///   - path: The path's segments, decoded.
    ///   - origin: Where the request was sent; `nil`, when it is not known, counts as below every base.
    /// - Returns: The rest; `nil` when the request is not below the base.
    func remainder(of path: [String], sentTo origin: String?) -> ArraySlice<String>? {
        guard path.starts(with: self.path, by: { $0.isExactly($1) }), accepts(origin) else { return nil }
        return path[self.path.count...]
    }

    /// Whether a request is below the base.
    ///
    /// - Parameters:
    ///   - path: All segments of its path.
    ///   - origin: Where it was sent.
    /// - Returns: Whether it is.
    func isAbove(_ path: Segments, sentTo origin: String?) -> Bool { path.begins(with: self.path) && accepts(origin) }

    /// Whether it makes no difference where a request is sent.
    var isForAllOrigins: Bool { scheme == nil && host == nil }

    private func accepts(_ origin: String?) -> Bool {
        guard scheme != nil || host != nil, origin != self.origin, let origin, let mark = origin.range(of: "://") else {
            return true
        }
        let actual = String(origin[..<mark.lowerBound])
        if let scheme, scheme != actual { return false }
        guard let host else { return true }
        let authority = Self.split(origin[mark.upperBound...])
        return authority.host == host && Self.effectivePort(authority.port, for: actual) == effectivePort(for: actual)
    }

    static func effectivePort(_ port: String?, for scheme: String) -> String? {
        port == ["http": "80", "https": "443"][scheme] ? nil : port
    }

    /// The host and the port of an authority.
    static func split(_ authority: Substring) -> (host: String, port: String?) {
        // RFC 3986 §3.2: what stands before an @ is no part of the host; the colons in [::1] are.
        let text = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else {
            return (text.lowercased(), nil)
        }
        let port = text[text.index(after: colon)...]
        return (text[..<colon].lowercased(), port.isEmpty ? nil : String(port))
    }
}
