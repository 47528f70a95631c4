public import Foundation
public import Teapot

extension Request {
    /// Returns the first value of a query item.
    ///
    /// - Parameter name: The name of the item.
    /// - Returns: The decoded value, or `nil` if there is no such item or its first occurrence has no value.
    public func queryValue(_ name: String) -> String? { query[name] }

    /// Returns all values of a query item, one for each occurrence in the query.
    ///
    /// - Parameter name: The name of the item.
    /// - Returns: The decoded values, in order. An item without a value counts as an empty string.
    public func queryValues(_ name: String) -> [String] { query.filter { $0.name == name }.map { $0.value ?? "" } }

    /// The URL that the request was sent to, without its origin if the origin is unknown.
    ///
    /// It's `nil` if the target, such as `*`, isn't a path or would be parsed as a host.
    public var url: URL? {
        guard path.first == "/", origin != nil || !path.hasPrefix("//") else { return nil }
        return URL(string: (origin ?? "") + path + (query.isEmpty ? "" : "?" + query.encoded))
    }

    /// The body as a JSON document, or `nil` if it isn't one.
    public var json: JSON? { try? JSON(parsing: body) }

    /// The fields of a form in the body, in order.
    ///
    /// Names may repeat.
    ///
    /// The body is parsed as `application/x-www-form-urlencoded` regardless of its content type (WHATWG URL §5.1).
    /// Names and values are percent-decoded, a plus sign becomes a space, and bytes that aren't UTF-8 become
    /// replacement characters. A field without an equals sign has no value.
    public var form: [URLQueryItem] { FormDecoder.items(of: body) }

    /// Decodes the body from JSON.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - decoder: The decoder, or `nil` for the default, which reads dates in ISO 8601, as a router writes them, and
    ///     dates as numbers, as `JSONEncoder` writes them by default.
    /// - Returns: The decoded value.
    /// - Throws: A `DecodingError` that describes where and how the document doesn't match the type.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self, using decoder: JSONDecoder? = nil
    ) throws -> Value {
        do { return try (decoder ?? .ofDatesAsNumbersOrText()).decode(type, from: body) } catch {
            if case .route = bindings { missed.type = "\(type)" }
            throw error
        }
    }
}

extension [URLQueryItem] {
    /// Returns the first value of an item of a query or a form.
    ///
    /// - Parameter name: The name of the item.
    /// - Returns: The decoded value, or `nil` if there is no such item or its first occurrence has no value.
    public subscript(name: String) -> String? { first { $0.name == name }?.value }
}

extension JSONDecoder {
    fileprivate static func ofDatesAsNumbersOrText() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let value = try decoder.singleValueContainer()
            if let seconds = try? value.decode(Double.self) { return Date(timeIntervalSinceReferenceDate: seconds) }
            let text = try value.decode(String.self)
            if let date = try? Date(text, strategy: .iso8601) { return date }
            throw DecodingError.dataCorruptedError(in: value, debugDescription: "“\(text)” isn't an ISO 8601 date.")
        }
        return decoder
    }
}
