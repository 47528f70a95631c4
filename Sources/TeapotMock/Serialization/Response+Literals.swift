public import Teapot

extension Response: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates a response with status 200 whose body is a JSON object.
    ///
    /// - Parameter elements: The members, each with a name and a value. A value is a JSON value, `Encodable`,
    ///   ``Serializable`` or `nil`. If a name repeats, its last value is used. If a value can't be encoded, a request
    ///   for this response fails with `invalidResponseBody`.
    @_disfavoredOverload  // Otherwise, `Response()` could also mean this one.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self.init(json: Dictionary(elements) { _, last in last })
    }

    /// Creates a response with status 200 whose body is a JSON array.
    ///
    /// - Parameter elements: The elements. Each is a JSON value, `Encodable`, ``Serializable`` or `nil`. If an element
    ///   can't be encoded, a request for this response fails with `invalidResponseBody`.
    @_disfavoredOverload
    public init(arrayLiteral elements: Any?...) { self.init(json: elements) }

    init(json value: Any) {
        do {
            try self.init(answering: value)
        } catch {
            self = .explaining(error)
        }
    }
}

extension Response {
    /// A literal of a JSON document whose values can also be `Encodable`, as in `["user": user, "page": 1]`.
    public struct JSONLiteral: Sendable, ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
        fileprivate let response: Response

        /// Creates an object from its members, as in the literal of a ``Response``.
        public init(dictionaryLiteral elements: (String, Any?)...) {
            response = Response(json: Dictionary(elements) { _, last in last })
        }

        /// Creates an array from its elements, as in the literal of a ``Response``.
        public init(arrayLiteral elements: Any?...) { response = Response(json: elements) }
    }

    /// Creates a response whose body is a JSON literal.
    ///
    /// - Parameters:
    ///   - json: The literal, such as `["id": 1, "user": user]`. Its members are sorted by name.
    ///   - status: The status code.
    ///   - headers: The headers, which replace those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response. If a value can't be encoded, requests fail with `invalidResponseBody`.
    public static func json(
        _ json: JSONLiteral, status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        if json.response.isExplanation { return json.response.delayed(by: delay) }
        return data(json.response.body, contentType: "application/json", status: status, headers: headers, delay: delay)
    }
}
