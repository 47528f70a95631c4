/// A property that may be left out of the JSON, be `null` in it, or have a value.
///
/// An `Optional` can only say two of the three. Properties of this type work in a ``Serializable`` and in an
/// `Encodable` one, whose synthesized encoding leaves ``none`` out as well.
public enum PropertyPolicy<Wrapped>: CustomSerializable {
    /// The member is left out.
    case none
    /// The member is `null`.
    case null
    /// The member has a value.
    case some(Wrapped)

    /// The value, serialized.
    ///
    /// - Parameter keyTransformer: What makes the members' names.
    /// - Returns: `nil` for ``none``, an `NSNull` for ``null``, or the value as JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension PropertyPolicy: Sendable where Wrapped: Sendable {}
extension PropertyPolicy: Equatable where Wrapped: Equatable {}
extension PropertyPolicy: Hashable where Wrapped: Hashable {}
