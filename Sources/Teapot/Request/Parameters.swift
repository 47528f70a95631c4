public import Foundation

extension Teapot {
    /// A type that you can pass as the `parameters:` of a verb.
    ///
    /// `[String: Any]`, an array of those dictionaries, `JSON` and `Data` are parameters. ``Payload`` covers the rest:
    /// `.json(user)`, `.form(["name": "Ada"])`, `.multipart([…])`, `.data(bytes, contentType: …)`. Your own type can
    /// encode itself as one of these. For an optional, write `bytes.map { .data($0) } ?? .none`.
    public protocol Parameters {
        /// Encodes the parameters for one request.
        ///
        /// - Parameters:
        ///   - method: The request method. `GET` and `HEAD` have no body, so a dictionary becomes a query.
        ///   - encoder: The encoder that turns an `Encodable` into JSON.
        /// - Returns: The query or body to send.
        /// - Throws: ``TeapotError`` of type `invalidPayload` or `invalidQuery` that names the value that can't be
        ///   encoded.
        func encoded(for method: Method, with encoder: JSONEncoder) throws(TeapotError) -> EncodedParameters
    }

    /// Parameters as they're sent.
    public enum EncodedParameters: Sendable {
        /// A percent-encoded query, such as `tag=a%2Cb`, to append to the request's query.
        ///
        /// Characters that a query can't contain, such as `#`, are percent-encoded.
        case query(encoded: String)
        /// A body and its media type.
        ///
        /// The client's `Content-Type` in ``Options`` overrides `application/json` and `application/octet-stream`, and
        /// the call's overrides any type. If the type is `nil`, the body has the caller's `Content-Type` or,
        /// without one, `application/octet-stream`.
        case body(Body, contentType: String?)
    }
}

extension JSON: Teapot.Parameters {
    /// Encodes the document as a JSON body.
    public func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
        -> Teapot.EncodedParameters
    { try Teapot.Payload.json(from: self).encoded(for: method, with: encoder) }
}

extension Data: Teapot.Parameters {
    /// Sends the bytes unchanged, as `application/octet-stream` unless the headers have another type.
    public func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
        -> Teapot.EncodedParameters
    { try Teapot.Payload.data(self).encoded(for: method, with: encoder) }
}

extension Array: Teapot.Parameters where Element == [String: Any] {
    /// Encodes the list as a JSON body.
    public func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
        -> Teapot.EncodedParameters
    { try Teapot.Payload.json(from: self).encoded(for: method, with: encoder) }
}

extension Dictionary: Teapot.Parameters where Key == String, Value == Any {
    /// Encodes the dictionary as a JSON body, or as query items sorted by name if the method has no body.
    ///
    /// In a query, an array repeats the name, `nil` is omitted, and nested values are rejected. For nested values,
    /// use ``Teapot/Query/init(_:style:)``.
    public func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
        -> Teapot.EncodedParameters
    {
        guard method.hasNoBody else { return try Teapot.Payload.json(from: self).encoded(for: method, with: encoder) }
        return .query(encoded: try QueryItems(self).encoded(as: .queryItem))
    }
}
