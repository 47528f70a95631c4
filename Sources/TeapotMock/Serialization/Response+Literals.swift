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
    /// Creates a response whose body is a JSON literal.
    ///
    /// - Parameters:
    ///   - json: The literal, such as `["id": 1, "user": user]`. Its members are sorted by name.
    ///   - status: The status code.
    ///   - headers: The headers, which replace those that describe the body.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response. If a value can't be encoded, requests fail with `invalidResponseBody`.
    public static func json(
        _ json: Response, status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:], delay: Double = 0
    ) -> Response {
        if json.isExplanation { return json.delayed(by: delay) }
        guard json.status == .ok, json.fault == nil, case .data = json.content else {
            return .explaining(.make(.invalidResponseBody, "`.json` takes a value, not another response"))
        }
        return data(json.body, contentType: "application/json", status: status, headers: headers, delay: delay)
    }

    /// Creates a JSON response from a dictionary, for example one in a variable.
    ///
    /// - Parameters:
    ///   - dictionary: The members. The test fails at the route's line if JSON can't express a value.
    ///   - status: The status.
    ///   - headers: The headers besides `Content-Type`.
    ///   - delay: The time to wait before responding, in seconds.
    /// - Returns: The response.
    @_disfavoredOverload
    public static func json(
        _ dictionary: [String: Any], status: Teapot.StatusCode = .ok, headers: Teapot.HeaderFields = [:],
        delay: Double = 0
    ) -> Response { json(Response(json: dictionary), status: status, headers: headers, delay: delay) }
}
