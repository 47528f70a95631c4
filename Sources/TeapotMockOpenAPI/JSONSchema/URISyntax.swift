/// Checks URIs according to RFC 3986, by hand because Foundation's parsers are too lenient.
enum URISyntax {
    /// Returns whether a text is a URI (§3), which begins with a scheme.
    static func isURI(_ text: String) -> Bool {
        let segment = text.utf8.prefix { !"/?#".utf8.contains($0) }
        return segment.contains(UInt8(ascii: ":")) && isReference(text)
    }

    /// Returns whether a text is a URI or a relative reference (§4.1).
    static func isReference(_ text: String) -> Bool {
        var rest = text.utf8[...]
        for (mark, allowed) in [(UInt8(ascii: "#"), ":@/?"), (UInt8(ascii: "?"), ":@/?")] {
            guard let index = rest.firstIndex(of: mark) else { continue }
            guard consists(rest[rest.index(after: index)...], of: allowed) else { return false }
            rest = rest[..<index]
        }
        // A colon in the first segment ends a scheme; a relative path must not have one there (§4.2).
        if let colon = rest.prefix(while: { $0 != UInt8(ascii: "/") }).firstIndex(of: UInt8(ascii: ":")) {
            guard isScheme(rest[..<colon]) else { return false }
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
            guard isAuthority(authority) else { return false }
            rest = rest[authority.endIndex...]
        }
        return consists(rest, of: ":@/")
    }

    private static func isScheme(_ text: Substring.UTF8View) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }

    private static func isAuthority(_ text: Substring.UTF8View) -> Bool {
        var host = text
        if let at = text.firstIndex(of: UInt8(ascii: "@")) {
            guard consists(text[..<at], of: ":") else { return false }
            host = text[text.index(after: at)...]
        }
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = String(Substring(host[..<end].dropFirst()))
            let port = host[host.index(after: end)...]
            return (InternetName.isIPv6(address) || isFutureAddress(address.utf8[...])) && isPort(port)
        }
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        return consists(name, of: "") && isPort(host[name.endIndex...])
    }

    /// Returns whether a text is a port after a colon; both may be missing.
    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        text.isEmpty || (text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(isDigit))
    }

    /// Returns whether a text is an address of a future version, such as `v1.a` (§3.2.2).
    private static func isFutureAddress(_ text: Substring.UTF8View) -> Bool {
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let version = parts.first, version.count > 1, !parts[1].isEmpty else { return false }
        return version.first.map { $0 | 0x20 } == UInt8(ascii: "v") && version.dropFirst().allSatisfy(isHexDigit)
            && !parts[1].contains(UInt8(ascii: "%")) && consists(parts[1], of: ":")
    }

    /// Returns whether a text has only escapes, characters that are allowed everywhere (§2.2, §2.3), and the given
    /// others.
    private static func consists(_ text: Substring.UTF8View, of others: String) -> Bool {
        var rest = text
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(isHexDigit) else { return false }
                rest = rest.dropFirst(2)
            } else if !isLetter(byte), !isDigit(byte), !"-._~!$&'()*+,;=".utf8.contains(byte),
                !others.utf8.contains(byte)
            {
                return false
            }
        }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    private static func isHexDigit(_ byte: UInt8) -> Bool { isDigit(byte) || 0x61...0x66 ~= byte | 0x20 }
}
