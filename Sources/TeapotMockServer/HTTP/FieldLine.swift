import Teapot

/// One header field as it stands on a line, such as `Accept: text/html` (RFC 9112 §5).
enum FieldLine {
    /// Reads one line; `first` says that no field came before it.
    static func parse(_ line: ArraySlice<UInt8>, isFirst: Bool) throws(Rejection) -> (name: String, value: String) {
        if let byte = line.first, byte.isOptionalWhitespace {
            // RFC 9112 §2.2: white space between the request line and the first field; §5.2: a folded line.
            throw Rejection(
                isFirst
                    ? "The line \(Rejection.quoted(line)) behind the request line begins with white space."
                    : "The header line \(Rejection.quoted(line)) begins with white space; folded lines are obsolete."
            )
        }
        guard let colon = line.firstIndex(of: 0x3A) else {
            throw Rejection("The header line \(Rejection.quoted(line)) has no colon.")
        }
        let name = line[..<colon]
        guard !name.isEmpty else { throw Rejection("The header line \(Rejection.quoted(line)) has no name.") }
        // RFC 9112 §5.1: no white space between name and colon, which no token has.
        guard name.allSatisfy(\.isTokenCharacter) else {
            throw Rejection("The header name \(Rejection.quoted(name)) is not a token.")
        }
        let value = line[line.index(after: colon)...].trimmingOptionalWhitespace()
        // RFC 9110 §5.5: CR, LF and NUL are invalid and dangerous, the other controls merely invalid.
        guard value.allSatisfy(\.isFieldValueCharacter) else {
            throw Rejection(
                "The value \(Rejection.quoted(value)) of \(String(decoding: name, as: UTF8.self)) has control characters."
            )
        }
        return (String(decoding: name, as: UTF8.self), String(wire: value))
    }
}

/// The `Host` field (RFC 9110 §7.2).
enum HostField {
    /// Whether a text is a host with or without a port (RFC 3986 §3.2.2 and §3.2.3), with no user before it.
    static func isValid(_ value: String) -> Bool {
        var bytes = value.utf8[...]
        if bytes.first == 0x5B {  // An IPv6 address in brackets.
            guard let end = bytes.firstIndex(of: 0x5D) else { return false }
            let address = bytes[bytes.index(after: bytes.startIndex)..<end]
            guard !address.isEmpty, address.allSatisfy({ $0.hexDigitValue != nil || $0 == 0x3A || $0 == 0x2E }) else {
                return false
            }
            bytes = bytes[bytes.index(after: end)...]
        } else {
            bytes = bytes.drop { $0.isHostCharacter }
        }
        return bytes.isEmpty || (bytes.first == 0x3A && bytes.dropFirst().allSatisfy(\.isDigit))
    }
}

extension UInt8 {
    /// A character of a registered name: unreserved, percent-encoded or a sub-delimiter (RFC 3986 §3.2.2).
    fileprivate var isHostCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true  // Letters and digits.
        case 0x2D, 0x2E, 0x5F, 0x7E, 0x25: true  // - . _ ~ %
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true  // ! $ & ' ( ) * + , ; =
        default: false
        }
    }
}
