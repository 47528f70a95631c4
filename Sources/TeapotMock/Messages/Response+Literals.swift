import Teapot

extension Response: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    /// A response of status 200 whose body is a JSON object.
    ///
    /// - Parameter elements: The members, each a name and a value: what JSON has, anything `Encodable` or
    ///   ``Serializable``, or `nil`. Of two with the same name the last stays. A value that can't be written fails with
    ///   `invalidPayload` when the response is asked for.
    @_disfavoredOverload  // Else `Response()` could mean this one, too.
    public init(dictionaryLiteral elements: (String, Any?)...) {
        self.init(json: Dictionary(elements) { _, last in last })
    }

    /// A response of status 200 whose body is a JSON list.
    ///
    /// - Parameter elements: The values: what JSON has, anything `Encodable` or ``Serializable``, or `nil`. A value that
    ///   can't be written fails with `invalidPayload` when the response is asked for.
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
