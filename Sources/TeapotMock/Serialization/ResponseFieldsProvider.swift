/// A value that provides the status and the headers of its response.
///
/// A handler can return such a value, or throw it if it is an `Error`.
public protocol ResponseFieldsProvider: CustomSerializable {
    /// The response's status code, such as 404.
    var statusCode: Int { get }
    /// The value that becomes the response's body.
    var body: any Serializable { get }
    /// The response's headers, if any; none by default.
    var headerFields: [String: String]? { get }
}

extension ResponseFieldsProvider {
    /// The headers in addition to those that describe the body: none.
    public var headerFields: [String: String]? { nil }

    /// Returns the serialized body.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        body.serialized(transformingKeys: keyTransformer)
    }
}
