extension Teapot.HeaderFields {
    /// The headers as a dictionary with one value for each name.
    ///
    /// Names that differ only in case are combined under the first spelling. Cookies are joined with a semicolon (RFC
    /// 6265 §5.4), all other values with a comma (RFC 9110 §5.3).
    package var combined: [String: String] {
        var combined: [String: String] = [:]
        for (index, field) in fields.enumerated()
        where !fields[..<index].contains(where: { $0.name.isSameHeaderName(as: field.name) }) {
            let isCookie = field.name.isSameHeaderName(as: "Cookie")
            combined[field.name] = isCookie ? values(for: field.name).joined(separator: "; ") : self[field.name]
        }
        return combined
    }
}
