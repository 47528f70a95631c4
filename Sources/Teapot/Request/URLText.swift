import Foundation

/// The text of a URL or a reference, split into its components (RFC 3986 appendix B).
///
/// It's split by bytes, not characters, because a delimiter and a combining mark after it form one character.
struct URLText {
    /// The scheme, authority and path, if present.
    var head: Substring
    /// The text after the first `?`, or `nil` if there is none.
    var query: Substring?
    /// The text after the first `#`, or `nil` if there is none.
    var fragment: Substring?

    init(_ text: String) {
        head = text[...]
        fragment = Self.cut(&head, at: "#")
        query = Self.cut(&head, at: "?")
    }

    /// The whole text.
    var string: String { (query.map { head + "?" + $0 } ?? head) + (fragment.map { "#" + $0 } ?? "") }

    /// The start of the host in the head, or of the user information before it, or `nil` if the reference has no host.
    var startOfHost: String.Index? {
        let bytes = head.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")), bytes[slash...].starts(with: "//".utf8) else {
            return nil
        }
        // Two slashes count only directly after the scheme. Elsewhere, they're part of the path.
        let scheme = bytes[..<slash]
        return scheme.firstIndex(of: UInt8(ascii: ":")) == scheme.indices.last ? bytes.index(slash, offsetBy: 2) : nil
    }

    /// Appends to the query.
    mutating func append(query more: String) {
        let own = query ?? ""
        let isOpen = own.isEmpty || more.isEmpty || own.utf8.last == UInt8(ascii: "&")
        let whole = own + (isOpen ? "" : "&") + more[...]
        query = whole.isEmpty ? nil : whole
    }

    private static func cut(_ text: inout Substring, at mark: Unicode.Scalar) -> Substring? {
        guard let index = text.utf8.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        defer { text = text[..<index] }
        return text[text.utf8.index(after: index)...]
    }
}
