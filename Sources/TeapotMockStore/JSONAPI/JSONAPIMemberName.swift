import TeapotMock

/// The rules for the names of members (JSON:API 1.1, Member Names).
enum JSONAPIMemberName {
    /// Returns whether a name follows the rules.
    static func isValid(_ name: String) -> Bool {
        // A name that begins with “@” is reserved for implementations. The rest of the name follows the same rules.
        let scalars = Array(name.hasPrefix("@") ? name.unicodeScalars.dropFirst() : name.unicodeScalars[...])
        guard let first = scalars.first, let last = scalars.last else { return false }
        let isAllowed = scalars.allSatisfy { isGlobal($0) || "-_ ".unicodeScalars.contains($0) }
        return isAllowed && isGlobal(first) && isGlobal(last)
    }

    /// Returns the placeholder for a value whose name breaks the rules.
    static func refusal(of name: String) -> Unserializable {
        let rule = "only letters and digits, and between them \"-\", \"_\" and spaces (JSON:API 1.1, Member Names)"
        return Unserializable(reason: "\(name.debugDescription) is not a valid member name; it may have \(rule)")
    }

    /// Replaces the values of members with invalid names with placeholders, at every depth.
    static func checked(_ value: any Sendable) -> any Sendable {
        switch value {
        case let members as [String: any Sendable]:
            members.reduce(into: [String: any Sendable]()) { object, member in
                object[member.key] = isValid(member.key) ? checked(member.value) : refusal(of: member.key)
            }
        case let elements as [any Sendable]: elements.map(checked)
        default: value
        }
    }

    /// Returns whether a character is allowed anywhere in a name.
    private static func isGlobal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: scalar.value >= 0x80
        }
    }
}
