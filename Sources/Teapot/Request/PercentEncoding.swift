/// Percent-encoding (RFC 3986 §2.1) of only the bytes that require it.
package enum PercentEncoding {
    /// A component of a URL or a form, which determines the bytes to encode.
    package enum Component: Sendable {
        /// A path: `pchar` and `/`.
        case path
        /// A query: `pchar`, `/` and `?`.
        case query
        /// A name or value in a query: only unreserved characters, so `+`, `&` and `=` are encoded as data.
        case queryItem
        /// A name or value in `application/x-www-form-urlencoded`, as defined by the WHATWG URL Standard.
        ///
        /// A space becomes `+`.
        case form
    }

    /// Encodes the bytes that aren't allowed in `component`.
    ///
    /// Existing escapes in a path or query are kept.
    package static func encode(_ text: some StringProtocol, as component: Component) -> String {
        let bytes = text.utf8
        if bytes.allSatisfy({ isPlain($0, in: component) }) { return String(text) }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + 16)
        let keepsEscapes = component == .path || component == .query
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if isPlain(byte, in: component) || keepsEscapes && byte == UInt8(ascii: "%") && isEscape(bytes[index...]) {
                encoded.append(byte)
            } else if component == .form && byte == UInt8(ascii: " ") {
                encoded.append(UInt8(ascii: "+"))
            } else {
                encoded += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
            index = bytes.index(after: index)
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    private static func isEscape(_ bytes: some Sequence<UInt8>) -> Bool {
        let following = Array(bytes.prefix(3).dropFirst())
        return following.count == 2 && following.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    private static func isPlain(_ byte: UInt8, in component: Component) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
        case UInt8(ascii: "~"): component != .form
        case UInt8(ascii: "*"): component != .queryItem
        case UInt8(ascii: "?"): component == .query
        case UInt8(ascii: "!"), UInt8(ascii: "$"), 0x26...0x29, 0x2B, 0x2C, UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "@"):
            component == .path || component == .query
        default: false
        }
    }
}
