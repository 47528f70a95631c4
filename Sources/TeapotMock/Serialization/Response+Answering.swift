import Foundation
package import Teapot

extension Response {
    /// Creates a response from the result of a handler.
    ///
    /// | Result of the handler | Response |
    /// |---|---|
    /// | `Response` | itself |
    /// | `nil`, also within optionals, `PropertyPolicy.none` | 404 without a body |
    /// | `Void` | 204 |
    /// | `Data` | 200 with these bytes, `application/octet-stream` |
    /// | ``ResponseFieldsProvider``, also within a ``SerializationTransformer`` | its status, headers and body |
    /// | anything else | 200 with the JSON that ``Serializable`` describes |
    ///
    /// The media type is `application/json`, unless the value is a ``TypedDocument``. Members are sorted by name, so
    /// the same value always has the same bytes.
    ///
    /// - Parameter value: The result of the handler.
    /// - Throws: A `TeapotError` of type `invalidResponseBody` for a value that can't be represented in JSON, with the
    ///   path to that value, such as `users[2].score`.
    package init(answering value: Any) throws(TeapotError) {
        guard let value = Self.unwrapped(value) else {
            self.init(status: .notFound)
            return
        }
        switch value {
        case let response as Response: self = response
        case is Void: self.init(status: .noContent)
        case let data as Data: self = .data(data)
        case let replaced as any AnsweredByAnother: try self.init(answering: replaced.answer)
        default:
            let provider = Self.provider(in: value)
            try self.init(
                statusCode: provider?.statusCode, orStatus: .notFound, serializing: value,
                headers: provider?.headerFields)
        }
    }

    /// Creates a response from the result of a handler, with a note for the client if there is no result.
    init(ofHandler value: Any) throws(TeapotError) {
        try self.init(answering: value)
        if value is Void { note = "whose handler returned no Encodable value" }
        if Self.unwrapped(value) == nil { note = "whose handler returned nil" }
    }

    /// Returns the JSON of a value of any type, such as the literal `["id": 2, "user": user, "none": nil]`.
    ///
    /// - Parameter value: The value.
    /// - Returns: A scalar, an `[any Sendable]`, a `[String: any Sendable]`, or `NSNull` for `nil`.
    /// - Throws: The errors of ``init(answering:)``.
    package static func jsonValue(of value: Any?) throws(TeapotError) -> any Sendable {
        let json = Serializer(nil).serialize(value as Any).value ?? NSNull()
        try Unserializable.refuse(in: json)
        return json
    }

    /// Creates a response whose body is a value's JSON.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, or `nil` for 200.
    ///   - status: The status if there is no body and no status code.
    ///   - value: The value.
    ///   - headers: The headers, which replace those of the body.
    /// - Throws: The errors of ``init(answering:)``.
    package init(
        statusCode: Int?, orStatus status: Teapot.StatusCode, serializing value: Any, headers: [String: String]?
    ) throws(TeapotError) {
        let code = statusCode.map { Teapot.StatusCode(rawValue: $0) }
        let headers = Teapot.HeaderFields(headers ?? [:])
        guard let json = Serializer(nil).serialize(value).value else {
            self.init(status: code ?? status, headers: headers)
            return
        }
        try Unserializable.refuse(in: json)
        let text: Data
        do { text = try JSON.data(from: json, .sortedKeys) } catch { throw .make(.invalidResponseBody, "\(error)") }
        self = .data(text, contentType: Self.mediaType(of: value), status: code ?? .ok, headers: headers)
    }
}

extension Response {
    /// Returns the value inside optionals of any depth, including optionals hidden in an `Any`.
    private static func unwrapped(_ value: Any) -> Any? {
        guard let container = value as? any StandardContainer else { return value }
        switch container.contents {
        case .nothing, .omitted: return nil
        case .value(let value): return unwrapped(value)
        default: return value
        }
    }

    /// Returns the provider of response fields, even if it's inside transformers.
    private static func provider(in value: Any) -> (any ResponseFieldsProvider)? {
        switch unwrapped(value) {
        case let provider as any ResponseFieldsProvider: provider
        case let transformer as any SerializationTransformer: provider(in: transformer.wrapped)
        default: nil
        }
    }

    /// Returns the media type of a value's JSON.
    private static func mediaType(of value: Any) -> String {
        switch unwrapped(value) {
        case let document as any TypedDocument: document.mediaType
        case let provider as any ResponseFieldsProvider: mediaType(of: provider.body)
        case let transformer as any SerializationTransformer: mediaType(of: transformer.wrapped)
        default: "application/json"
        }
    }
}
