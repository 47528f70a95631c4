import Foundation
import Teapot
import TeapotMock

/// The first line of a request, such as `GET /users?page=2 HTTP/1.1` (RFC 9112 §3).
struct RequestLine: Equatable {
    var method: String
    var path: String
    var query: [URLQueryItem]
    /// The host and port of an absolute target, which replace the `Host` header (RFC 9112 §3.2.2).
    var authority: String?
    /// The minor version: 0 for HTTP/1.0, otherwise 1; higher ones are treated as the highest known (RFC 9110 §2.5).
    var minorVersion: Int

    init(_ line: ArraySlice<UInt8>) throws(Rejection) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        // RFC 9112 §3: exactly one space separates the three parts, which contain none.
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
            throw Rejection(
                "The request line \(line.quoted) isn't a method, target and version separated by single spaces."
            )
        }
        guard parts[0].allSatisfy(\.isTokenCharacter) else {
            throw Rejection("The method \(parts[0].quoted) is not a token.")
        }
        minorVersion = try Self.minorVersion(parts[2])
        method = String(decoding: parts[0], as: UTF8.self)
        // RFC 9112 §3.2: a target is visible ASCII, and a fragment is never sent.
        guard parts[1].allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x23 }) else {
            throw Rejection("The target \(parts[1].quoted) has characters that must be percent-encoded.")
        }
        let target = try Self.originForm(of: String(decoding: parts[1], as: UTF8.self), method: method)
        authority = target.authority
        let mark = target.rest.firstIndex(of: "?")
        path = String(target.rest[..<(mark ?? target.rest.endIndex)])
        query = mark.map { Request.items(of: target.rest[target.rest.index(after: $0)...]) } ?? []
        if path.isEmpty { path = method == "OPTIONS" && mark == nil ? "*" : "/" }
    }

    private static func minorVersion(_ bytes: ArraySlice<UInt8>) throws(Rejection) -> Int {
        let version = Array(bytes)
        // RFC 9112 §2.3: "HTTP/" in capitals, a digit, a dot, a digit.
        guard version.count == 8, version.starts(with: "HTTP/".utf8), version[5].isDigit, version[6] == 0x2E,
            version[7].isDigit
        else { throw Rejection("\(bytes.quoted) is not a version such as HTTP/1.1.") }
        guard version[5] == 0x31 else {
            throw Rejection(505, "\(bytes.quoted) is not supported; use HTTP/1.1.")
        }
        return version[7] == 0x30 ? 0 : 1
    }

    /// Splits a target in any of the four forms into its authority, if any, and its path and query.
    private static func originForm(
        of target: String,
        method: String
    ) throws(Rejection) -> (authority: String?, rest: Substring) {
        // RFC 9112 §3.2.3: only CONNECT uses the authority form, and CONNECT is for proxies.
        guard method != "CONNECT" else {
            throw Rejection(.notImplemented, "CONNECT is not supported: this server is not a proxy.")
        }
        if target.hasPrefix("/") { return (nil, target[...]) }
        if target == "*" {
            // RFC 9112 §3.2.4: only OPTIONS uses the asterisk form.
            guard method == "OPTIONS" else {
                throw Rejection("The target \"*\" is valid with OPTIONS only, not \(method).")
            }
            return (nil, target[...])
        }
        // RFC 9112 §3.2.2: a server must also accept the absolute form.
        guard let scheme = ["http://", "https://"].first(where: { target.lowercased().hasPrefix($0) }) else {
            throw Rejection(
                "The target \(target.utf8.quoted) is neither a path that begins with / nor an http URL."
            )
        }
        let rest = target.dropFirst(scheme.count)
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let authority = String(rest[..<end])
        guard !authority.isEmpty, HostField.isValid(authority) else {
            throw Rejection("The target \(target.utf8.quoted) has no valid host.")
        }
        return (authority, rest[end...])
    }
}
