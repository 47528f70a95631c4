/// A value around another, whose JSON is the other's with its members renamed, at every level.
///
/// Transformers nest: the innermost renames first.
public protocol SerializationTransformer: CustomSerializable {
    /// The type of the other value.
    associatedtype Wrapped: Serializable

    /// The other value.
    var wrapped: Wrapped { get }

    /// Makes a member's name.
    ///
    /// - Parameter key: The name of the property, or of the member.
    /// - Returns: The name in the JSON.
    func transform(key: String) -> String
}

extension SerializationTransformer {
    /// The other value, serialized with its members renamed.
    ///
    /// - Parameter keyTransformer: What renames them after that.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        wrapped.serialized { key in
            let transformed = transform(key: key)
            return keyTransformer?(transformed) ?? transformed
        }
    }
}
