extension Teapot.HeaderFields {
    /// One value a name, for what takes a dictionary: names that differ only in case are one, as it was spelled first.
    ///
    /// RFC 6265 §5.4 joins cookies with a semicolon, RFC 9110 §5.3 all else with a comma.
    package var combined: [String: String] {
        var combined: [String: String] = [:]
        for field in self where combined[field.name] == nil {
            let isFirst = !combined.keys.contains { $0.isSameHeaderName(as: field.name) }
            let separator = field.name.isSameHeaderName(as: "Cookie") ? "; " : ", "
            if isFirst { combined[field.name] = values(for: field.name).joined(separator: separator) }
        }
        return combined
    }
}
