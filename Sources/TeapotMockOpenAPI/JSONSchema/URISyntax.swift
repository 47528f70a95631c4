import Foundation
import TeapotMock

/// Checks URIs according to RFC 3986, because Foundation's parsers are too lenient.
enum URISyntax {
    /// Returns whether a text is a URI (§3), which begins with a scheme.
    static func isURI(_ text: String) -> Bool {
        text.utf8.prefix { !"/?#".utf8.contains($0) }.contains(UInt8(ascii: ":")) && isReference(text)
    }

    /// Returns whether a text is a URI or a relative reference (§4.1).
    static func isReference(_ text: String) -> Bool {
        guard reference?.isFound(in: text) == true else { return false }
        guard let start = text.range(of: "//["), let end = text.range(of: "]") else { return true }
        let address = text[start.upperBound..<end.lowerBound]
        return address.lowercased().hasPrefix("v") || InternetName.isIPv6(String(address))
    }

    /// A relative path has no colon in its first segment (§4.2), and no path begins with two slashes (§3.3).
    private static let reference = try? BoundedExpression(
        #"\A(?:[A-Za-z][A-Za-z0-9+.-]*:|(?![^/?#]*:))(?://(?:\#(text(":"))@)?"#
            + #"(?:\[(?:[0-9A-Fa-f:.]+|[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+)\]|\#(text("")))(?::[0-9]*)?"#
            + #"(?=[/?#]|\z)|(?!//))\#(text(":@/"))(?:\?\#(text(":@/?")))?(?:#\#(text(":@/?")))?\z"#)

    /// Returns an expression for escapes, characters that are allowed everywhere (§2.2, §2.3), and the given others.
    private static func text(_ others: String) -> String {
        "(?:[A-Za-z0-9._~!$&'()*+,;=\(others)-]++|%[0-9A-Fa-f]{2})*+"
    }
}
