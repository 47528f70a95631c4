/// A type that provides its own JSON.
public protocol CustomSerializable: Serializable {
    /// Returns the value as JSON, or as a value that can be serialized.
    ///
    /// To get the JSON of a value, call ``Serializable/serialized(transformingKeys:)``, which serializes the result of
    /// this method. The members of dictionaries in the result keep their names. The transformer renames the properties
    /// of other values in it.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names if the value is inside a
    ///   ``SerializationTransformer``; otherwise, `nil`. The implementation applies it to the names it adds.
    /// - Returns: A scalar, an array, a dictionary with `String` keys, an `NSNull`, or anything that is
    ///   ``Serializable`` or `Encodable`, even within an array or a dictionary, or `nil` for no value.
    func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any?
}
