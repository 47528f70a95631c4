import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders

/// A part of a condition that no request is likely to meet, with advice.
struct ConditionFlaw {
    /// The place of the part in its file.
    let place: JSONPointer
    let reason: String

    /// Returns the flaws of a condition as written in a file, even if other parts of it are invalid.
    static func all(in condition: (any Sendable)?, at place: JSONPointer) -> [Self] {
        guard let members = condition as? [String: any Sendable] else { return [] }
        var found = ["method", "host", "path", "exactPath", "bodySHA1"].compactMap { name in
            flaw(of: members[name], as: name, at: place.member(name))
        }
        for (index, part) in (members["multipart"] as? [any Sendable] ?? []).enumerated() {
            let digest = (part as? [String: any Sendable])?["sha1"]
            let place = place.member("multipart").element(index).member("sha1")
            found += [flaw(of: digest, as: "sha1", at: place)].compactMap(\.self)
        }
        for name in ["query", "exactQuery", "form", "headers"] {
            found += patterns(in: members[name], at: place.member(name), areHeaders: name == "headers")
        }
        let parts = members["jsonContains"] as? [String: any Sendable] ?? [:]
        for name in parts.keys.sorted() where name.hasPrefix("$.") {
            let advice = "write nested objects, as in {\"a\": {\"b\": 1}}"
            let reason = "“\(name)” is the name of a member, not a path: \(advice)"
            found.append(Self(place: place.member("jsonContains").member(name), reason: reason))
        }
        if let path = members["path"] as? String, let whole = members["exactPath"] as? String,
            !(path + whole).contains(where: { "{%".contains($0) }),
            !("/" + whole.lowercased()).hasSuffix("/" + path.lowercased().drop { $0 == "/" }),
            !whole.contains(RequestCondition.anyValue)
        {
            let reason = "“\(whole)” doesn't end with the “path” “\(path)”, so nothing matches; remove one of them"
            found.append(Self(place: place.member("exactPath"), reason: reason))
        }
        return found + headers(members["headers"], at: place.member("headers"))
    }

    /// Returns the flaws of items or headers whose values look like regular expressions or wildcards.
    private static func patterns(in items: (any Sendable)?, at place: JSONPointer, areHeaders: Bool) -> [Self] {
        // Header values have no wildcards, but some contain an asterisk, as in `*/*` and `gzip, *`.
        let own = /REDACTED|^\w+ \*$/
        let signs = /\.\*|\[[^\]]+-[^\]]+\][+*{]|\\[dws][+*{]|^\^.*\$$|^\.\+$/
        let advice = areHeaders ? "for any value, leave the header out" : "for any text, write “REDACTED”"
        return (items as? [String: any Sendable] ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            guard let text = value as? String, text.utf8.count < 200, !text.contains("\""),
                text.contains(signs) || areHeaders && text.contains(own)
            else { return nil }
            let reason = "“\(text.shortened(to: 60))” is matched literally: \(advice)"
            return Self(place: place.member(name), reason: reason)
        }
    }

    private static func flaw(of value: (any Sendable)?, as name: String, at place: JSONPointer) -> Self? {
        guard let text = value as? String else { return nil }
        let host = text.replacing(/^\w*:?\/\//, with: "").prefix { $0 != "/" }
        let reason =
            switch name {
            case "method": method(text.uppercased())
            case "host": text.contains("/") ? "the host “\(text)” never matches: write “\(host)”" : nil
            case "path": path(text, anyValue: "{id}")
            case "exactPath": path(text, anyValue: RequestCondition.anyValue)
            default: digest(text, name)
            }
        return reason.map { Self(place: place, reason: $0) }
    }

    private static func method(_ method: String) -> String? {
        guard !MockFileName.methods.contains(method) else { return nil }
        if method.contains(where: { ",| ".contains($0) }) {
            return "“\(method)” never matches: write one method, or none for any"
        }
        return method.closest(among: MockFileName.methods).map {
            "“\(method)” is an unusual method; did you mean “\($0)”?"
        }
    }

    private static func digest(_ text: String, _ name: String) -> String? {
        if text.utf8.count == 40, text.allSatisfy(\.isHexDigit) { return nil }
        return "“\(text.shortened(to: 60))” never matches: “\(name)” must have 40 hexadecimal digits"
    }

    /// Returns the flaw of a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - anyValue: The text that stands for any segment, with braces in a path but not in a whole path.
    /// - Returns: The flaw, or `nil` if there's none.
    private static func path(_ path: String, anyValue: String) -> String? {
        let shown = "the path “\(path.shortened(to: 120))”"
        let advice = "for any value of a segment, write “\(anyValue)”"
        if path.contains("://") { return "\(shown) never matches: put the host in “host”, and only the path here" }
        // A path may have a bracket or a bar, or a `*` in a name.
        let signs = ["[0-9", "[a-z", "[A-Z", "[^", "(?:", "\\", ".*", ".+"]
        if signs.contains(where: path.contains) {
            return "\(shown) is matched literally: \(advice)"
        }
        if path.contains("?") { return "\(shown) never matches: put the query into “query”" }
        for segment in path.split(separator: "/").map(String.init) {
            let isVariable = AnyText.isVariable(segment) && anyValue == RequestCondition.anyValue
            if isVariable || segment.allSatisfy({ $0 == "*" }) || segment.hasPrefix(":") && segment.count > 1 {
                return "“\(segment.shortened(to: 40))” in \(shown) isn't a wildcard: \(advice)"
            }
        }
        return nil
    }

    private static func headers(_ value: (any Sendable)?, at place: JSONPointer) -> [Self] {
        (value as? [String: any Sendable] ?? [:]).keys.sorted().compactMap { name in
            let reason = header(name) ?? (name.isToken ? nil : "“\(name.shortened(to: 60))” isn't a header name")
            return reason.map { Self(place: place.member(name), reason: $0) }
        }
    }

    /// Returns a question about a header name that resembles a well-known one, or `nil` for any other.
    static func header(_ name: String) -> String? {
        // `X-User-Agent` and the like are names of their own.
        let isOwn = name.lowercased().hasPrefix("x-") || headerNames.contains(where: name.isSameHeaderName)
        if isOwn { return nil }
        return name.closest(among: headerNames, within: name.count / 5).map {
            "“\(name)” is an unusual header; did you mean “\($0)”?"
        }
    }

    /// The headers of RFC 9110 and RFC 9111, and others that are well known.
    private static let headerNames = [
        "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Accept-Ranges", "Age", "Allow",
        "Authorization", "Cache-Control", "Connection", "Content-Disposition", "Content-Encoding", "Content-Language",
        "Content-Length", "Content-Location", "Content-Range", "Content-Security-Policy", "Content-Type", "Cookie",
        "Date", "ETag", "Expect", "Expires", "Forwarded", "From", "Host", "If-Match", "If-Modified-Since",
        "If-None-Match", "If-Range", "If-Unmodified-Since", "Last-Modified", "Link", "Location", "Origin", "Pragma",
        "Prefer", "Proxy-Authenticate", "Proxy-Authorization", "Range", "Referer", "Retry-After", "Server",
        "Set-Cookie", "Strict-Transport-Security", "Trailer", "Transfer-Encoding", "Upgrade", "User-Agent", "Vary",
        "Via", "WWW-Authenticate",
    ]
}
