/// A value that brings its response's status and header fields along.
///
/// A handler returns one, or throws one that is an `Error`.
public protocol ResponseFieldsProvider: CustomSerializable {
    /// The response's status code, such as 404.
    var statusCode: Int { get }
    /// What the response's body is made of.
    var body: any Serializable { get }
    /// The response's header fields, if any; by default none.
    var headerFields: [String: String]? { get }
}

extension ResponseFieldsProvider {
    /// No header fields beside those that describe the body.
    public var headerFields: [String: String]? { nil }

    /// The body, serialized.
    ///
    /// - Parameter keyTransformer: What makes the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        body.serialized(transformingKeys: keyTransformer)
    }
}
