public import Teapot

extension Response {
    /// Creates a response whose body is a value's JSON, with its members in order of their names.
    ///
    /// A value that can't be said in JSON fails with `invalidPayload` when the response is asked for.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The value; `nil` for a response without a body.
    ///   - headerFields: Header fields, which replace those that describe the body.
    public init(statusCode: Int, body: some Serializable, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headerFields: headerFields)
    }

    /// Creates a response whose body is a value's encoding, with its members in order of their names.
    ///
    /// A value that can't be encoded fails with `invalidPayload` when the response is asked for.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The value.
    ///   - headerFields: Header fields, which replace those that describe the body.
    public init(statusCode: Int, body: some Encodable, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headerFields: headerFields)
    }

    /// Creates a response whose body is the JSON of a value that is both: its encoding, unless it is custom.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The value; `nil` for a response without a body.
    ///   - headerFields: Header fields, which replace those that describe the body.
    public init(statusCode: Int, body: some Serializable & Encodable, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headerFields: headerFields)
    }

    /// Creates a response whose body is a JSON document, which may be a literal of any values.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The document, such as `["id": 1, "name": "Alex"]`.
    ///   - headerFields: Header fields, which replace those that describe the body.
    public init(statusCode: Int, body: JSON, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headerFields: headerFields)
    }

    /// Creates a response whose body is bytes.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The bytes, `application/octet-stream` unless the header fields say otherwise.
    ///   - headerFields: Header fields, which replace those that describe the body.
    public init(statusCode: Int, body: Data, headerFields: [String: String]? = nil) {
        self = .data(
            body, status: Teapot.StatusCode(rawValue: statusCode),
            headerFields: Teapot.HeaderFields(headerFields ?? [:]))
    }

    private init(statusCode: Int, serializing body: Any, headerFields: [String: String]?) {
        let status = Teapot.StatusCode(rawValue: statusCode)
        do {
            try self.init(statusCode: statusCode, orStatus: status, serializing: body, headerFields: headerFields)
        } catch { self = .error(error) }
    }
}
