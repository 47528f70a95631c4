import Foundation
import TeapotMock

/// Checks host names, IP addresses and email addresses.
enum InternetName {
    /// Returns whether a text is a host name (RFC 1123 §2.1) with international labels only in their ASCII form (RFC
    /// 5890 §2.3).
    static func isHostName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253 && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        let isPlain = plainLabel?.isFound(in: String(label)) == true
        // RFC 5890 §2.3.1 reserves other labels with such hyphens, and RFC 1123 allows them.
        guard isPlain, label.lowercased().hasPrefix("xn--") else { return isPlain }
        guard let decoded = URLComponents(string: "http://\(label)")?.host else { return false }
        return InternationalLabel.isValid(Array(decoded.unicodeScalars))
    }

    /// Returns whether a text is an IPv4 address in four decimal numbers.
    static func isIPv4(_ text: String) -> Bool { isAddress(text, AF_INET) }

    /// Returns whether a text is an IPv6 address (RFC 4291 §2.2), without a zone.
    static func isIPv6(_ text: String) -> Bool { isAddress(text, AF_INET6) }

    private static func isAddress(_ text: String, _ family: Int32) -> Bool {
        var address = in6_addr()
        return !text.utf8.contains(0) && inet_pton(family, text, &address) == 1
    }

    /// Returns whether a text is an email address (RFC 5321 §4.1.2).
    static func isEmail(_ text: String) -> Bool {
        // The domain can't contain an at sign, but a quoted local part can.
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let (local, domain) = (String(text[..<at]), String(text[text.utf8.index(after: at)...]))
        return local.utf8.count <= 64 && localPart?.isFound(in: local) == true && isMailDomain(domain)
    }

    private static func isMailDomain(_ text: String) -> Bool {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return isHostName(text) }
        let address = String(text.dropFirst().dropLast())
        return address.hasPrefix("IPv6:") ? isIPv6(String(address.dropFirst(5))) : isIPv4(address)
    }

    /// A dotted or a quoted local part.
    private static let localPart = try? BoundedExpression(
        #"\A(?:\#(atom)(?:\.\#(atom))*+|"(?:[ !#-\[\]-~]|\\[ -~])*+")\z"#)
    private static let atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]++"
    private static let plainLabel = try? BoundedExpression(#"\A(?!-)[A-Za-z0-9-]{1,63}(?<!-)\z"#)
}
