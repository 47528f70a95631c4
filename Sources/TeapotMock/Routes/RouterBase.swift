package import Foundation
import Teapot

/// The beginning of the URLs that a router answers: `https://api.test/v1`, `api.test/v1`, `/v1`, or nothing.
package struct RouterBase: Sendable, Equatable, CustomStringConvertible {
    /// The scheme in lowercase, or `nil` for every scheme.
    package let scheme: String?
    /// The host and the port, or `nil` for every host.
    package let address: Origin?
    /// The segments of the path, percent-decoded.
    package let path: [String]
    /// Whether all requests are below the base.
    ///
    /// It's stored because each request reads it, and computing it from the parts would be too slow.
    let isEverywhere: Bool
    package let description: String
    /// The scheme, host and port of the requests below the base, or `nil` if the base lacks a scheme or a host.
    private let origin: String?

    /// - Parameter text: The text: a scheme, a host and a path; the same without the scheme; or only a path, which
    ///   begins with a slash.
    package init(_ text: String) {
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
        address = authority.isEmpty ? nil : Origin(scheme: scheme, authority: authority)
        path = Request.segments(of: String(rest.dropFirst(authority.count)))
        isEverywhere = scheme == nil && address == nil && path.isEmpty
        origin = scheme == nil ? nil : address?.description
    }

    /// The host in lowercase, or `nil` for every host.
    package var host: String? { address?.host }

    /// Returns whether another base contains the same requests, no matter how both are spelled.
    package func isSame(as other: Self) -> Bool {
        // Without a scheme, ports are compared as written.
        (scheme, host) == (other.scheme, other.host)
            && address?.port(for: scheme) == other.address?.port(for: scheme)
            && path.elementsEqual(other.path) { $0.isExactly($1) }
    }

    /// Returns the URL for a client of the router.
    ///
    /// Missing parts of the base are taken from another URL.
    package func url(completedFrom other: URL) -> URL {
        // Return “https:/host” unchanged for the client to refuse, because “https” isn't a host.
        guard scheme == nil || address == nil, !["http", "https"].contains(host) else {
            return URL(string: description) ?? other
        }
        let authority = address.map { $0.host + ($0.port.map { ":" + $0 } ?? "") } ?? other.host ?? ""
        return URL(string: "\(scheme ?? other.scheme ?? "https")://\(authority)\(encodedPath)") ?? other
    }

    /// The path, percent-encoded, such as `/v1`; empty for none.
    package var encodedPath: String { path.map { "/" + PercentEncoding.encode($0, as: .queryItem) }.joined() }

    /// Returns the segments of a request path that follow the path of the base.
    ///
    /// - Parameters:
    ///   - path: The segments of the path, percent-decoded.
    ///   - origin: The scheme, host and port of the request, or `nil` if they're unknown, which matches every base.
    /// - Returns: The remaining segments, or `nil` if the request isn't below the base.
    package func remainder(of path: [String], sentTo origin: String?) -> ArraySlice<String>? {
        guard path.starts(with: self.path, by: { $0.isExactly($1) }), accepts(origin) else { return nil }
        return path[self.path.count...]
    }

    /// Returns whether a request is below the base.
    ///
    /// - Parameters:
    ///   - path: All segments of the path.
    ///   - origin: The scheme, host and port of the request.
    /// - Returns: `true` if it is; otherwise, `false`.
    func isAbove(_ path: Segments, sentTo origin: String?) -> Bool { path.begins(with: self.path) && accepts(origin) }

    /// Whether the base accepts requests of every origin.
    package var isForAllOrigins: Bool { scheme == nil && address == nil }

    private func accepts(_ origin: String?) -> Bool {
        guard scheme != nil || address != nil, origin != self.origin, let actual = origin.flatMap(Origin.init) else {
            return true
        }
        if let scheme, scheme != actual.scheme { return false }
        guard let address else { return true }
        return isHost(actual.host) && actual.port(for: actual.scheme) == address.port(for: actual.scheme)
    }

    /// Returns whether a host is the base's host or, if the base has no scheme, one of its subdomains.
    func isHost(_ actual: String) -> Bool {
        guard let host, actual != host else { return true }
        return scheme == nil && actual.hasSuffix("." + host)
    }
}
