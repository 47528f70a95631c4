/// A type that provides the JSON of its values itself.
public protocol CustomSerializable: Serializable {
    /// Returns the value as JSON, or as something that can be serialized.
    ///
    /// To get the JSON of a value, call ``Serializable/serialized(transformingKeys:)``, which serializes the result of
    /// this function. The members of dictionaries in the result keep their names; the properties of other values in it
    /// are renamed by the transformer.
    ///
    /// - Parameter keyTransformer: The function that makes the members' names if the value is inside a
    ///   ``SerializationTransformer``; `nil` otherwise. The implementation applies it to the names that it adds.
    /// - Returns: A scalar, an array, a dictionary by `String`, an `NSNull`, or anything that is ``Serializable`` or
    ///   `Encodable`, also within an array or a dictionary; `nil` for no value.
    func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any?
}
