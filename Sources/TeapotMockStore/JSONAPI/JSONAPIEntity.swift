public import TeapotMock

/// A type whose values are resources of a JSON:API.
///
/// Its stored properties are its fields (JSON:API 1.1, Resource Objects):
///
/// | Property | Result |
/// |---|---|
/// | `id` | the resource's `id` |
/// | an entity, or an optional or a ``PropertyPolicy`` of one | a to-one relationship, or `null` |
/// | an array or a set of entities | a to-many relationship |
/// | ``PropertyPolicy/none``, or an optional array that is `nil` | nothing (it's omitted) |
/// | any other | an attribute, following the rules of ``/TeapotMock/Serializable`` |
///
/// The property's type decides, so an empty `[Cat]` is a relationship. An empty list of protocol existentials is a
/// relationship only if its type is `[any JSONAPIEntity]`.
///
/// On its own, an entity becomes a resource object. ``JSONAPISerializer`` creates a document from it.
public protocol JSONAPIEntity: CustomSerializable {
    /// The resource type of its values; by default, it's the lowercased name of the Swift type.
    static var type: String { get }
    /// The identifier of the resource, unique among the resources of its type.
    var id: String { get }
}

extension JSONAPIEntity {
    /// The lowercased name of the Swift type.
    public static var type: String {
        // Generic parameters are omitted, because a member's name can't contain them.
        String("\(Self.self)".prefix { $0 != "<" }).lowercased()
    }

    /// Returns the resource object.
    ///
    /// - Parameter keyTransformer: The function that transforms the names of attributes and relationships.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        JSONAPIResource(self).object(Serializer(keyTransformer))
    }
}
