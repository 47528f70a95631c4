/// A type that says itself what its values are in JSON.
public protocol CustomSerializable: Serializable {
    /// The value as JSON, or as something that can be serialized.
    ///
    /// Call ``Serializable/serialized(transformingKeys:)`` for that, not this: it serializes what this returns. In it,
    /// the members of dictionaries keep their names; properties of other values go through the transformer.
    ///
    /// - Parameter keyTransformer: What makes the members' names, when a ``SerializationTransformer`` is around; `nil`
    ///   if there is none. The implementation applies it to the names that it makes up.
    /// - Returns: A scalar, an array, a dictionary by `String`, an `NSNull`, or anything that is ``Serializable`` or
    ///   `Encodable`, also within an array or a dictionary; `nil` for nothing at all.
    func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any?
}
