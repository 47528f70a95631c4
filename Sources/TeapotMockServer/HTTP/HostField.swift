/// The `Host` header (RFC 9110 §7.2).
enum HostField {
    /// Returns whether a text is a host with an optional port (RFC 3986 §3.2.2 and §3.2.3) and without a user.
    ///
    /// An empty text is also valid: RFC 9112 §3.2 requires it if the target has no authority.
    static func isValid(_ value: String) -> Bool {
        let bytes = value.utf8
        let port: Substring.UTF8View
        if bytes.first == 0x5B {  // An address in brackets.
            guard let end = bytes.firstIndex(of: 0x5D) else { return false }
            let address = bytes[bytes.index(after: bytes.startIndex)..<end]
            guard isIPv6(address) || isFutureAddress(address) else { return false }
            port = bytes[bytes.index(after: end)...]
        } else {
            let end = bytes.firstIndex(of: 0x3A) ?? bytes.endIndex
            // RFC 9110 §4.2.1: an http URL has a host, so a port alone is invalid.
            guard end != bytes.startIndex || bytes.isEmpty, isRegisteredName(bytes[..<end]) else { return false }
            port = bytes[end...]
        }
        return port.isEmpty || (port.first == 0x3A && port.dropFirst().allSatisfy(\.isDigit))
    }

    private static func isRegisteredName(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == 0x25 {  // RFC 3986 §2.1: a percent sign and two hexadecimal digits.
                guard rest.popFirst()?.hexDigitValue != nil, rest.popFirst()?.hexDigitValue != nil else { return false }
            } else if !byte.isUnreserved && !byte.isSubDelimiter {
                return false
            }
        }
        return true
    }

    /// Returns whether bytes are an IPv6 address.
    ///
    /// An address has eight groups of hexadecimal digits. `::` can replace some of the groups, and an IPv4 address can
    /// replace the last two.
    private static func isIPv6(_ bytes: Substring.UTF8View) -> Bool {
        var groups = bytes.split(separator: 0x3A, omittingEmptySubsequences: false)[...]
        // At either end, `::` results in two empty groups. Remove one of them.
        let opens = groups.count > 2 && groups.prefix(2).allSatisfy(\.isEmpty)
        if opens { groups.removeFirst() }
        let closes = groups.count > 1 && groups.suffix(2).allSatisfy(\.isEmpty)
        if closes { groups.removeLast() }
        guard opens || groups.first?.isEmpty == false, closes || groups.last?.isEmpty == false else {
            return false
        }
        let gaps = groups.count { $0.isEmpty }
        var count = groups.count - gaps
        if let last = groups.last, last.contains(0x2E) {
            guard isIPv4(last) else { return false }
            groups.removeLast()
            count += 1
        }
        let areHexadecimal = groups.allSatisfy { $0.count <= 4 && $0.allSatisfy { $0.hexDigitValue != nil } }
        return areHexadecimal && (gaps == 0 ? count == 8 : gaps == 1 && count < 8)
    }

    private static func isIPv4(_ bytes: Substring.UTF8View) -> Bool {
        let octets = bytes.split(separator: 0x2E, omittingEmptySubsequences: false)
        return octets.count == 4
            && octets.allSatisfy { octet in
                octet.allSatisfy(\.isDigit) && UInt8(Substring(octet)) != nil
                    && (octet.count == 1 || octet.first != 0x30)
            }
    }

    /// Returns whether bytes are `v`, a version, a dot and an address of that version, as reserved by RFC 3986 §3.2.2.
    private static func isFutureAddress(_ bytes: Substring.UTF8View) -> Bool {
        guard let version = bytes.first, version | 0x20 == 0x76, let dot = bytes.firstIndex(of: 0x2E) else {
            return false
        }
        let digits = bytes[..<dot].dropFirst()
        let address = bytes[dot...].dropFirst()
        return !digits.isEmpty && digits.allSatisfy { $0.hexDigitValue != nil } && !address.isEmpty
            && address.allSatisfy { $0.isUnreserved || $0.isSubDelimiter || $0 == 0x3A }
    }
}

extension UInt8 {
    /// Whether the byte is a letter, a digit or one of `-._~` (RFC 3986 §2.3).
    fileprivate var isUnreserved: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Whether the byte is one of `!$&'()*+,;=` (RFC 3986 §2.2).
    fileprivate var isSubDelimiter: Bool {
        switch self {
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
