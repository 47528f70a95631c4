import Foundation

/// A scheme, a host and a port (RFC 6454 §4).
package struct Origin: Sendable, Equatable, CustomStringConvertible {
    /// The scheme as written, or `nil` if it is unknown.
    package let scheme: String?
    /// The host in lowercase.
    package let host: String
    /// The port as written, or `nil` for the default port of the scheme.
    package let port: String?

    /// - Parameters:
    ///   - scheme: The scheme, or `nil` if it is unknown.
    ///   - authority: The host and the port, such as `api.test:8080`.
    package init(scheme: String? = nil, authority: Substring) {
        self.scheme = scheme
        // RFC 3986 §3.2: the part before an @ doesn't belong to the host, but the colons in [::1] do.
        let text = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else {
            (host, port) = (text.lowercased(), nil)
            return
        }
        let port = text[text.index(after: colon)...]
        (host, self.port) = (text[..<colon].lowercased(), port.isEmpty ? nil : String(port))
    }

    /// - Parameter text: A text such as `https://api.test`. Without a scheme, the result is `nil`.
    package init?(_ text: String) {
        guard let mark = text.range(of: "://") else { return nil }
        self.init(scheme: String(text[..<mark.lowerBound]), authority: text[mark.upperBound...])
    }

    /// Returns the port for a scheme, or `nil` for the default port of the scheme.
    package func port(for scheme: String?) -> String? {
        port == scheme.flatMap { ["http": "80", "https": "443"][$0] } ? nil : port
    }

    /// Returns the origin in the format of a request, such as `https://api.test`, with another scheme.
    package func text(with scheme: String) -> String {
        "\(scheme)://\(host)" + (port(for: scheme).map { ":" + $0 } ?? "")
    }

    /// The origin in the format of a request, such as `https://api.test`.
    package var description: String { text(with: scheme ?? "") }
}
