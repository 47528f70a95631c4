public import Foundation
public import Teapot
public import TeapotMock

extension Response {
    /// Creates a response whose body is a value's JSON, with members sorted by name.
    ///
    /// If the value can't be represented in JSON, a request that gets this response fails with `invalidResponseBody`.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The value, or `nil` for a response without a body.
    ///   - headerFields: The headers, which replace those that describe the body.
    public init(statusCode: Int, body: some Serializable, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headers: headerFields)
    }

    /// Creates a response whose body is a value's encoding, with members sorted by name.
    ///
    /// If the value can't be encoded, a request that gets this response fails with `invalidResponseBody`.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The value.
    ///   - headerFields: The headers, which replace those that describe the body.
    public init(statusCode: Int, body: some Encodable, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headers: headerFields)
    }

    /// Creates a response whose body is the JSON of a value that is both serializable and encodable.
    ///
    /// The body is the value's encoding, unless the value is a ``/TeapotMock/CustomSerializable``.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The value, or `nil` for a response without a body.
    ///   - headerFields: The headers, which replace those that describe the body.
    public init(statusCode: Int, body: some Serializable & Encodable, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headers: headerFields)
    }

    /// Creates a response whose body is a JSON document, which can be a literal of any values.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The document, such as `["id": 1, "name": "Alex"]`.
    ///   - headerFields: The headers, which replace those that describe the body.
    public init(statusCode: Int, body: JSON, headerFields: [String: String]? = nil) {
        self.init(statusCode: statusCode, serializing: body, headers: headerFields)
    }

    /// Creates a response with bytes as its body.
    ///
    /// - Parameters:
    ///   - statusCode: The status code, such as 400.
    ///   - body: The bytes, whose media type is `application/octet-stream` unless the headers contain another.
    ///   - headerFields: The headers, which replace those that describe the body.
    public init(statusCode: Int, body: Data, headerFields: [String: String]? = nil) {
        self = .data(
            body, status: Teapot.StatusCode(rawValue: statusCode),
            headers: Teapot.HeaderFields(headerFields ?? [:]))
    }

    private init(statusCode: Int, serializing body: Any, headers: [String: String]?) {
        let status = Teapot.StatusCode(rawValue: statusCode)
        do {
            try self.init(statusCode: statusCode, orStatus: status, serializing: body, headers: headers)
        } catch { self = .explaining(error) }
    }
}
