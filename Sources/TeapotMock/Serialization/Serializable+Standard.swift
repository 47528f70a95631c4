public import Teapot

// The scalars stand for themselves.
extension String: Serializable {}
extension Substring: Serializable {}
extension Character: Serializable {}
extension Bool: Serializable {}
extension Int: Serializable {}
extension Int8: Serializable {}
extension Int16: Serializable {}
extension Int32: Serializable {}
extension Int64: Serializable {}
extension UInt: Serializable {}
extension UInt8: Serializable {}
extension UInt16: Serializable {}
extension UInt32: Serializable {}
extension UInt64: Serializable {}
extension Double: Serializable {}
extension Float: Serializable {}
extension Decimal: Serializable {}
extension NSNull: Serializable {}

extension Optional: CustomSerializable {
    /// What the optional holds, serialized.
    ///
    /// - Parameter keyTransformer: What makes the members' names.
    /// - Returns: The JSON, or `nil` for `nil`.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension Array: CustomSerializable {
    /// The list of the elements, serialized.
    ///
    /// - Parameter keyTransformer: What makes the members' names.
    /// - Returns: The JSON. A `nil` becomes `null`, so that the others keep their places; a ``PropertyPolicy/none`` is
    ///   left out.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension ArraySlice: CustomSerializable {
    /// The list of the elements, serialized as those of an `Array`.
    ///
    /// - Parameter keyTransformer: What makes the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension Set: CustomSerializable {
    /// The list of the elements, serialized: numbers first in their order, then the others in that of their JSON text.
    ///
    /// - Parameter keyTransformer: What makes the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension Dictionary: CustomSerializable {
    /// The object of the values, serialized.
    ///
    /// - Parameter keyTransformer: What makes the members' names, this dictionary's keys too.
    /// - Returns: The JSON. A `nil` becomes `null`; a ``PropertyPolicy/none`` is left out.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension JSON: CustomSerializable {
    /// The document's dictionary or array.
    ///
    /// - Parameter keyTransformer: What makes the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        dictionary?.serialized(transformingKeys: keyTransformer) ?? array?.serialized(transformingKeys: keyTransformer)
    }
}
