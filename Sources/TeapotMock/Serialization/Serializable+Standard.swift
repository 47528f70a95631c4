import Foundation
public import Teapot

// Scalars serialize as themselves.
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
    /// Returns the serialized wrapped value.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON, or `nil` for `nil`.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension Array: CustomSerializable {
    /// Returns an array of the serialized elements.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON. A `nil` becomes `null`, so the other elements keep their indices. A `PropertyPolicy.none`
    ///   is omitted.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension ArraySlice: CustomSerializable {
    /// Returns an array of the elements, serialized like those of an `Array`.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension Set: CustomSerializable {
    /// Returns an array of the serialized elements: numbers first, sorted by value, then all others, sorted by their
    /// JSON text.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension Dictionary: CustomSerializable {
    /// Returns an object with the serialized values.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names, including this
    ///   dictionary's keys.
    /// - Returns: The JSON. A `nil` becomes `null`, and a `PropertyPolicy.none` is omitted.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension JSON: CustomSerializable {
    /// Returns the document's dictionary or array.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        dictionary?.serialized(transformingKeys: keyTransformer) ?? array?.serialized(transformingKeys: keyTransformer)
    }
}
