public import Teapot

extension Request {
    /// The first value of a query item.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: Its value, decoded; `nil` when there is no such item, or only one without a value.
    public func queryValue(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// All values of a query item, one for each time that it stands in the query.
    ///
    /// - Parameter name: The item's name.
    /// - Returns: The values, decoded, in order; an item without a value counts as empty.
    public func queryValues(_ name: String) -> [String] {
        query.filter { $0.name == name }.map { $0.value ?? "" }
    }

    /// The body as a JSON document; `nil` when it is none.
    public var json: JSON? { try? JSON(parsing: body) }

    /// The fields of a form in the body, in order; names may repeat.
    ///
    /// It is read as `application/x-www-form-urlencoded`, whatever the content type says: percent-decoded, a plus sign
    /// being a space, and what is no UTF-8 a replacement character (WHATWG URL §5.1). A field without an equals sign has
    /// no value.
    public var form: [URLQueryItem] { FormDecoder.items(of: body) }

    /// The body decoded from JSON.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - decoder: How to decode it.
    /// - Returns: The value.
    /// - Throws: A `DecodingError` that says where the body is not as it should be.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }
}
