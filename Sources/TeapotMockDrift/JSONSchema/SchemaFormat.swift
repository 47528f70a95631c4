import Teapot
import TeapotMock

/// A format that is checked, or that is known to add no constraint to JSON.
struct SchemaFormat: Sendable {
    /// The description of the expected text, for messages.
    let expected: String
    private let acceptsText: (@Sendable (String) -> Bool)?
    private let acceptsNumber: (@Sendable (JSONNumber) -> Bool)?

    /// Returns whether a value has the format; a value of another type than the format is for is accepted.
    func accepts(_ value: JSONTree) -> Bool {
        switch value {
        case .string(let text): acceptsText?(text) ?? true
        case .number(let number): acceptsNumber?(number) ?? true
        default: true
        }
    }

    /// Returns the format with a name; `nil` if it is unknown.
    static func named(_ name: String) -> SchemaFormat? { all[name] }

    private static func text(_ expected: String, _ accepts: @escaping @Sendable (String) -> Bool) -> SchemaFormat {
        SchemaFormat(expected: expected, acceptsText: accepts, acceptsNumber: nil)
    }

    private static func number(_ expected: String, _ accepts: @escaping @Sendable (JSONNumber) -> Bool)
        -> SchemaFormat
    { SchemaFormat(expected: expected, acceptsText: nil, acceptsNumber: accepts) }

    private static let anything = SchemaFormat(expected: "", acceptsText: nil, acceptsNumber: nil)

    private static let all: [String: SchemaFormat] = [
        "date-time": text("a date and time such as 2024-01-31T09:30:00Z", Timestamp.isDateTime),
        "date": text("a date such as 2024-01-31", Timestamp.isDate),
        "time": text("a time such as 09:30:00Z", Timestamp.isTime),
        "email": text("an e-mail address", isEmail),
        "uuid": text("a UUID such as 123e4567-e89b-12d3-a456-426614174000", isUUID),
        "uri": text("a URI such as https://example.com/a", isURI),
        "url": text("a URL such as https://example.com/a", isURI),
        "uri-reference": text("a URI reference such as ../a") { $0.utf8.allSatisfy(isURIByte) },
        "hostname": text("a host name such as example.com", isHostName),
        "ipv4": text("an IPv4 address such as 192.0.2.1", isIPv4),
        "ipv6": text("an IPv6 address such as 2001:db8::1", isIPv6),
        "byte": text("Base64") { Data(base64Encoded: $0) != nil },
        "int32": number("an integer of 32 bits") { $0.isWithin(Int(Int32.min)...Int(Int32.max)) },
        "int64": number("an integer of 64 bits") { $0.isWithin(Int.min...Int.max) },
        "float": anything, "double": anything, "decimal": anything, "binary": anything, "password": anything,
    ]

    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count >= 2, let domain = parts.last, !text.hasPrefix("@") else { return false }
        let hasSpace = text.unicodeScalars.contains { $0.properties.isWhitespace || $0.value < 0x20 }
        return !domain.isEmpty && !hasSpace && (parts.count == 2 || text.hasPrefix("\""))
    }

    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return parts.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && parts.allSatisfy { $0.utf8.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit } }
    }

    /// Returns whether a text is a URI (RFC 3986 §3): a scheme, a colon, and no character that has to be escaped.
    private static func isURI(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text.utf8[..<colon]
        guard let first = scheme.first, isLetter(first) else { return false }
        let isScheme = scheme.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
        return isScheme && text.utf8.allSatisfy(isURIByte)
    }

    private static func isURIByte(_ byte: UInt8) -> Bool {
        0x21...0x7E ~= byte && !#""<>\^`{|}"#.utf8.contains(byte)
    }

    /// Returns whether a text is a host name (RFC 1123 §2.1).
    private static func isHostName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                1...63 ~= label.utf8.count && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
            }
    }

    private static func isIPv4(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4
            && parts.allSatisfy { part in
                1...3 ~= part.utf8.count && part.utf8.allSatisfy(isDigit) && UInt8(part) != nil
                    && (part == "0" || !part.hasPrefix("0"))
            }
    }

    private static func isIPv6(_ text: String) -> Bool {
        var address = in6_addr()
        return !text.utf8.contains(0) && inet_pton(AF_INET6, text, &address) == 1
    }

    private static func isLetter(_ byte: UInt8) -> Bool { 0x61...0x7A ~= byte | 0x20 }
    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
}

extension JSONNumber {
    /// Returns whether the number is a whole number in a range.
    fileprivate func isWithin(_ range: ClosedRange<Int>) -> Bool {
        if case .integer(let integer) = self { range.contains(integer) } else { false }
    }
}
