extension EncodingError {
    /// The key path of the value that can't be encoded, and the reason.
    package var explanation: String {
        guard case .invalidValue(let value, let context) = self else { return "\(self)" }
        return "\(context.codingPath.place)\(value) can't be encoded; \(context.debugDescription)"
    }
}

extension DecodingError {
    /// The key path of the value that couldn't be decoded, and the reason.
    package var explanation: String {
        switch self {
        case .keyNotFound(let key, let context): "\((context.codingPath + [key]).place)the key is missing"
        case .valueNotFound(let type, let context):
            "\(context.codingPath.place)expected \(Self.kind(of: type)), found null"
        case .typeMismatch(let type, let context):
            "\(context.codingPath.place)expected \(Self.kind(of: type))"
                + (context.debugDescription.firstMatch(of: #/but found (.+) instead/#)
                    .map { ", found \(Self.words[String($0.1)] ?? String($0.1))" } ?? "")
                + (type == Double.self && context.debugDescription.contains("found a string") ? Self.dateHint : "")
        case .dataCorrupted(let context): "\(context.codingPath.place)\(context.debugDescription)"
        @unknown default: "\(self)"
        }
    }

    /// A `JSONDecoder` expects a `Double` for a `Date` by default.
    private static let dateHint = "; for a Date, set the decoder's dateDecodingStrategy, for example to .iso8601"

    /// JSON's terms for those of Foundation.
    private static let words = ["number": "a number", "an array": "a list", "a dictionary": "an object"]

    /// Returns the name of an expected type, in JSON terms for `Dictionary<String, Any>` and the like.
    private static func kind(of type: Any.Type) -> String {
        if type is [String: Any].Type { return "an object" }
        return type is [Any].Type ? "a list" : type == String.self ? "a string" : "\(type)"
    }
}

extension [any CodingKey] {
    /// The keys as one path with a colon, such as `users[2].name: `, or an empty string for the whole document.
    fileprivate var place: String {
        let path = reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
        return path.isEmpty ? "" : path + ": "
    }
}
