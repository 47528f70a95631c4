extension Teapot.HeaderFields {
    /// The fields as a dictionary with one value for each name.
    ///
    /// Names that differ only in case are combined under the first spelling. Cookies are joined with a semicolon (RFC
    /// 6265 §5.4), all other values with a comma (RFC 9110 §5.3).
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
