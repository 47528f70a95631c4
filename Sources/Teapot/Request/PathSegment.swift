/// The character that replaces an empty value, so that joining the path to a base URL fails.
///
/// An interpolation can't throw. Without the character, `delete("users/\(segment: id)")` with an empty ID would delete
/// all users.
extension String { static let missingSegment = "\u{1A}" }

extension DefaultStringInterpolation {
    /// Appends a value to a path as one segment, or as part of one, no matter which characters it contains.
    ///
    /// ```swift
    /// let user: User = try await teapot.get("users/\(segment: name)")
    /// ```
    ///
    /// Everything but letters, digits, `-`, `.`, `_` and `~` is percent-encoded, so the name `a/b?c` results in
    /// `users/a%2Fb%3Fc`. An empty value, or a value that could lead to another directory, such as `..` or `../b`,
    /// makes the request fail with `invalidRequestPath`.
    ///
    /// - Parameter value: The value, such as an ID or a name, not percent-encoded.
    public mutating func appendInterpolation(segment value: some CustomStringConvertible) {
        let text = PercentEncoding.encode(value.description, as: .queryItem)
        appendLiteral(text.isEmpty ? .missingSegment : text)
    }
}
