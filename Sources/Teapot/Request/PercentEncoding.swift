/// Percent-encoding (RFC 3986 §2.1) of just what has to be encoded.
package enum PercentEncoding {
    /// Bytes that stand for themselves in a path, a query, or one name or value of a query.
    package enum Component: Sendable {
        /// `pchar` and `/`.
        case path
        /// `pchar`, `/` and `?`.
        case query
        /// Unreserved alone, so that `+`, `&` and `=` keep their meaning as data.
        case queryItem
        /// The set of `application/x-www-form-urlencoded` in the WHATWG's URL standard; a space becomes `+`.
        case form
    }

    /// Encodes what may not stand in `component`; in a path or query an escape that is there already stays as it is.
    package static func encode(_ text: some StringProtocol, as component: Component) -> String {
        let bytes = text.utf8
        if bytes.allSatisfy({ isPlain($0, in: component) }) { return String(text) }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(bytes.count + 16)
        let keepsEscapes = component == .path || component == .query
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let byte = bytes[index]
            if isPlain(byte, in: component) || (keepsEscapes && byte == UInt8(ascii: "%") && isEscape(bytes[index...]))
            {
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
        return following.count == 2
            && following.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF) }
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
