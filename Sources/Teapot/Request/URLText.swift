import Foundation

/// The text of a URL or of a reference, split into its components (RFC 3986 appendix B).
///
/// It is split by bytes, not by characters: a delimiter is also one if a combining mark after it makes both one
/// character.
struct URLText {
    /// The scheme, authority and path, as far as they are present.
    var head: Substring
    /// The text after the first `?`, or `nil` without one.
    var query: Substring?
    /// The text after the first `#`, or `nil` without one.
    var fragment: Substring?

    init(_ text: String) {
        head = text[...]
        fragment = Self.cut(&head, at: "#")
        query = Self.cut(&head, at: "?")
    }

    /// The whole text.
    var string: String { (query.map { head + "?" + $0 } ?? head) + (fragment.map { "#" + $0 } ?? "") }

    /// The range of the host in the head, with user information and port, or `nil` if the reference has no authority.
    var authority: Range<String.Index>? {
        let bytes = head.utf8
        guard let slash = bytes.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        var rest = bytes[slash...].dropFirst()
        guard rest.popFirst() == UInt8(ascii: "/") else { return nil }
        // Only directly after the scheme. Elsewhere two slashes are part of the path.
        let scheme = bytes[..<slash]
        guard scheme.isEmpty || scheme.firstIndex(of: UInt8(ascii: ":")) == scheme.indices.last else { return nil }
        return rest.startIndex..<(rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)
    }

    /// The user information before the host, or `nil` without any.
    var userInfo: Substring? {
        get {
            let at = UInt8(ascii: "@")
            guard head.utf8.contains(at), let authority else { return nil }
            return head[authority].utf8.lastIndex(of: at).map { head[authority.lowerBound..<$0] }
        }
        set {
            guard let authority else { return }
            let start = head[authority].utf8.lastIndex(of: UInt8(ascii: "@")).map(head.utf8.index(after:))
            let user = newValue.map { $0 + "@" } ?? ""
            head = head[..<authority.lowerBound] + user + head[(start ?? authority.lowerBound)...]
        }
    }

    /// Appends to the query.
    mutating func append(query more: String) {
        guard let query, !query.isEmpty else { return query = more[...] }
        self.query = query.utf8.last == UInt8(ascii: "&") ? query + more : query + "&" + more
    }

    private static func cut(_ text: inout Substring, at mark: Unicode.Scalar) -> Substring? {
        guard let index = text.utf8.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        defer { text = text[..<index] }
        return text[text.utf8.index(after: index)...]
    }
}
