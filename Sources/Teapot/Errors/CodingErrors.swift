extension EncodingError {
    /// The key path of the value that can't be encoded, and the reason.
    package var explanation: String {
        guard case .invalidValue(let value, let context) = self else { return "\(self)" }
        return "\(context.codingPath.keyPath): \(value) can't be encoded; \(context.debugDescription)"
    }
}

extension DecodingError {
    /// The key path of the value that couldn't be decoded, and the reason.
    package var explanation: String {
        switch self {
        case .keyNotFound(let key, let context): "\((context.codingPath + [key]).keyPath): the key is missing"
        case .valueNotFound(let type, let context): "\(context.codingPath.keyPath): expected \(type), found null"
        case .typeMismatch(let type, let context):
            "\(context.codingPath.keyPath): not \(Self.kind(of: type))"
                + (context.debugDescription.firstMatch(of: #/but (found .+) instead/#).map { ", " + $0.1 } ?? "")
        case .dataCorrupted(let context): "\(context.codingPath.keyPath): \(context.debugDescription)"
        @unknown default: "\(self)"
        }
    }

    /// Returns the name of an expected type, in JSON terms for `Dictionary<String, Any>` and the like.
    private static func kind(of type: Any.Type) -> String {
        type is [String: Any].Type ? "an object" : type is [Any].Type ? "a list" : "of type \(type)"
    }
}

extension [any CodingKey] {
    /// The keys as one path, such as `users[2].name`.
    fileprivate var keyPath: String {
        let path = reduce(into: "") { path, key in
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return path.isEmpty ? "top level" : path
    }
}
