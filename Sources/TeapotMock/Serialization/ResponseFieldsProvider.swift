/// A value that provides the status and the headers of its response.
///
/// A handler can return such a value or, if the value is an `Error`, throw it.
public protocol ResponseFieldsProvider: CustomSerializable {
    /// The response's status code, such as 404.
    var statusCode: Int { get }
    /// The value that becomes the response's body.
    var body: any Serializable { get }
    /// The response's headers, or `nil`, the default, for none.
    var headerFields: [String: String]? { get }
}

extension ResponseFieldsProvider {
    /// The default: no headers in addition to those that describe the body.
    public var headerFields: [String: String]? { nil }

    /// Returns the serialized body.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        body.serialized(transformingKeys: keyTransformer)
    }
}
