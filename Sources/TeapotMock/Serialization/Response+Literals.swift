import Teapot

extension Response: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// Creates a response with status 200 whose body is a JSON object.
    ///
    /// - Parameter elements: The members, each with a name and a value. A value is a JSON value, `Encodable`,
    ///   ``Serializable`` or `nil`. If a name repeats, its last value is used. If a value can't be encoded, requests
    ///   that the response answers fail with `invalidResponseBody`.
    @_disfavoredOverload  // Otherwise, `Response()` could also mean this one.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self.init(json: Dictionary(elements) { _, last in last })
    }

    /// Creates a response with status 200 whose body is a JSON array.
    ///
    /// - Parameter elements: The elements. Each is a JSON value, `Encodable`, ``Serializable`` or `nil`. If an element
    ///   can't be encoded, requests that the response answers fail with `invalidResponseBody`.
    @_disfavoredOverload
    public init(arrayLiteral elements: Any?...) {
        self.init(json: elements)
    }

    private init(json value: Any) {
        do {
            try self.init(answering: value)
        } catch {
            self = .error(error)
        }
    }
}
