extension EncodingError {
    /// The key path of the value that can't be encoded, and the reason.
    package var explanation: String {
        guard case .invalidValue(let value, let context) = self else { return "\(self)" }
        return "\(context.codingPath.place)\(value) can't be encoded; \(context.debugDescription)"
    }
}

extension DecodingError {
    /// The key path of the value that couldn't be decoded, and the reason.
    package var explanation: String { explanation(in: nil) }

    /// Returns the key path of the value that couldn't be decoded, the reason, and the value if it's short.
    func explanation(in document: (any Sendable)?, _ isSecret: (String) -> Bool = Secrets.isUsual) -> String {
        let (path, message): ([any CodingKey], String) =
            switch self {
            case .keyNotFound(let key, let context): (context.codingPath + [key], "the key is missing")
            case .valueNotFound(let type, let context):
                (context.codingPath, "expected \(Self.kind(of: type)), found null")
            case .typeMismatch(let type, let context):
                (context.codingPath, "expected \(Self.kind(of: type))\(Self.found(context))")
            // On Linux, Foundation reports a number that doesn't fit its type this way, without a key path.
            case .dataCorrupted(let context) where document != nil && context.debugDescription.contains("valid JSON"):
                ([], "a number doesn't fit its type, such as 1.5 for an Int")
            case .dataCorrupted(let context): (context.codingPath, context.debugDescription)
            @unknown default: ([], "\(self)")
            }
        let reason = message.replacing(#/\.$/#, with: "")
        let expected = reason.replacing(#/^Cannot initialize (\w+) from invalid (?s:.*)$/#) { "expected a \($0.1)" }
        if path.contains(where: { isSecret($0.stringValue) }) { return path.place + expected }
        if case .keyNotFound = self { return path.place + reason }
        guard let value = path.value(in: document).flatMap(Self.short) else { return path.place + reason }
        // A `JSONDecoder` expects a `Double` for a `Date` by default.
        let isDate = reason.hasPrefix("expected Double, found a string") && value.contains(#/\d{4}-\d\d-\d\d/#)
        let hint = isDate ? "; for a Date, set the decoder's dateDecodingStrategy, for example to .iso8601" : ""
        return path.place + expected + "; the value is \(value)\(hint)"
    }

    /// Returns a text, a number or a Boolean, or `nil` if it's long.
    private static func short(_ value: any Sendable) -> String? {
        guard JSON(value) == nil, let data = try? JSON.data(from: value) else { return nil }
        let json = String(decoding: data, as: UTF8.self)
        return json == "null" || json.count > 60 ? nil : value is String ? "“\(json.dropFirst().dropLast())”" : json
    }

    private static func found(_ context: Context) -> String {
        let match = context.debugDescription.firstMatch(of: #/but found (.+) instead/#)
        return match.map { ", found \(words[String($0.1)] ?? String($0.1))" } ?? ""
    }

    /// JSON's terms for those of Foundation.
    private static let words = ["number": "a number", "an array": "a list", "a dictionary": "an object"]

    /// Returns the name of an expected type, in JSON terms for `Dictionary<String, Any>` and the like.
    static func kind(of type: Any.Type) -> String {
        if type is [String: Any].Type { return "an object" }
        let name = "\(type)".replacing(#/Array<([\w.]+)>/#) { "[\($0.1)]" }
        return type is [Any].Type ? "a list" : type == String.self ? "a string" : name
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

    /// Returns the value that the keys lead to, which the decoder may have converted from snake case.
    func value(in document: (any Sendable)?) -> (any Sendable)? {
        reduce(document) { value, key in
            let list = value as? [any Sendable] ?? []
            let element = key.intValue.flatMap { list.indices.contains($0) ? list[$0] : nil }
            let (object, name) = (value as? [String: any Sendable] ?? [:], key.stringValue)
            return element ?? object[name] ?? object.first { $0.key.plainKey == name.plainKey }?.value
        }
    }
}

/// A key without case and underscores, which decoders and developers change.
extension String { var plainKey: String { filter { $0 != "_" }.lowercased() } }
