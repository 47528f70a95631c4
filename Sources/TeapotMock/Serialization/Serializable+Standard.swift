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

// The values in a container are serialized, as the table of `Serializable` says.
extension Optional: Serializable {}
extension Array: Serializable {}
extension ArraySlice: Serializable {}
extension Set: Serializable {}
extension Dictionary: Serializable {}

extension JSON: CustomSerializable {
    /// Returns the document's dictionary or array.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        dictionary?.serialized(transformingKeys: keyTransformer) ?? array?.serialized(transformingKeys: keyTransformer)
    }
}
