/// What a member may be called (JSON:API 1.1, Member Names).
enum JSONAPIMemberName {
    /// Whether a name keeps to the rules.
    static func isValid(_ name: String) -> Bool {
        // An @-member is the implementation's own; without the sign the rules are the same.
        let scalars = Array(name.hasPrefix("@") ? name.unicodeScalars.dropFirst() : name.unicodeScalars[...])
        guard let first = scalars.first, let last = scalars.last else { return false }
        let isAllowed = scalars.allSatisfy { isGlobal($0) || "-_ ".unicodeScalars.contains($0) }
        return isAllowed && isGlobal(first) && isGlobal(last)
    }

    /// What stands in place of a value whose name does not.
    static func refusal(of name: String) -> Unserializable {
        let rule = "only letters and digits, and between them \"-\", \"_\" and spaces (JSON:API 1.1, Member Names)"
        return Unserializable(reason: "\(name.debugDescription) can't be a name; it may have \(rule)")
    }

    /// Puts refusals in place of members with other names, at every depth.
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

    /// Whether a character may stand anywhere in a name.
    private static func isGlobal(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: scalar.value >= 0x80
        }
    }
}
