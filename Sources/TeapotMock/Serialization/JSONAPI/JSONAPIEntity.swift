/// A type whose values are resources of a JSON:API.
///
/// Its stored properties are its fields (JSON:API 1.1, Resource Objects):
///
/// | a property that is | becomes |
/// |---|---|
/// | `id` | the resource's `id` |
/// | an entity, or an optional or a ``PropertyPolicy`` of one | a to-one relationship, `null` if there is none |
/// | an array or a set of entities | a to-many relationship |
/// | ``PropertyPolicy/none``, or an optional array that is `nil` | nothing: it is left out |
/// | any other | an attribute, by the rules of ``Serializable`` |
///
/// The property's type decides, so that an empty `[Cat]` is a relationship. Of a list of a protocol's existentials only
/// `[any JSONAPIEntity]` is known when it is empty.
///
/// By itself an entity becomes a resource object; ``JSONAPISerializer`` makes a document of it.
public protocol JSONAPIEntity: CustomSerializable {
    /// The type that its resources have; by default the lower-cased name of the Swift type.
    static var type: String { get }
    /// What tells a resource from the others of its type.
    var id: String { get }
}

extension JSONAPIEntity {
    /// The lower-cased name of the Swift type.
    public static var type: String {
        // Without the parameters of a generic one, which can't stand in a member's name.
        String("\(Self.self)".prefix { $0 != "<" }).lowercased()
    }

    /// The resource object.
    ///
    /// - Parameter keyTransformer: What makes the names of attributes and relationships.
    /// - Returns: The JSON.
    public func customSerialized(transformingKeys keyTransformer: KeyTransformer?) -> Any? {
        JSONAPIResource(self).object(Serializer(keyTransformer))
    }
}
