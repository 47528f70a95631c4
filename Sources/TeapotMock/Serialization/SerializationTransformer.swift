/// A wrapper that renames the members of a value's JSON at every level.
///
/// Transformers can be nested. The innermost one renames first.
public protocol SerializationTransformer: CustomSerializable {
    /// The type of the wrapped value.
    associatedtype Wrapped: Serializable

    /// The wrapped value.
    var wrapped: Wrapped { get }

    /// Returns the name of a member.
    ///
    /// - Parameter key: The name of the property, or of the member.
    /// - Returns: The name in the JSON.
    func transform(key: String) -> String
}

extension SerializationTransformer {
    /// Returns the serialized wrapped value with its members renamed.
    ///
    /// - Parameter keyTransformer: The function that renames the members after this transformer.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        wrapped.serialized { key in
            let transformed = transform(key: key)
            return keyTransformer?(transformed) ?? transformed
        }
    }
}
