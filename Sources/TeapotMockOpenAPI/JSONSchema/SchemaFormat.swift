import Foundation
import TeapotMockDocuments

/// A format that's checked, or that's known not to constrain JSON.
package struct SchemaFormat: Sendable {
    /// The description of the expected text, for messages.
    let expected: String
    /// Returns whether a value has the format; values of types that the format isn't for are accepted.
    let accepts: @Sendable (JSONTree) -> Bool

    /// Returns the format with a name, or `nil` if it's unknown.
    static func named(_ name: String) -> SchemaFormat? { all[name] }

    /// The names of the formats.
    package static var names: [String] { all.keys.sorted() }

    private static func text(_ expected: String, _ accepts: @escaping @Sendable (String) -> Bool) -> SchemaFormat {
        SchemaFormat(expected: expected) { $0.text.map(accepts) ?? true }
    }

    private static func number(_ expected: String, _ accepts: @escaping @Sendable (JSONNumber) -> Bool)
        -> SchemaFormat
    { SchemaFormat(expected: expected) { $0.number.map(accepts) ?? true } }

    private static let anything = SchemaFormat(expected: "") { _ in true }

    private static let all: [String: SchemaFormat] = [
        "date-time": text("a date and time such as 2024-01-31T09:30:00Z", Timestamp.isDateTime),
        "date": text("a date such as 2024-01-31", Timestamp.isDate),
        "time": text("a time such as 09:30:00Z", Timestamp.isTime),
        "email": text("an e-mail address", InternetName.isEmail),
        "uuid": text("a UUID such as 123e4567-e89b-12d3-a456-426614174000") { UUID(uuidString: $0) != nil },
        "uri": text("a URI such as https://example.com/a", URISyntax.isURI),
        "url": text("a URL such as https://example.com/a", URISyntax.isURI),
        "uri-reference": text("a URI reference such as ../a", URISyntax.isReference),
        "hostname": text("a host name such as example.com", InternetName.isHostName),
        "ipv4": text("an IPv4 address such as 192.0.2.1", InternetName.isIPv4),
        "ipv6": text("an IPv6 address such as 2001:db8::1", InternetName.isIPv6),
        "byte": text("Base64") { Data(base64Encoded: $0) != nil },
        "int32": number("an integer of 32 bits") { $0.integer.flatMap(Int32.init(exactly:)) != nil },
        "int64": number("an integer of 64 bits") { $0.integer != nil },
        "float": anything, "double": anything, "decimal": anything, "binary": anything, "password": anything,
    ]
}
