import Foundation
import Teapot

/// A cookie as listed in a HAR file, in addition to its header.
struct HARCookie {
    private let members: [String: any Sendable]

    var document: any Sendable { members }

    /// Returns the cookies that a request sends (RFC 6265 §4.2).
    static func sent(in headers: Teapot.HeaderFields) -> [Self] {
        headers.values(for: "Cookie").flatMap { $0.split(separator: ";") }.compactMap { Self(pair: $0) }
    }

    /// Returns the cookies that a response sets, with their attributes (RFC 6265 §4.1).
    static func set(in headers: Teapot.HeaderFields) -> [Self] {
        headers.values(for: "Set-Cookie").compactMap { field in
            let parts = field.split(separator: ";")
            guard let first = parts.first, let cookie = Self(pair: first) else { return nil }
            var members = cookie.members
            (members["httpOnly"], members["secure"]) = (false, false)
            for part in parts.dropFirst() {
                let (name, value) = split(part)
                switch name.lowercased() {
                case "path": members["path"] = value
                case "domain": members["domain"] = value
                case "expires": members["expires"] = date(value).map(HARDate.text)
                case "httponly": members["httpOnly"] = true
                case "secure": members["secure"] = true
                case "samesite": members["sameSite"] = value
                default: break
                }
            }
            return Self(members: members)
        }
    }

    private init(members: [String: any Sendable]) { self.members = members }

    private init?(pair: Substring) {
        let (name, value) = Self.split(pair)
        guard !name.isEmpty else { return nil }
        members = ["name": name, "value": value]
    }

    private static func split(_ pair: Substring) -> (name: String, value: String) {
        let name = pair.prefix { $0 != "=" }
        return (
            name.trimmingCharacters(in: .whitespaces),
            pair.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        )
    }

    /// Returns the date for `Wed, 21 Oct 2026 07:28:00 GMT`, also with the hyphens that older servers send.
    private static func date(_ text: String) -> Date? {
        let words = text.split { " -,".contains($0) }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count > 4, let month = months.firstIndex(of: String(words[2])), words[1].count < 3,
            words[3].count == 4
        else { return nil }
        let day = words[1].count == 1 ? "0" + words[1] : String(words[1])
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return HARDate.date("\(words[3])-\(number)-\(day)T\(words[4])Z")
    }
}
