public import TeapotMock

/// An entity with links and meta information.
///
/// Stored properties of these names aren't attributes.
public protocol JSONAPILinkedEntity {
    /// The resource's links by name, such as `self`.
    var links: [String: JSONAPILink]? { get }
    /// The links of its relationships, by property name and then by link name.
    ///
    /// A name that isn't a property's name creates a relationship with only links.
    var relationshipsLinks: [String: [String: JSONAPILink]]? { get }
    /// Other information about the resource; it must serialize to an object.
    var meta: (any Serializable & Sendable)? { get }
}

extension JSONAPILinkedEntity {
    /// No links.
    public var links: [String: JSONAPILink]? { nil }
    /// No links of relationships.
    public var relationshipsLinks: [String: [String: JSONAPILink]]? { nil }
    /// No meta information.
    public var meta: (any Serializable & Sendable)? { nil }
}
