import Foundation

/// The parts of a typed URL; `:8080/x` and `localhost/x` are short for URLs that begin with `http://`.
struct Address: Equatable {
    /// The scheme, host and port, such as `http://localhost:8080`.
    let base: String
    /// The path and the query, as typed.
    let path: String
    /// The text before an `@`, such as `ada:secret`, percent-decoded.
    let credentials: String?

    /// The default port of every command that serves.
    static let defaultPort: UInt16 = 8080

    /// Creates an address from a text, or returns `nil` if it has no host, no valid port, or a non-HTTP scheme.
    init?(_ text: String) {
        if text.contains(/^https?(:\/($|[^\/])|\/\/)|^\d+($|[\/?])/.ignoresCase()) { return nil }
        var rest = text[...]
        var scheme = "http"
        // After the host, it belongs to a URL in the path or the query.
        if let mark = rest.range(of: "://"), !rest[..<mark.lowerBound].contains(where: { "/?#".contains($0) }) {
            scheme = rest[..<mark.lowerBound].lowercased()
            rest = rest[mark.upperBound...]
        }
        guard scheme == "http" || scheme == "https" else { return nil }
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        var authority = rest[..<end]
        let at = authority.lastIndex(of: "@")
        credentials = at.map { authority[..<$0].removingPercentEncoding ?? String(authority[..<$0]) }
        if let at { authority = authority[authority.index(after: at)...] }
        if authority.first == ":" { authority = "localhost" + authority }
        guard let url = URL(string: "\(scheme)://\(authority)"), url.host?.isEmpty == false,
            Self.port(in: authority).map({ UInt16($0) ?? 0 > 0 }) ?? true
        else { return nil }
        base = "\(scheme)://\(authority)"
        // The fragment after a “#” is never sent.
        let target = rest[end...].prefix { $0 != "#" }
        path = target.first == "/" ? String(target) : "/" + target
    }

    /// Returns the middle part of a sentence that explains why a text isn't an address; empty unless the scheme or the
    /// port is the reason.
    static func flaw(of text: String) -> String {
        let authority = text.range(of: "://").map { text[$0.upperBound...] } ?? text[...]
        if text.contains(/^[a-z]+(:\/|\/\/)/.ignoresCase()), !text.contains(/^https?:\/\//.ignoresCase()) {
            return ", because it begins with neither http:// nor https://"
        }
        if text.contains(/^\d+($|[\/?])/) { return ", because a port needs a colon, as in “:\(text)”" }
        guard let port = port(in: authority.prefix { !"/?#".contains($0) }), UInt16(port) ?? 0 == 0 else { return "" }
        return ", because “\(port)” is not a port from 1 to 65535"
    }

    /// Returns the digits after the host, or `nil` if there are none.
    private static func port(in authority: Substring) -> Substring? {
        guard let colon = authority.lastIndex(of: ":") else { return nil }
        let port = authority[authority.index(after: colon)...]
        return port.isEmpty || port.contains { !$0.isASCII || !$0.isNumber } ? nil : port
    }
}
