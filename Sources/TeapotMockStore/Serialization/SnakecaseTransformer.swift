public import TeapotMock

/// A transformer that renames members from `camelCase` to `snake_case`.
///
/// A word begins at a capital letter that follows a lowercase letter or a digit, and at the last of several capital
/// letters before a lowercase letter. A digit belongs to the word before it, as does the plural *s* of an abbreviation.
/// Existing underscores are kept.
///
/// | Property | Member |
/// |---|---|
/// | `userName` | `user_name` |
/// | `userID`, `userIDs` | `user_id`, `user_ids` |
/// | `URLString`, `baseURL` | `url_string`, `base_url` |
/// | `HTTPServer2`, `sha256Sum` | `http_server2`, `sha256_sum` |
/// | `_private`, `user_name` | the same |
public struct SnakecaseTransformer<Wrapped: Serializable>: SerializationTransformer {
    /// The value whose members are renamed.
    public let wrapped: Wrapped

    /// Creates a transformer around a value.
    ///
    /// - Parameter wrapped: The value whose members are renamed.
    public init(_ wrapped: Wrapped) { self.wrapped = wrapped }

    /// Returns a name in `snake_case`.
    ///
    /// - Parameter key: The name in `camelCase`.
    /// - Returns: The name in `snake_case`.
    public func transform(key: String) -> String {
        let letters = Array(key)
        return letters.indices.reduce(into: "") { name, index in
            if index > 0, Self.wordBegins(at: index, of: letters) { name += "_" }
            name += letters[index].lowercased()
        }
    }

    private static func wordBegins(at index: Int, of letters: [Character]) -> Bool {
        let previous = letters[index - 1]
        guard letters[index].isUppercase else { return false }
        guard previous.isUppercase else { return previous.isLowercase || previous.isNumber }
        guard index + 1 < letters.count, letters[index + 1].isLowercase else { return false }
        let isPlural = letters[index + 1] == "s" && (index + 2 == letters.count || !letters[index + 2].isLowercase)
        return !isPlural
    }
}

extension SnakecaseTransformer: Sendable where Wrapped: Sendable {}
