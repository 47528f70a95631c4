extension Teapot {
    /// What a verb's `parameters:` accepts.
    ///
    /// A `[String: Any]`, an array of those, a `JSON` and a `Data` are parameters themselves; a ``Payload`` spells the
    /// others: `.encodable(user)`, `.form(["name": "Ada"])`, `.multipart([…])`, `.data(bytes, contentType: …)`.
    public protocol Parameters {
        /// Encodes the parameters for one request.
        ///
        /// - Parameters:
        ///   - method: The request's method: `GET` and `HEAD` have no body, so that a dictionary becomes a query.
        ///   - encoder: What turns an `Encodable` into JSON.
        /// - Returns: The query or body to send.
        /// - Throws: ``TeapotError`` of type `invalidPayload` or `invalidQuery`, which names what can't be encoded.
        func encoded(for method: Method, with encoder: JSONEncoder) throws(TeapotError) -> EncodedParameters
    }

    /// Parameters as they go out.
    public enum EncodedParameters: Sendable {
        /// Items for the query.
        case query([URLQueryItem])
        /// A body and its media type; a `nil` type leaves `Content-Type` to the caller, and without one it is
        /// `application/octet-stream`.
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
    /// Sends the bytes as they are, as `application/octet-stream` unless the header fields say otherwise.
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
    /// Encodes the dictionary as a JSON body, or as query items sorted by name when the method has no body.
    ///
    /// In a query a list repeats its name, `nil` is left out, and what is nested is refused; `.query(…)` takes it.
    public func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
        -> Teapot.EncodedParameters
    {
        guard method.hasNoBody else { return try Teapot.Payload.json(from: self).encoded(for: method, with: encoder) }
        return .query(try QueryItems(self).items)
    }
}

extension Optional: Teapot.Parameters where Wrapped: Teapot.Parameters {
    /// Encodes what is there, or nothing.
    public func encoded(for method: Teapot.Method, with encoder: JSONEncoder) throws(TeapotError)
        -> Teapot.EncodedParameters
    {
        guard let self else { return .body(.none, contentType: nil) }
        return try self.encoded(for: method, with: encoder)
    }
}
