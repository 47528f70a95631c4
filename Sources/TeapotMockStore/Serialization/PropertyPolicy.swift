public import TeapotMock

/// A property that is omitted from the JSON, is `null` in it, or has a value.
///
/// An `Optional` can express only two of the three. Properties of this type work in a ``/TeapotMock/Serializable`` type
/// and in an `Encodable` type, whose synthesized encoding also omits ``none``.
public enum PropertyPolicy<Wrapped>: CustomSerializable {
    /// The member is omitted.
    case none
    /// The member is `null`.
    case null
    /// The member has a value.
    case some(Wrapped)

    /// Returns the serialized value.
    ///
    /// - Parameter keyTransformer: The function that transforms the members' names.
    /// - Returns: `nil` for ``none``, `NSNull` for ``null``, or the value as JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        serialized(transformingKeys: keyTransformer)
    }
}

extension PropertyPolicy: Sendable where Wrapped: Sendable {}
extension PropertyPolicy: Equatable where Wrapped: Equatable {}
extension PropertyPolicy: Hashable where Wrapped: Hashable {}

extension PropertyPolicy: StandardContainer {
    package static var elementType: Any.Type { Wrapped.self }
    package static var form: StandardContainerForm { .single }
    package var contents: StandardContents {
        switch self {
        case .none: .omitted
        case .null: .null
        case .some(let wrapped): .value(wrapped)
        }
    }
}
