/// A value that provides the status and the header fields of its response.
///
/// A handler can return one, or throw one that is an `Error`.
public protocol ResponseFieldsProvider: CustomSerializable {
    /// The response's status code, such as 404.
    var statusCode: Int { get }
    /// The value that the response's body is made of.
    var body: any Serializable { get }
    /// The response's header fields, if any; none by default.
    var headerFields: [String: String]? { get }
}

extension ResponseFieldsProvider {
    /// The header fields besides those that describe the body: none.
    public var headerFields: [String: String]? { nil }

    /// Returns the serialized body.
    ///
    /// - Parameter keyTransformer: The function that makes the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        body.serialized(transformingKeys: keyTransformer)
    }
}
