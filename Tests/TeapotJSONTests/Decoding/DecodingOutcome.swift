import Foundation

/// A decoder's result or error, as text that is equal only for equal bits.
enum DecodingOutcome {
    /// Returns a value with the types and the bits of all its parts.
    static func describe(_ value: Any) -> String {
        switch value {
        case let value as Double: return "Double \(value.bitPattern)"
        case let value as Float: return "Float \(value.bitPattern)"
        case let value as String: return "\"\(value.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())\""
        case let value as Date: return "Date \(value.timeIntervalSinceReferenceDate.bitPattern)"
        case let value as Data: return "Data \(value.base64EncodedString())"
        case let value as URL: return "URL \(value.relativeString) \(String(describing: value.baseURL))"
        case let value as Decimal: return withUnsafeBytes(of: value) { "Decimal \(Array($0))" }
        case let value as any FixedWidthInteger: return "\(type(of: value)) \(value)"
        case let value as any Error: return describe(error: value)
        case let value as [AnyHashable: Any]:
            return
                "[\(value.map { "\(describe($0.key.base)): \(describe($0.value))" }.sorted().joined(separator: ", "))]"
        case let value as Set<AnyHashable>:
            return "{\(value.map { describe($0.base) }.sorted().joined(separator: ", "))}"
        default: break
        }
        var mirror: Mirror? = Mirror(reflecting: value)
        var parts: [String] = []
        while let part = mirror {
            parts += part.children.map { "\($0.label ?? "-"): \(describe($0.value))" }
            mirror = part.superclassMirror
        }
        return parts.isEmpty ? "\(type(of: value)) \(value)" : "\(type(of: value))(\(parts.joined(separator: ", ")))"
    }

    /// Returns an error with its kind, path, texts and underlying error.
    static func describe(error: any Error) -> String {
        guard let error = error as? DecodingError else {
            return
                "\(type(of: error)) \(error) \((error as NSError).domain) \((error as NSError).code) \(error.localizedDescription)"
        }
        switch error {
        case .typeMismatch(let type, let context): return "typeMismatch \(type) \(describe(context))"
        case .valueNotFound(let type, let context): return "valueNotFound \(type) \(describe(context))"
        case .keyNotFound(let key, let context): return "keyNotFound \(describe(key)) \(describe(context))"
        case .dataCorrupted(let context): return "dataCorrupted \(describe(context))"
        @unknown default: return "\(error)"
        }
    }

    private static func describe(_ context: DecodingError.Context) -> String {
        let underlying = context.underlyingError.map { "\(type(of: $0)) \($0)" } ?? "nothing"
        return "\(describe(path: context.codingPath)): \(context.debugDescription) (\(underlying))"
    }

    static func describe(path: [any CodingKey]) -> String { "[\(path.map { describe($0) }.joined(separator: ", "))]" }

    private static func describe(_ key: any CodingKey) -> String {
        "\(type(of: key)) \(key.stringValue) \(key.intValue.map(String.init) ?? "-") \(key)"
    }

    /// Calls a closure and returns its result or error.
    static func of(_ body: () throws -> Any) -> String {
        do { return "value \(describe(try body()))" } catch { return "error \(describe(error: error))" }
    }
}
