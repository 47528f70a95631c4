extension JSONTree {
    /// Returns a value with the changes of a merge patch, or `nil` to remove the value (RFC 7396).
    package static func merged(_ old: JSONTree?, _ patch: JSONTree) -> JSONTree? {
        if case .null = patch { return nil }
        guard case .object(let changes) = patch else { return patch }
        var members = old?.members ?? [:]
        for (name, value) in changes { members[name] = merged(members[name], value) }
        return .object(members)
    }
}
